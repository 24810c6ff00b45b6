package contract

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
)

// moveRequest is what a party asks for.
type moveRequest struct {
	verb     Verb
	revision int   // of the contract as the caller has read it; zero: any
	version  int64 // that is answered; zero: whichever waits
	terms    TermsInput
}

// Update proposes other terms: a counter-proposal by the receiver, an edit by
// the proposer, or an amendment of a contract in force.
func (s *Service) Update(ctx context.Context, who auth.Caller, id int64, in TermsInput, revision int) (Detail, error) {
	var f apperr.Fields
	in.apply(Defaults()).check(&f)
	if err := f.Err(); err != nil {
		return Detail{}, err
	}
	return s.move(ctx, who, id, moveRequest{verb: VerbUpdate, revision: revision, terms: in})
}

// Accept accepts the other party's proposal or amendment.
func (s *Service) Accept(ctx context.Context, who auth.Caller, id int64, revision int) (Detail, error) {
	return s.move(ctx, who, id, moveRequest{verb: VerbAccept, revision: revision})
}

// Reject rejects a proposal or amendment; its proposer withdraws it.
func (s *Service) Reject(ctx context.Context, who auth.Caller, id int64, revision int) (Detail, error) {
	return s.move(ctx, who, id, moveRequest{verb: VerbReject, revision: revision})
}

// Cancel ends a contract at once, in force or not.
func (s *Service) Cancel(ctx context.Context, who auth.Caller, id int64) (Detail, error) {
	return s.move(ctx, who, id, moveRequest{verb: VerbDelete})
}

// Review accepts or rejects one version, as Accept and Reject do with the one
// that waits.
func (s *Service) Review(ctx context.Context, who auth.Caller, version int64, accept bool, revision int) (Detail, error) {
	v, err := s.store.Version(ctx, who.OwnerID, version)
	if err != nil {
		return Detail{}, err
	}
	req := moveRequest{verb: VerbReject, revision: revision, version: version}
	if accept {
		req.verb = VerbAccept
	}
	return s.move(ctx, who, v.ContractID, req)
}

// move decides a request by the state table and applies it. The caller's
// account is locked before the contract, in the same order as in Create.
func (s *Service) move(ctx context.Context, who auth.Caller, id int64, req moveRequest) (after Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		c, err := s.store.LockContract(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		before, err := s.detail(ctx, c)
		if err != nil {
			return err
		}
		o, err := req.outcome(before, who.OwnerID)
		if err != nil {
			return err
		}
		if o.Move.binding() {
			if err := s.requireWithin(ctx, c, who.OwnerID); err != nil {
				return err
			}
		}
		t := &transition{s: s, who: who, req: req, now: s.now(), d: before}
		changed, err := t.apply(ctx, o)
		if err != nil || !changed {
			after = before
			return err
		}
		after = t.d
		return s.finish(ctx, who, o.Move, before, after)
	})
	return after, err
}

// outcome looks the request up in the state table. It refuses an outdated
// revision only after all other refusals.
func (req moveRequest) outcome(d Detail, account int64) (Outcome, error) {
	if req.version != 0 && (d.Pending == nil || d.Pending.ID != req.version) {
		return Outcome{}, ErrReviewed
	}
	o, err := d.decide(account, req.verb)
	if err != nil {
		return o, err
	}
	if req.revision != 0 && req.revision != d.Revision {
		return o, ErrMoved.With("revision", d.Revision)
	}
	return o, nil
}

// finish stores and audits the change and notifies the other party.
func (s *Service) finish(ctx context.Context, who auth.Caller, m Move, before, after Detail) error {
	if err := s.store.UpdateContract(ctx, after.Contract); err != nil {
		return err
	}
	if after.invitation() && !after.Status.Open() {
		if err := s.store.DeleteSecrets(ctx, after.ID); err != nil {
			return err
		}
	}
	if err := s.record(ctx, who.OwnerID, who.UserID, string(m), &before, after); err != nil {
		return err
	}
	if before.Status.InForce() || after.Status.InForce() {
		if err := s.deps.Hooks.Changed(ctx, before.Contract, after.Contract); err != nil {
			return err
		}
	}
	if m == MoveAccept {
		if err := s.deps.Hooks.Accepted(ctx, after.Contract); err != nil {
			return err
		}
	}
	return s.notifyOther(ctx, who.OwnerID, noticeOf[m], after.Contract)
}

// admit refuses one more connection than the plan of an account allows, unless
// this contract counts already.
func (s *Service) admit(ctx context.Context, c Contract, account int64) error {
	if c.Counts(account) {
		return nil
	}
	return s.deps.Plans.Admit(ctx, account, plan.FeaturePartnerConnections, s.store.CountConnections)
}

