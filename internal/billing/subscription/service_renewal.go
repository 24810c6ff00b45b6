package subscription

import (
	"context"
	"errors"
	"slices"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/jobs"
)

// dueArgs asks to find the subscriptions that are due.
type dueArgs struct{}

func (dueArgs) Kind() string { return "billing_due" }

// renewArgs asks to renew or end the subscription of one account.
type renewArgs struct {
	OwnerID int64 `json:"owner_id"`
}

func (renewArgs) Kind() string { return "billing_renew" }

// Accounts returns whose job it is: it waits while that account is suspended.
func (a renewArgs) Accounts() []int64 { return []int64{a.OwnerID} }

// Due is a subscription that is due, and since when.
type Due struct {
	On      civil.Date `bun:"due_on"`
	OwnerID int64      `bun:"owner_id"`
}

const dueBatch = 500

// findDue asks for a job for every account whose subscription is due, so that one that takes
// long, or fails, keeps no other waiting. It skips suspended accounts: nobody there could
// change a card, and they are not to pay for time in which they are locked out.
func (s *Service) findDue(ctx context.Context, _ jobs.Job[dueArgs]) error {
	for after := (Due{On: civil.Min}); ; {
		list, err := s.store.Due(ctx, s.today(), after, dueBatch)
		if err != nil || len(list) == 0 {
			return err
		}
		owners := make([]int64, len(list))
		for i, d := range list {
			owners[i] = d.OwnerID
		}
		suspended, err := s.deps.Accounts.Suspended(ctx, owners...)
		if err != nil {
			return err
		}
		for _, owner := range owners {
			if slices.Contains(suspended, owner) {
				continue
			}
			if err := s.deps.Jobs.Enqueue(ctx, renewArgs{OwnerID: owner}, jobs.OncePer(time.Hour)); err != nil {
				return err
			}
		}
		after = list[len(list)-1]
	}
}

// renewDue renews a subscription whose period is over, or ends it if it is not to be renewed.
func (s *Service) renewDue(ctx context.Context, j jobs.Job[renewArgs]) error {
	if err := s.accepts(); err != nil {
		return s.failUntried(ctx, j.Args.OwnerID, apperr.Of(err))
	}
	_, err := s.pay(ctx, j.Args.OwnerID, paying{purpose: PurposeRenewal, scheduled: true}, func(_ context.Context, sub *Subscription) (*Quote, error) {
		if !sub.renews() || sub.DueOn > s.today() {
			return nil, nil // ended by now, or renewed by hand meanwhile
		}
		q := sub.renewal(s.today())
		return &q, nil
	})
	switch refused := apperr.Of(err); {
	case errors.Is(err, ErrCardNeeded):
		return s.failUntried(ctx, j.Args.OwnerID, ErrCardNeeded)
	case refused.Kind == apperr.PaymentRequired: // stored, and tried again on another day
		return nil
	case errors.Is(err, ErrInProgress): // the next hour looks again
		return nil
	}
	return err
}

// failUntried counts a renewal that could not be tried: there is no card, or payments are off.
func (s *Service) failUntried(ctx context.Context, owner int64, why *apperr.Error) error {
	return s.change(ctx, owner, func(ctx context.Context, sub *Subscription) error {
		if !sub.renews() || sub.DueOn > s.today() {
			return nil
		}
		tax, err := s.tax(ctx, owner)
		if err != nil {
			return err
		}
		c := newCharge(*sub, sub.renewal(s.today()), tax, s.now())
		c.Purpose, c.Scheduled = PurposeRenewal, true
		if err := s.store.InsertCharge(ctx, &c); err != nil {
			return err
		}
		if err := s.fail(ctx, sub, &c, why); err != nil {
			return err
		}
		return s.store.UpdateCharge(ctx, c)
	})
}
