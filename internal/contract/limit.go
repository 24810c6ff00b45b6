package contract

import (
	"context"
	"strconv"
	"time"

	"allot/internal/platform/apperr"
)

// Letter is a proposal, an invitation, or the news of another move, that an
// account makes a receiver get.
type Letter struct {
	AccountID int64 `bun:"account_id"`
	// Receiver is the id of an account, or the address of somebody invited.
	Receiver  string    `bun:"receiver_key"`
	Proposal  bool      `bun:"proposal"` // an invitation too
	CreatedAt time.Time `bun:"created_at"`
}

// LetterQuery asks for the letters to a receiver since a time.
type LetterQuery struct {
	Receiver  string
	AccountID int64 // zero: of everybody
	Proposals bool  // no other news
	Since     time.Time
	Limit     int
}

const (
	// limitWindow is the day that proposals and letters are counted over.
	limitWindow = 24 * time.Hour
	// newsPerProposal bounds letters about contracts from one account to another:
	// each proposal, and its end.
	newsPerProposal = 2
	// strangersPerReceiver bounds what one receiver gets from all who have no
	// contract with it: one person may open many accounts.
	strangersPerReceiver = 4
)

// ErrProposalLimit refuses more proposals than a receiver may be sent.
var ErrProposalLimit = apperr.New(apperr.TooMany, "proposal_limit", "too many proposals and invitations to this receiver")

// receiver is who is told of a contract by one of its sides.
func (c Contract) receiver(account int64) string {
	if c.invitation() {
		return c.InviteEmail
	}
	return strconv.FormatInt(c.Other(account), 10)
}

// countProposal refuses a proposal or invitation beyond the limit; one that was
// withdrawn or rejected meanwhile counts. Somebody without an account gets only
// so many from all accounts together.
func (s *Service) countProposal(ctx context.Context, account int64, c Contract) error {
	if s.LimitProposals == 0 {
		return nil
	}
	now := s.now()
	q := LetterQuery{Receiver: c.receiver(account), AccountID: account, Proposals: true, Since: now.Add(-limitWindow), Limit: s.LimitProposals}
	if err := s.store.LockReceiver(ctx, q.Receiver, now); err != nil {
		return err
	}
	if err := s.refuseMore(ctx, q, "you have sent this receiver"); err != nil {
		return err
	}
	if c.invitation() {
		q.AccountID, q.Limit = 0, strangersPerReceiver*s.LimitProposals
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

// CountNews tells whether what one account does shall reach another by e-mail too,
// and counts it. Beyond the limit it shows in the dashboard only: the work goes on,
// and the mailbox stays usable. All that partners tell each other counts together.
func (s *Service) CountNews(ctx context.Context, from, to int64) (byMail bool, err error) {
	if s.LimitProposals == 0 {
		return true, nil
	}
	now := s.now()
	q := LetterQuery{
		Receiver: strconv.FormatInt(to, 10), AccountID: from, Since: now.Add(-limitWindow), Limit: newsPerProposal * s.LimitProposals,
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

// countMove is CountNews for a move of a contract. What comes from somebody without
// one has a limit for all such accounts together.
func (s *Service) countMove(ctx context.Context, account int64, c Contract, proposal bool) (byMail bool, err error) {
	if s.LimitProposals == 0 {
		return true, nil
	}
	if c.AcceptedAt.IsZero() {
		now, most := s.now(), strangersPerReceiver*s.LimitProposals
		q := LetterQuery{Receiver: c.receiver(account), Proposals: true, Since: now.Add(-limitWindow), Limit: most + 1}
		if err := s.store.LockReceiver(ctx, q.Receiver, now); err != nil {
			return false, err
		}
		sent, err := s.store.Letters(ctx, q)
		if err != nil || len(sent) > most {
			return false, err
		}
	}
	if proposal { // it is counted already, and its limit is the lower one
		return true, nil
	}
	return s.CountNews(ctx, account, c.Other(account))
}
