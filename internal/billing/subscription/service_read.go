package subscription

import (
	"context"
	"errors"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

// Overview is everything about what an account pays.
type Overview struct {
	plan.State
	Subscription Subscription
	Cards        []Card
	Address      Address
	Bills        []Bill
}

// recentBills is how much of the history the overview shows.
const recentBills = 50

// Overview returns everything about what the caller's account pays.
func (s *Service) Overview(ctx context.Context, who auth.Caller) (o Overview, err error) {
	owner := who.OwnerID
	if o.Subscription, err = s.subscription(ctx, owner); err != nil {
		return o, err
	}
	if o.Cards, err = s.store.Cards(ctx, owner); err != nil {
		return o, err
	}
	if o.Address, err = s.AddressOf(ctx, owner); err != nil {
		return o, err
	}
	if o.Bills, _, err = s.store.Bills(ctx, owner, page.Request{Page: 1, Size: recentBills}); err != nil {
		return o, err
	}
	states, err := s.deps.Plans.StatesOf(ctx, []int64{owner})
	o.State = states[owner]
	return o, err
}

// subscription returns the subscription of an account; without one, the free tier. One whose
// last day has passed has ended, whether or not the job has stored that.
func (s *Service) subscription(ctx context.Context, owner int64) (Subscription, error) {
	sub, err := s.stored(ctx, owner)
	if err == nil && sub.over(s.today()) {
		sub.end()
	}
	return sub, err
}

func (s *Service) stored(ctx context.Context, owner int64) (Subscription, error) {
	sub, err := s.store.Subscription(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) {
		return Subscription{OwnerID: owner, AutoRenew: true, CreatedAt: s.now()}, nil
	}
	return sub, err
}

// Bills lists the billing history of the caller's account, newest first.
func (s *Service) Bills(ctx context.Context, who auth.Caller, req page.Request) ([]Bill, int, error) {
	return s.store.Bills(ctx, who.OwnerID, req)
}

// OwnerOfBill returns the account that a bill of the platform was written for, for staff; 0
// if there is no such bill.
func (s *Service) OwnerOfBill(ctx context.Context, number string) (int64, error) {
	owner, err := s.store.OwnerOfBill(ctx, strings.ToUpper(strings.TrimSpace(number)))
	if errors.Is(err, apperr.ErrNotFound) {
		return 0, nil
	}
	return owner, err
}
