package allotment

import (
	"context"
	"slices"

	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// terms are what an account's plan allows and what is agreed with its operators. A write of
// days takes them from memory as they were when it began, and asks the database only about
// what it does not find there: whoever changes a plan or a contract at the same moment is
// treated as if he came after it.
type terms struct {
	day       civil.Date // on which the plan is that
	plan      plan.Plan
	closed    property.Closed     // properties beyond the plan
	contracts []contract.Contract // in force, in which the account is the hotel
	operators map[int64]int64     // of rate contracts
}

// termsBytes bounds the cached terms.
const termsBytes = 32 << 20

func (t *terms) bytes() int { return 600 + 700*len(t.contracts) + 40*len(t.operators) }

func newTermsCache(source stamp.Source) *stamp.Cache[int64, *terms] {
	return stamp.NewCache[int64]("terms", source, termsBytes, (*terms).bytes)
}

// termsOf returns the terms of an account. Everything that they depend on raises the stamp of
// its content, but for the date.
func (s *Service) termsOf(ctx context.Context, owner int64) (*terms, error) {
	today := civil.Of(s.now())
	return s.terms.GetIf(ctx, owner, func(t *terms) bool { return t.day == today }, func(ctx context.Context) (_ *terms, st stamp.Stamps, err error) {
		t := &terms{day: today}
		if t.plan, err = s.deps.Plans.PlanOf(ctx, owner); err != nil {
			return nil, st, err
		}
		if t.closed, err = s.deps.Properties.Closed(ctx, []int64{owner}); err != nil {
			return nil, st, err
		}
		if t.contracts, err = s.deps.Contracts.Hosted(ctx, owner); err != nil {
			return nil, st, err
		}
		if t.operators, err = s.deps.RateContracts.Operators(ctx, owner); err != nil {
			return nil, st, err
		}
		st, err = s.store.Source().Stamps(ctx, account.Content.Of(owner))
		return t, st, err
	})
}

// counterparty returns the operator of a connected or contracted calendar.
func (ch *change) counterparty(ctx context.Context, c rules.Calendar) (counterparty, error) {
	if ch.terms == nil {
		return ch.Service.counterparty(ctx, c)
	}
	with := func(matches func(contract.Contract) bool) (contract.Contract, bool) {
		i := slices.IndexFunc(ch.terms.contracts, matches)
		if i < 0 {
			return contract.Contract{}, false
		}
		return ch.terms.contracts[i], true
	}
	switch {
	case c.Kind == rules.KindConnected && c.Contract != nil:
		if found, ok := with(func(o contract.Contract) bool { return o.ID == *c.Contract }); ok {
			return counterparty{found.PartnerID, found}, nil
		}
	case c.Kind == rules.KindContracted && c.RateContract != nil:
		if operator, ok := ch.terms.operators[*c.RateContract]; ok {
			found, _ := with(func(o contract.Contract) bool { return o.PartnerID == operator })
			return counterparty{operator, found}, nil
		}
	}
	return ch.Service.counterparty(ctx, c)
}

// hosted lists the contracts in force in which the account is the hotel.
func (ch *change) hosted(ctx context.Context) ([]contract.Contract, error) {
	if ch.terms != nil {
		return ch.terms.contracts, nil
	}
	return ch.deps.Contracts.Hosted(ctx, ch.owner)
}

// requirePropertyWritable refuses a change to a property that is beyond the plan. What the
// terms do not allow is asked again: they may be from before the account paid for more.
func (ch *change) requirePropertyWritable(ctx context.Context) error {
	if ch.terms != nil && !ch.terms.closed.Has(ch.owner, ch.property) {
		return nil
	}
	return ch.deps.Properties.RequireWritable(ctx, ch.owner, ch.property)
}

// requireWritable refuses a change to a calendar that is beyond the plan, or whose property is.
// The Master is part of its property.
func (ch *change) requireWritable(ctx context.Context, c rules.Calendar) error {
	if err := ch.requirePropertyWritable(ctx); err != nil || c.Kind == rules.KindMaster {
		return err
	}
	list, err := ch.calendars(ctx)
	if err != nil {
		return err
	}
	place := slices.IndexFunc(list, func(o rules.Calendar) bool { return o.ID == c.ID }) + 1
	if ch.terms != nil && plan.FeatureCalendars.Within(ch.terms.plan.Features, place) {
		return nil
	}
	return ch.deps.Plans.RequireWithin(ctx, ch.owner, plan.FeatureCalendars, func(context.Context) (int, error) { return place, nil })
}
