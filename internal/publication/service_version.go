package publication

import (
	"context"
	"slices"
	"time"

	"allot/internal/billing"
	"allot/internal/platform/fold"
)

// batch is how many sheets are in memory at once.
const batch = 20

// AsOf is the moment whose published state an account on a plan gets to see:
// news reach it in steps of the plan's refresh interval. The steps are those of
// the clock, the same on every node and after every restart.
func (s *Service) AsOf(plan billing.Plan) time.Time {
	return s.now().Truncate(time.Duration(plan.Features.DataRefreshMinutes) * time.Minute)
}

// Current returns what is published of a property of any account: whoever asks
// checks the contract.
func (s *Service) Current(ctx context.Context, propertyID int64) (Version, error) {
	return s.store.Current(ctx, propertyID)
}

// EachCurrent yields what is published of each of the properties, a few in
// memory at a time; whoever asks checks the contracts.
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

// PublishedIDs lists the published properties that Cards would list, in the
// order of their ids. Ids only, because somebody may see thousands.
func (s *Service) PublishedIDs(ctx context.Context, f CardFilter) ([]int64, error) {
	if len(f.Owners) == 0 {
		return []int64{}, nil
	}
	f.Query = fold.Fold(f.Query)
	ids, err := s.store.PublishedIDs(ctx, f)
	slices.Sort(ids)
	return ids, err
}

// Shown is a property of which somebody sees a version.
type Shown struct {
	PropertyID  int64     `bun:"property_id"`
	PublishedAt time.Time `bun:"reviewed_at"` // of the version
}

// ShownAsOf lists, by property, what VersionsAsOf finds of the properties that the
// filter lets through, without reading it: somebody may see thousands. Countries are
// those of the versions.
func (s *Service) ShownAsOf(ctx context.Context, f CardFilter, asOf time.Time) ([]Shown, error) {
	if len(f.Owners) == 0 {
		return []Shown{}, nil
	}
	return s.store.ShownAsOf(ctx, f, asOf)
}

// VersionsAsOf lists, by property, the versions that somebody sees who gets no
// news younger than asOf; countries narrow them if there are any. A version is
// large: ask for few. Whoever asks checks the contracts.
func (s *Service) VersionsAsOf(ctx context.Context, properties []int64, countries []string, asOf time.Time) ([]Version, error) {
	if len(properties) == 0 {
		return []Version{}, nil
	}
	return s.store.VersionsAsOf(ctx, properties, countries, asOf)
}
