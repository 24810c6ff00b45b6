package report

import (
	"context"
	"errors"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/availability"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

type (
	// Filter selects the properties and days of a report on availability; empty
	// fields do not filter.
	Filter struct {
		Properties []int64
		From, To   civil.Date
	}
	// Availability is a report that is read in parts.
	Availability struct {
		Season civil.Range
		IDs    []int64 // of the properties, in order

		each func(ctx context.Context, ids []int64, yield func(Property) error) error
	}
	// Property is a property of the report: a house of the account's own, or one
	// that an operator is offered, or why it is told nothing of it.
	Property struct {
		ID      int64
		Name    string
		House   *House
		Offer   *Offer
		Refusal *availability.Refusal
	}
)

// batch is how many properties are read together.
const batch = 50

// Availability reports on the caller's own properties, or for an operator on
// those of its portfolio, by default on the next 30 days.
func (s *Service) Availability(ctx context.Context, who auth.Caller, f Filter) (*Availability, error) {
	season, err := field.NextDays(f.From, f.To, s.today())
	if err != nil {
		return nil, err
	}
	if who.AccountType == auth.TourOperator {
		return s.offers(ctx, who, f.Properties, season)
	}
	return s.houses(ctx, who, f.Properties, season)
}

// Each yields some properties of the report, in their order. Properties deleted
// meanwhile are left out.
func (a *Availability) Each(ctx context.Context, ids []int64, yield func(Property) error) error {
	return a.each(ctx, ids, yield)
}

func (s *Service) houses(ctx context.Context, who auth.Caller, wanted []int64, season civil.Range) (*Availability, error) {
	ids, err := s.deps.Properties.IDs(ctx, who.OwnerID)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id int64) bool {
		return !who.MaySeeProperty(id) || len(wanted) > 0 && !slices.Contains(wanted, id)
	})
	return &Availability{season, ids, func(ctx context.Context, ids []int64, yield func(Property) error) error {
		for part := range slices.Chunk(ids, batch) {
			if err := s.deps.Allotments.PrefetchStamps(ctx, part); err != nil {
				return err
			}
			for _, id := range part {
				snap, err := s.deps.Allotments.Snapshot(ctx, who.OwnerID, id, season)
				if errors.Is(err, apperr.ErrNotFound) {
					continue
				}
				if err != nil {
					return err
				}
				house := houseOf(snap, season)
				if err := yield(Property{ID: snap.PropertyID, Name: snap.Name, House: &house}); err != nil {
					return err
				}
			}
		}
		return nil
	}}, nil
}

func (s *Service) offers(ctx context.Context, who auth.Caller, wanted []int64, season civil.Range) (*Availability, error) {
	p, err := s.deps.Portfolios.PropertyViews(ctx, who, wanted)
	if err != nil {
		return nil, err
	}
	return &Availability{season, p.IDs, func(ctx context.Context, ids []int64, yield func(Property) error) error {
		for part := range slices.Chunk(ids, batch) {
			err := p.Each(ctx, part, season, func(of availability.PropertyView) error {
				one := Property{ID: of.ID, Name: of.Name, Refusal: of.Refusal}
				if of.Refusal == nil {
					offer := offerOf(of, season)
					one.Offer = &offer
				}
				return yield(one)
			})
			if err != nil {
				return err
			}
		}
		return nil
	}}, nil
}

// Month is the days of a season that are in one month.
type Month[F any] struct {
	Month   string // such as 2030-06
	Figures F
}

// monthsOf splits days into months and adds up each.
func monthsOf[D, F any](season civil.Range, days []D, sum func([]D) F) []Month[F] {
	var list []Month[F]
	for first := 0; first < len(days); {
		name := monthOf(season.From.Add(first))
		next := first + 1
		for next < len(days) && monthOf(season.From.Add(next)) == name {
			next++
		}
		list = append(list, Month[F]{name, sum(days[first:next])})
		first = next
	}
	return list
}

func monthOf(d civil.Date) string { return d.String()[:len("2030-06")] }
