package subscription

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
)

// change loads the subscription of a locked account, and stores what fn makes of it.
func (s *Service) change(ctx context.Context, owner int64, fn func(ctx context.Context, sub *Subscription) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
			return err
		}
		sub, err := s.stored(ctx, owner)
		if err != nil {
			return err
		}
		if sub.over(s.today()) {
			if err := s.lapse(ctx, &sub); err != nil {
				return err
			}
		}
		if err := fn(ctx, &sub); err != nil {
			return err
		}
		sub.UpdatedAt = s.now()
		return s.store.SaveSubscription(ctx, sub)
	})
}

// ChangeInput chooses a plan.
type ChangeInput struct {
	PlanID int64
	Cycle  plan.Cycle // empty: that of the plan
}

// Change subscribes the caller's account to a plan, or changes its plan. A dearer plan, or the
// year instead of the month, is paid and holds at once; what was paid for the present one and is
// not used is credited. A cheaper one is not paid now and holds from the next period on.
func (s *Service) Change(ctx context.Context, who auth.Caller, in ChangeInput) (Paid, error) {
	if err := s.count(who); err != nil {
		return Paid{}, err
	}
	return s.pay(ctx, who.OwnerID, paying{purpose: PurposeChange}, func(ctx context.Context, sub *Subscription) (*Quote, error) {
		terms, err := s.terms(ctx, in)
		if err != nil {
			return nil, err
		}
		if !sub.immediate(terms) {
			return nil, s.changeLater(ctx, sub, terms)
		}
		q := sub.start(terms, s.today())
		return &q, nil
	})
}

// changeLater stores the plan of the next period. The present plan takes such a change back.
func (s *Service) changeLater(ctx context.Context, sub *Subscription, terms Terms) error {
	before := *sub
	switch {
	case sub.Terms.same(terms) && sub.NextTerms == nil:
		return ErrSubscribed
	case sub.CancelAtPeriodEnd:
		return ErrTransition.Withf("the subscription ends on %s; resume it first", sub.EndDate)
	case sub.Terms.same(terms):
		sub.NextTerms = nil
	default:
		sub.NextTerms = &terms
	}
	return s.record(ctx, "change", before, *sub)
}

// payable quotes a plan for a payment in the browser, which cannot wait for the next period.
func (s *Service) payable(in ChangeInput) quoting {
	return func(ctx context.Context, sub *Subscription) (*Quote, error) {
		terms, err := s.terms(ctx, in)
		if err != nil {
			return nil, err
		}
		if sub.IsActive && sub.Terms.same(terms) {
			return nil, ErrSubscribed
		}
		if !sub.immediate(terms) {
			return nil, ErrTransition.Withf("this plan is cheaper than yours and needs no payment now: change to it, and it holds from %s on", sub.EndDate.Add(1))
		}
		q := sub.start(terms, s.today())
		if q.Net().Sign() == 0 {
			return nil, ErrTransition.Withf("your credit covers this plan: change to it, there is nothing to pay")
		}
		return &q, nil
	}
}

// terms returns what is sold under the id of a plan.
func (s *Service) terms(ctx context.Context, in ChangeInput) (Terms, error) {
	offers, err := s.deps.Plans.Offers(ctx)
	if err != nil {
		return Terms{}, err
	}
	i := slices.IndexFunc(offers, func(o plan.Offer) bool { return o.ID == in.PlanID })
	var f apperr.Fields
	f.Check(i >= 0, "plan_id", "must be the id of a plan for sale")
	f.Check(in.Cycle == "" || slices.Contains(plan.Cycles, in.Cycle), "billing_cycle", "must be monthly or yearly")
	if err := f.Err(); err != nil {
		return Terms{}, err
	}
	if in.Cycle == "" {
		in.Cycle = offers[i].DefaultCycle
	}
	return termsOf(offers[i], in.Cycle), nil
}

// Cancel ends the subscription with its period: nothing is renewed, the plan stays to the last
// day.
func (s *Service) Cancel(ctx context.Context, who auth.Caller) (Subscription, error) {
	return s.setRenewal(ctx, who, "cancel", func(sub *Subscription) error {
		if sub.CancelAtPeriodEnd {
			return ErrTransition.Withf("the subscription is cancelled already; it ends on %s", sub.EndDate)
		}
		sub.CancelAtPeriodEnd, sub.NextTerms = true, nil
		return nil
	})
}

// Resume takes back a cancellation, as long as the period lasts.
func (s *Service) Resume(ctx context.Context, who auth.Caller) (Subscription, error) {
	return s.setRenewal(ctx, who, "resume", func(sub *Subscription) error {
		if !sub.CancelAtPeriodEnd {
			return ErrTransition.Withf("the subscription is not cancelled")
		}
		sub.CancelAtPeriodEnd = false
		return nil
	})
}

// SetAutoRenew switches the automatic renewal on or off. Without it the plan ends with its
// period unless it is renewed by hand.
func (s *Service) SetAutoRenew(ctx context.Context, who auth.Caller, on bool) (Subscription, error) {
	return s.setRenewal(ctx, who, "auto_renew", func(sub *Subscription) error {
		sub.AutoRenew = on
		return nil
	})
}

// setRenewal changes whether an active subscription goes on.
func (s *Service) setRenewal(ctx context.Context, who auth.Caller, action string, fn func(sub *Subscription) error) (after Subscription, err error) {
	err = s.change(ctx, who.OwnerID, func(ctx context.Context, sub *Subscription) error {
		if !sub.IsActive {
			return ErrNone
		}
		before := *sub
		if err := fn(sub); err != nil {
			return err
		}
		after = *sub
		if before.renews() == sub.renews() && before.AutoRenew == sub.AutoRenew && before.CancelAtPeriodEnd == sub.CancelAtPeriodEnd {
			return nil
		}
		if sub.over(s.today()) { // it was waiting for a renewal that failed
			err := s.lapse(ctx, sub)
			after = *sub
			return err
		}
		sub.decideLocally(s.now())
		sub.schedule()
		after = *sub
		if err := s.deps.Plans.SetPaid(ctx, sub.held()); err != nil {
			return err
		}
		return s.record(ctx, action, before, *sub)
	})
	return after, err
}

// RenewNow pays for the next period at once: after a failed renewal, or early. It refuses to
// pay for more than one period ahead.
func (s *Service) RenewNow(ctx context.Context, who auth.Caller) (Paid, error) {
	if err := s.count(who); err != nil {
		return Paid{}, err
	}
	return s.pay(ctx, who.OwnerID, paying{purpose: PurposeRenewal}, func(_ context.Context, sub *Subscription) (*Quote, error) {
		switch {
		case !sub.IsActive:
			return nil, ErrNone
		case sub.CancelAtPeriodEnd:
			return nil, ErrTransition.Withf("the subscription ends on %s; resume it first", sub.EndDate)
		case sub.NextTerms != nil && s.today() <= sub.EndDate:
			return nil, ErrTransition.Withf("your plan changes to %s on %s; it can be renewed from then on", sub.NextTerms.Name, sub.EndDate.Add(1))
		case sub.aheadOf(s.today()):
			return nil, ErrRenewed.Withf("you have paid until %s; the next period can be paid from %s on", sub.EndDate, sub.renewableFrom())
		}
		q := sub.renewal(s.today())
		return &q, nil
	})
}
