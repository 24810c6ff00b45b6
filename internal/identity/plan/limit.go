package plan

import (
	"context"
	"fmt"

	"allot/internal/platform/apperr"
)

// ErrPlanLimit refuses one more of a limited feature, and a change to what is beyond the limit.
// The body names the feature, the plan, the limit and the use.
var ErrPlanLimit = apperr.New(apperr.Forbidden, "plan_limit_reached", "your plan does not allow more of these")

// Count returns how many of a feature an account has.
type Count = func(ctx context.Context, owner int64) (int, error)

// Admit refuses one more of a feature beyond the account's plan, with ErrPlanLimit. Call it
// first in the transaction that creates one more: it locks the account until the transaction
// ends, so that count includes what concurrent transactions created.
func (s *Service) Admit(ctx context.Context, owner int64, f Feature, count Count) error {
	plan, used, err := s.used(ctx, owner, f, count)
	if err != nil {
		return err
	}
	return s.recommend(ctx, func(offers []Offer) error { return plan.allows(f, used, offers) })
}

// used locks an account and counts what it uses of a feature, unless that has no limit.
func (s *Service) used(ctx context.Context, owner int64, f Feature, count Count) (p Plan, used int, err error) {
	if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
		return Plan{}, 0, err
	}
	if p, err = s.PlanOf(ctx, owner); err != nil {
		return Plan{}, 0, err
	}
	if limit, _, _ := f.limitIn(p.Features); limit != Unlimited {
		used, err = count(ctx, owner)
	}
	return p, used, err
}

// Allowance counts what a plan still allows of a feature. It is valid in the transaction that
// made it.
type Allowance struct {
	plan    Plan
	offers  []Offer
	feature Feature
	used    int
}

// Take uses one, or refuses it with ErrPlanLimit.
func (a *Allowance) Take() error {
	if err := a.plan.allows(a.feature, a.used, a.offers); err != nil {
		return err
	}
	a.used++
	return nil
}

// Allowance is Admit for callers that create several in one transaction.
func (s *Service) Allowance(ctx context.Context, owner int64, f Feature, count Count) (*Allowance, error) {
	plan, used, err := s.used(ctx, owner, f, count)
	if err != nil {
		return nil, err
	}
	offers, err := s.store.Offers(ctx)
	return &Allowance{plan: plan, offers: offers, feature: f, used: used}, err
}

// AdmitCounted is Admit for a caller that has counted, and has locked what it counted.
func (s *Service) AdmitCounted(ctx context.Context, owner int64, f Feature, used int) error {
	plan, err := s.PlanOf(ctx, owner)
	if err != nil {
		return err
	}
	return s.recommend(ctx, func(offers []Offer) error { return plan.allows(f, used, offers) })
}

// recommend returns the refusal of check, if there is one, with the plan that would allow more.
func (s *Service) recommend(ctx context.Context, check func(offers []Offer) error) error {
	if check(nil) == nil {
		return nil
	}
	offers, err := s.store.Offers(ctx)
	if err != nil {
		return err
	}
	return check(offers)
}

// RequireWithin refuses a change to a record that is beyond the account's plan, with
// ErrPlanLimit: after a fall to a smaller plan the newest records are read-only. position
// returns the place of the record among those of the feature, oldest first, from 1; it is asked
// only where the plan has a limit. What takes a record away needs no permission.
func (s *Service) RequireWithin(ctx context.Context, owner int64, f Feature, position func(ctx context.Context) (int, error)) error {
	plan, err := s.PlanOf(ctx, owner)
	if err != nil {
		return err
	}
	limit, one, many := f.limitIn(plan.Features)
	if limit == Unlimited {
		return nil
	}
	place, err := position(ctx)
	if err != nil || place <= limit {
		return err
	}
	offers, err := s.store.Offers(ctx)
	if err != nil {
		return err
	}
	return refusal(plan, f, limit, place).
		Withf("your plan %s allows %d %s%s; this is number %d, so it can be read and deleted but not changed",
			plan.Name, limit, noun(limit, one, many), betterThan(offers, f, limit), place).
		With("read_only", true)
}

// allows refuses one more of a feature of which used exist already. offers are the plans that
// the refusal recommends from.
func (p Plan) allows(f Feature, used int, offers []Offer) error {
	limit, one, many := f.limitIn(p.Features)
	if limit == Unlimited || used < limit {
		return nil
	}
	return refusal(p, f, limit, used).
		Withf("your plan %s allows %d %s%s", p.Name, limit, noun(limit, one, many), betterThan(offers, f, limit))
}

func refusal(p Plan, f Feature, limit, used int) *apperr.Error {
	return ErrPlanLimit.With("feature", f).With("plan", p.Category).With("limit", limit).With("used", used)
}

func noun(limit int, one, many string) string {
	if limit == 1 {
		return one
	}
	return many
}

// betterThan names the cheapest plan for sale that allows more than limit, if there is one.
func betterThan(offers []Offer, f Feature, limit int) string {
	for _, o := range offers { // cheapest first
		if !o.IsActive {
			continue
		}
		switch next, _, _ := f.limitIn(o.Features); {
		case next == Unlimited:
			return fmt.Sprintf("; %s allows any number", o.Name)
		case next > limit:
			return fmt.Sprintf("; %s allows %d", o.Name, next)
		}
	}
	return ""
}
