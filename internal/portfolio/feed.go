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
// order of their ids, each as it was published at the given moment. Nothing is
// open while it yields: whoever takes them may be slow.
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
	told := 0
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
			if !key.InScope(p.Card.PropertyID) {
				continue
			}
			if key.MaxProperties > 0 && told == key.MaxProperties {
				return nil
			}
			told++
			if err := yield(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// State is what decides what Each yields, beside the filter: equal states mean
// equal properties.
type State struct {
	Sources contract.Sources
	AsOf    time.Time // zero where news are shown at once: the sources tell of them
}

// State tells where everything stands that the holder of a key is told, without
// reading it. live is for plans whose news are not held back.
func (s *Service) State(ctx context.Context, key auth.KeyCaller, asOf time.Time, live bool) (State, error) {
	src, err := s.Contracts.Sources(ctx, key)
	state := State{Sources: src, AsOf: asOf}
	if live {
		state.AsOf = time.Time{}
	}
	return state, err
}
