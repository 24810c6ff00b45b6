package property

import (
	"context"
	"slices"

	"allot/internal/identity/plan"
)

// Closed is the properties that are closed to operators because nobody of the hotel
// can close them: all of suspended accounts, and those beyond an account's plan.
type Closed struct {
	accounts   map[int64]bool
	properties map[int64]bool
}

// What operators are told of a property that is closed to them.
const (
	ClosedCode    = "hotel_suspended"
	ClosedMessage = "This property is closed: the hotel's account is suspended, or its plan has ended"
)

// Has reports whether a property of an account is closed.
func (c Closed) Has(owner, id int64) bool { return c.accounts[owner] || c.properties[id] }

// Closed returns which properties of some accounts are closed to operators. It is the
// only place that decides this. The number of queries does not grow with the accounts
// within their plan.
func (s *Service) Closed(ctx context.Context, owners []int64) (Closed, error) {
	c := Closed{accounts: map[int64]bool{}, properties: map[int64]bool{}}
	owners = slices.Compact(slices.Sorted(slices.Values(owners)))
	for part := range slices.Chunk(owners, ownersAtOnce) {
		suspended, err := s.deps.Accounts.Suspended(ctx, part...)
		if err != nil {
			return Closed{}, err
		}
		for _, owner := range suspended {
			c.accounts[owner] = true
		}
		if err := s.closeBeyondPlan(ctx, part, c); err != nil {
			return Closed{}, err
		}
	}
	return c, nil
}

// ownersAtOnce keeps the parameters of a statement far below the limits of both engines.
const ownersAtOnce = 1000

func (s *Service) closeBeyondPlan(ctx context.Context, owners []int64, c Closed) error {
	limits, err := s.deps.Plans.LimitsOf(ctx, owners, plan.FeatureProperties)
	if err != nil {
		return err
	}
	limited := slices.DeleteFunc(slices.Clone(owners), func(owner int64) bool { return limits[owner] == plan.Unlimited })
	if len(limited) == 0 {
		return nil
	}
	counts, err := s.store.CountsOf(ctx, limited)
	if err != nil {
		return err
	}
	for _, owner := range limited {
		if counts[owner] <= limits[owner] {
			continue
		}
		ids, err := s.store.PropertyIDs(ctx, owner)
		if err != nil {
			return err
		}
		for _, id := range ids[min(limits[owner], len(ids)):] {
			c.properties[id] = true
		}
	}
	return nil
}
