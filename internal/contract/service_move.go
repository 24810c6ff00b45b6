package contract

import (
	"context"
	"time"

	"allot/internal/billing"
	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
)

// wish is what a side asks for.
type wish struct {
	verb     Verb
	revision int   // of the contract as the caller has read it; zero: any
	version  int64 // that is answered; zero: whichever waits
	terms    TermsInput
}

// Update proposes other terms: the receiver's are a counter-proposal, the
// proposer edits its own, and for a contract in force they are an amendment.
func (s *Service) Update(ctx context.Context, who auth.Caller, id int64, in TermsInput, revision int) (Detail, error) {
	var f apperr.Fields
	in.apply(Defaults()).check(&f)
	if err := f.Err(); err != nil {
		return Detail{}, err
	}
	return s.move(ctx, who, id, wish{verb: VerbUpdate, revision: revision, terms: in})
}

// Accept agrees to the other side's proposal or amendment.
func (s *Service) Accept(ctx context.Context, who auth.Caller, id int64, revision int) (Detail, error) {
	return s.move(ctx, who, id, wish{verb: VerbAccept, revision: revision})
}

// Reject turns a proposal or amendment down; its proposer withdraws it.
func (s *Service) Reject(ctx context.Context, who auth.Caller, id int64, revision int) (Detail, error) {
	return s.move(ctx, who, id, wish{verb: VerbReject, revision: revision})
}

// Cancel ends a contract, in force or not. It holds at once.
func (s *Service) Cancel(ctx context.Context, who auth.Caller, id int64) (Detail, error) {
	return s.move(ctx, who, id, wish{verb: VerbDelete})
}

// Review answers one version, as Accept and Reject answer whichever waits.
func (s *Service) Review(ctx context.Context, who auth.Caller, version int64, accept bool, revision int) (Detail, error) {
	v, err := s.store.Version(ctx, who.OwnerID, version)
	if err != nil {
		return Detail{}, err
	}
	w := wish{verb: VerbReject, revision: revision, version: version}
	if accept {
		w.verb = VerbAccept
	}
	return s.move(ctx, who, v.ContractID, w)
}

// move asks the table and does what it says. The caller's account is locked
// before the contract, as it is when a contract is made.
func (s *Service) move(ctx context.Context, who auth.Caller, id int64, w wish) (after Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
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
		o, err := w.ask(before, who.OwnerID)
		if err != nil {
			return err
		}
		t := &turn{s: s, who: who, wish: w, now: s.now(), d: before}
		changed, err := t.take(ctx, o)
		if err != nil || !changed {
			after = before
			return err
		}
		after = t.d
		return s.finish(ctx, who, o.Move, before, after)
	})
	return after, err
}

// ask finds the wish in the table. What has changed unseen is refused after
// what is refused anyway.
func (w wish) ask(d Detail, account int64) (Outcome, error) {
	if w.version != 0 && (d.Pending == nil || d.Pending.ID != w.version) {
		return Outcome{}, ErrReviewed
	}
	o, err := d.decide(account, w.verb)
	if err != nil {
		return o, err
	}
	if w.revision != 0 && w.revision != d.Revision {
		return o, ErrMoved.With("revision", d.Revision)
	}
	return o, nil
}

// finish writes down what has changed and tells the other side.
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
	if m == MoveAccept {
		if err := s.Hooks.Accepted(ctx, after.Contract); err != nil {
			return err
		}
	}
	return s.tell(ctx, who.OwnerID, noticeOf[m], after.Contract)
}

// admit asks the plan of an account for one more connection, unless it has
// this one already.
func (s *Service) admit(ctx context.Context, c Contract, account int64) error {
	if c.Counts(account) {
		return nil
	}
	return s.Plans.Admit(ctx, account, billing.FeaturePartnerConnections, s.store.CountConnections)
}

// turn is one move of one side.
type turn struct {
	s    *Service
	who  auth.Caller
	wish wish
	now  time.Time
	d    Detail // becomes what the move makes of the contract
}

// take makes the move. It tells that nothing has changed if terms are sent as
// they are: what was read can be sent back.
func (t *turn) take(ctx context.Context, o Outcome) (changed bool, err error) {
	account := t.who.OwnerID
	switch o.Move { //nolint:exhaustive // the table has given no refusal
	case MoveEdit:
		changed, err = t.edit(ctx)
	case MoveCounter, MoveAmend:
		changed, err = t.ask(ctx)
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
func (t *turn) edit(ctx context.Context) (changed bool, err error) {
	table, err := t.d.onTable()
	if err != nil {
		return false, err
	}
	terms := t.wish.terms.apply(table)
	switch {
	case terms == table:
		return false, nil
	case t.d.Pending == nil:
		t.d.setTerms(terms)
		return true, nil
	}
	return true, t.put(ctx, terms)
}

// ask makes a counter-proposal or an amendment.
func (t *turn) ask(ctx context.Context) (changed bool, err error) {
	table, err := t.d.onTable()
	if err != nil {
		return false, err
	}
	terms := t.wish.terms.apply(table)
	if terms == table {
		return false, nil
	}
	if err := t.s.admit(ctx, t.d.Contract, t.who.OwnerID); err != nil {
		return false, err
	}
	t.d.ProposedBy = t.who.OwnerID
	return true, t.put(ctx, terms)
}

// put lays terms on the table as the one version that waits.
func (t *turn) put(ctx context.Context, terms Terms) error {
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

// agree puts what is on the table in force.
func (t *turn) agree(ctx context.Context) error {
	terms, err := t.d.onTable()
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

// closePending ends the version that waits, if one does.
func (t *turn) closePending(ctx context.Context, accepted bool) error {
	if t.d.Pending == nil {
		return nil
	}
	v := *t.d.Pending
	v.IsReviewed, v.IsAccepted, v.ReviewedBy, v.ReviewedAt = true, accepted, &t.who.OwnerID, &t.now
	t.d.Pending = nil
	return t.s.store.CloseVersion(ctx, v)
}
