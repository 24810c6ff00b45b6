package contract

import (
	"context"
	"strconv"
	"time"

	"allot/internal/platform/apperr"
)

// Letter is a proposal, an invitation or a notice of another change, counted
// per sender and receiver.
type Letter struct {
	AccountID int64 `bun:"account_id"`
	// Receiver is the id of an account, or the address of somebody invited.
	Receiver  string    `bun:"receiver_key"`
	Proposal  bool      `bun:"proposal"` // an invitation too
	CreatedAt time.Time `bun:"created_at"`
}

// LetterQuery selects the letters to a receiver since a time.
type LetterQuery struct {
	Receiver  string
	AccountID int64 // zero: of everybody
	Proposals bool  // only proposals and invitations
	Since     time.Time
	Limit     int
}

const (
	// limitWindow is the period over which proposals and letters are counted.
	limitWindow = 24 * time.Hour
	// noticesPerProposal bounds letters about contracts from one account to
	// another: one for each proposal, and one for its end.
	noticesPerProposal = 2
	// strangersPerReceiver bounds what one receiver gets from all accounts that
	// have no contract with it: one person may open many accounts.
	strangersPerReceiver = 4
)

// ErrProposalLimit refuses more proposals than a receiver may be sent.
var ErrProposalLimit = apperr.New(apperr.TooMany, "proposal_limit", "too many proposals and invitations to this receiver")

// receiver returns the key of the other party: its account, or the invited
// address.
func (c Contract) receiver(account int64) string {
	if c.invitation() {
		return c.InviteEmail
	}
	return strconv.FormatInt(c.Other(account), 10)
}

// countProposal refuses a proposal or invitation beyond the limit. Withdrawn
// and rejected ones count. An address without an account also has a limit for
// all senders together.
func (s *Service) countProposal(ctx context.Context, account int64, c Contract) error {
	if s.deps.LimitProposals == 0 {
		return nil
	}
	now := s.now()
	q := LetterQuery{Receiver: c.receiver(account), AccountID: account, Proposals: true, Since: now.Add(-limitWindow), Limit: s.deps.LimitProposals}
	if err := s.store.LockReceiver(ctx, q.Receiver, now); err != nil {
		return err
	}
	if err := s.refuseMore(ctx, q, "you have sent this receiver"); err != nil {
		return err
	}
	if c.invitation() {
		q.AccountID, q.Limit = 0, strangersPerReceiver*s.deps.LimitProposals
		if err := s.refuseMore(ctx, q, "this address was sent"); err != nil {
			return err
		}
	}
	return s.store.InsertLetter(ctx, Letter{AccountID: account, Receiver: q.Receiver, Proposal: true, CreatedAt: now})
}

func (s *Service) refuseMore(ctx context.Context, q LetterQuery, who string) error {
	sent, err := s.store.Letters(ctx, q)
	if err != nil || len(sent) < q.Limit {
		return err
	}
	until := sent[len(sent)-1].Add(limitWindow)
	return ErrProposalLimit.
		Withf("%s %d proposals and invitations within a day, which is the limit (withdrawn ones count); try again after %s",
			who, q.Limit, until.Format(time.RFC3339)).
		With("limit", q.Limit).With("until", until).After(until.Sub(s.now()))
}

// CountNotice reports whether a notice from one account to another is also sent
// by mail, and counts it. Beyond the limit it is shown in the dashboard only.
// All notices between two partners share one limit.
func (s *Service) CountNotice(ctx context.Context, from, to int64) (byMail bool, err error) {
	if s.deps.LimitProposals == 0 {
		return true, nil
	}
	now := s.now()
	q := LetterQuery{
		Receiver: strconv.FormatInt(to, 10), AccountID: from, Since: now.Add(-limitWindow), Limit: noticesPerProposal * s.deps.LimitProposals,
	}
	if err := s.store.LockReceiver(ctx, q.Receiver, now); err != nil {
		return false, err
	}
	sent, err := s.store.Letters(ctx, q)
	if err != nil || len(sent) == q.Limit {
		return false, err
	}
	return true, s.store.InsertLetter(ctx, Letter{AccountID: from, Receiver: q.Receiver, CreatedAt: now})
}

// countMove is CountNotice for a change of a contract. Accounts that never had
// a contract with the receiver share one limit.
func (s *Service) countMove(ctx context.Context, account int64, c Contract, proposal bool) (byMail bool, err error) {
	if s.deps.LimitProposals == 0 {
		return true, nil
	}
	if c.AcceptedAt.IsZero() {
		now, most := s.now(), strangersPerReceiver*s.deps.LimitProposals
		q := LetterQuery{Receiver: c.receiver(account), Proposals: true, Since: now.Add(-limitWindow), Limit: most + 1}
		if err := s.store.LockReceiver(ctx, q.Receiver, now); err != nil {
			return false, err
		}
		sent, err := s.store.Letters(ctx, q)
		if err != nil || len(sent) > most {
			return false, err
		}
	}
	if proposal { // countProposal has counted it, with a lower limit
		return true, nil
	}
	return s.CountNotice(ctx, account, c.Other(account))
}
