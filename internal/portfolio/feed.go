package portfolio

import (
	"context"
	"slices"
	"time"

	"allot/internal/contract"
	"allot/internal/platform/auth"
	"allot/internal/publication"
)

// Filter narrows what a system reads with a key.
type Filter struct {
	// Right is what a contract must give for a hotel to be part of it:
	// contract.RightFacts or contract.RightPhotos.
	Right      contract.Right
	Properties []int64 // empty: all
	Countries  []string
}

// batch is how many sheets are in memory at once.
const batch = 20

// Each yields the published properties that the holder of a key sees, in the
// order of their ids, each as it was published at the given moment.
func (s *Service) Each(ctx context.Context, key auth.KeyCaller, f Filter, asOf time.Time, yield func(Property) error) error {
	who, err := s.keyViewer(ctx, key)
	if err != nil {
		return err
	}
	ids, err := s.Publications.PublishedIDs(ctx, publication.CardFilter{
		Owners: who.owners(func(one sight) bool { return one.allows(f.Right) }), Properties: f.Properties,
	})
	if err != nil {
		return err
	}
	for part := range slices.Chunk(ids, batch) {
		versions, err := s.Publications.VersionsAsOf(ctx, part, f.Countries, asOf)
		if err != nil {
			return err
		}
		list, err := s.show(ctx, who, versions)
		if err != nil {
			return err
		}
		for _, p := range list {
			if err := yield(p); err != nil {
				return err
			}
		}
	}
	return nil
}
