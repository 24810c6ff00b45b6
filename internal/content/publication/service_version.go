package publication

import (
	"context"
	"slices"
	"time"

	"allot/internal/identity/plan"
	"allot/internal/platform/fold"
)

// batch is how many sheets are in memory at once.
const batch = 20

// AsOf returns the time whose published state an account on a plan sees: changes reach it in
// steps of the plan's refresh interval. The steps follow the clock, so that they are the same
// on every node and after a restart.
func (s *Service) AsOf(p plan.Plan) time.Time {
	return s.now().Truncate(time.Duration(p.Features.DataRefreshMinutes) * time.Minute)
}

// ShownAt returns when an account on a plan sees what was published at a time: AsOf is that
// time or later from then on.
func ShownAt(p plan.Plan, published time.Time) time.Time {
	step := time.Duration(p.Features.DataRefreshMinutes) * time.Minute
	shown := published.Truncate(step)
	if shown.Before(published) {
		shown = shown.Add(step)
	}
	return shown
}

// Current returns the published version of a property of any account; callers check the
// contract.
func (s *Service) Current(ctx context.Context, propertyID int64) (Version, error) {
	return s.store.Current(ctx, propertyID)
}

// EachCurrent calls yield with the published version of each property, with a few in memory at
// a time; callers check the contracts.
func (s *Service) EachCurrent(ctx context.Context, properties []int64, yield func(Version) error) error {
	for part := range slices.Chunk(properties, batch) {
		versions, err := s.store.CurrentOf(ctx, part)
		if err != nil {
			return err
		}
		for _, v := range versions {
			if err := yield(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// PublishedIDs lists the published properties that Cards would list, by id. It returns only
// ids, because a caller may see thousands.
func (s *Service) PublishedIDs(ctx context.Context, f CardFilter) ([]int64, error) {
	if len(f.Owners) == 0 {
		return []int64{}, nil
	}
	f.Query = fold.Fold(f.Query)
	ids, err := s.store.PublishedIDs(ctx, f)
	slices.Sort(ids)
	return ids, err
}

// Shown is a property and the time of the version of it that a reader sees.
type Shown struct {
	PropertyID  int64     `bun:"property_id"`
	PublishedAt time.Time `bun:"reviewed_at"` // of the version
}

// ShownAsOf lists, by property, which versions VersionsAsOf would return for the properties
// that match the filter, without reading them. Countries are those of the versions.
func (s *Service) ShownAsOf(ctx context.Context, f CardFilter, asOf time.Time) ([]Shown, error) {
	if len(f.Owners) == 0 {
		return []Shown{}, nil
	}
	return s.store.ShownAsOf(ctx, f, asOf)
}

// VersionsAsOf lists, by property, the versions that a reader sees who gets no change later
// than asOf; countries narrow them unless empty. A version is large: ask for few. Callers check
// the contracts.
func (s *Service) VersionsAsOf(ctx context.Context, properties []int64, countries []string, asOf time.Time) ([]Version, error) {
	if len(properties) == 0 {
		return []Version{}, nil
	}
	return s.store.VersionsAsOf(ctx, properties, countries, asOf)
}