// requireWithin refuses a change to a contract that is beyond the plan of an
// account. One that uses no connection of the account is for admit to decide.
func (s *Service) requireWithin(ctx context.Context, c Contract, account int64) error {
	if !c.Counts(account) {
		return nil
	}
	return s.deps.Plans.RequireWithin(ctx, account, plan.FeaturePartnerConnections, func(ctx context.Context) (int, error) {
		return s.store.Position(ctx, account, c)
	})
}

// ConnectionsOf counts the connections of accounts; those without one are missing.
func (s *Service) ConnectionsOf(ctx context.Context, accounts []int64) (map[int64]int, error) {
	return s.store.ConnectionsOf(ctx, accounts)
}

// transition applies one move to a contract.
type transition struct {
	s   *Service
	who auth.Caller
	req moveRequest
	now time.Time
	d   Detail // the contract as the move changes it
}

// apply makes the move. It reports no change if the terms are sent as they are:
// a client may send back what it has read.
func (t *transition) apply(ctx context.Context, o Outcome) (changed bool, err error) {
	account := t.who.OwnerID
	switch o.Move { //nolint:exhaustive // the table has given no refusal
	case MoveEdit:
		changed, err = t.edit(ctx)
	case MoveCounter, MoveAmend:
		changed, err = t.propose(ctx)
	case MoveAccept:
		if err = t.s.admit(ctx, t.d.Contract, account); err == nil {
			changed, err = true, t.agree(ctx)
		}
		t.d.AcceptedAt = t.now
	case MoveAcceptAmendment:
		changed, err = true, t.agree(ctx)
	case MoveReject, MoveRejectAmendment:
		changed, err = true, t.closePending(ctx, false)
	case MoveCancel:
		changed, err = true, t.closePending(ctx, false)
		t.d.CancelledAt = t.now
	}
	t.d.Status, t.d.ChangesRequested = o.Next, t.d.Pending != nil
	t.d.Revision++
	t.d.UpdatedAt = t.now
	return changed, err
}

// edit changes the caller's own proposal.
func (t *transition) edit(ctx context.Context) (changed bool, err error) {
	proposed, err := t.d.proposedTerms()
	if err != nil {
		return false, err
	}
	terms := t.req.terms.apply(proposed)
	switch {
	case terms == proposed:
		return false, nil
	case t.d.Pending == nil:
		t.d.setTerms(terms)
		return true, nil
	}
	return true, t.replacePending(ctx, terms)
}

// propose makes a counter-proposal or an amendment.
func (t *transition) propose(ctx context.Context) (changed bool, err error) {
	proposed, err := t.d.proposedTerms()
	if err != nil {
		return false, err
	}
	terms := t.req.terms.apply(proposed)
	if terms == proposed {
		return false, nil
	}
	if err := t.s.admit(ctx, t.d.Contract, t.who.OwnerID); err != nil {
		return false, err
	}
	t.d.ProposedBy = t.who.OwnerID
	return true, t.replacePending(ctx, terms)
}

// replacePending stores terms as the one version that waits for review.
func (t *transition) replacePending(ctx context.Context, terms Terms) error {
	if err := t.closePending(ctx, false); err != nil {
		return err
	}
	v := Version{
		ContractID: t.d.ID, UserID: t.who.UserID, ProposedBy: t.who.OwnerID,
		RequestedChanges: t.d.diff(terms), BaseSnapshot: t.d.Terms, CreatedAt: t.now,
	}
	if err := t.s.store.InsertVersion(ctx, &v); err != nil {
		return err
	}
	t.d.Pending = &v
	return nil
}

// agree puts the proposed terms in force.
func (t *transition) agree(ctx context.Context) error {
	terms, err := t.d.proposedTerms()
	if err != nil {
		return err
	}
	if t.d.Pending != nil && t.d.Pending.BaseSnapshot != t.d.Terms {
		return ErrOutdated
	}
	if err := t.closePending(ctx, true); err != nil {
		return err
	}
	t.d.setTerms(terms)
	return nil
}

// closePending closes the version that waits for review, if there is one.
func (t *transition) closePending(ctx context.Context, accepted bool) error {
	if t.d.Pending == nil {
		return nil
	}
	v := *t.d.Pending
	v.IsReviewed, v.IsAccepted, v.ReviewedBy, v.ReviewedAt = true, accepted, &t.who.OwnerID, &t.now
	t.d.Pending = nil
	return t.s.store.CloseVersion(ctx, v)
}
