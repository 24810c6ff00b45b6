package portfolio

import (
	"cmp"
	"context"
	"slices"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
)

// Filter narrows what a key reads.
type Filter struct {
	// Right is what a contract must grant for a hotel to be included:
	// contract.RightFacts or contract.RightPhotos.
	Right      contract.Right
	Properties []int64 // empty: all
	Countries  []string
}

// batch is how many sheets are in memory at once.
const batch = 20

// Selection is the properties that a key may read, before they are read.
type Selection struct {
	// Shown is how many properties there are, of Total that the filter finds.
	Shown, Total int
	// Newest is when the newest of the versions was published; zero without
	// any. A new hotel is shown at once, whatever the plan.
	Newest time.Time

	service *Service
	who     viewer
	filter  Filter
	asOf    time.Time
	list    []selected
}

// selected is a property of a selection; draft is set if it was never
// published.
type selected struct {
	id    int64
	draft *property.Unpublished
	at    time.Time
}

// Select finds the properties that a key may read, by id, each as it was
// published at the given time, and those that are not published yet.
func (s *Service) Select(ctx context.Context, key auth.KeyCaller, f Filter, asOf time.Time) (*Selection, error) {
	who, err := s.keyViewer(ctx, key)
	if err != nil {
		return nil, err
	}
	// Drafts first: a property that is published in between is then in at least
	// one of the two lists.
	drafts, err := s.drafts(ctx, who, f)
	if err != nil {
		return nil, err
	}
	shown, err := s.deps.Publications.ShownAsOf(ctx, publication.CardFilter{
		Owners: who.owners(f.opens), Properties: f.Properties, Countries: f.Countries,
	}, asOf)
	if err != nil {
		return nil, err
	}
	x := &Selection{service: s, who: who, filter: f, asOf: asOf, list: make([]selected, 0, len(shown)+len(drafts))}
	for _, one := range shown {
		x.list = append(x.list, selected{id: one.PropertyID, at: one.PublishedAt})
	}
	for _, d := range drafts {
		x.list = append(x.list, selected{id: d.ID, draft: &d})
	}
	x.narrow(key)
	return x, nil
}

// narrow removes what the key may not read, sorts by id and removes duplicates.
func (x *Selection) narrow(key auth.KeyCaller) {
	x.list = slices.DeleteFunc(x.list, func(one selected) bool { return !key.InScope(one.id) })
	slices.SortStableFunc(x.list, func(a, b selected) int { return cmp.Compare(a.id, b.id) })
	x.list = slices.CompactFunc(x.list, func(a, b selected) bool { return a.id == b.id })
	x.Total = len(x.list)
	if key.MaxProperties > 0 && x.Total > key.MaxProperties {
		x.list = x.list[:key.MaxProperties]
	}
	x.Shown = len(x.list)
	for _, one := range x.list {
		if one.at.After(x.Newest) {
			x.Newest = one.at
		}
	}
}

// IDs lists the properties of the selection.
func (x *Selection) IDs() []int64 {
	ids := make([]int64, len(x.list))
	for i, one := range x.list {
		ids[i] = one.id
	}
	return ids
}

// opens reports whether a contract grants a system what the filter selects.
func (f Filter) opens(one grant) bool {
	return one.allows(f.Right) && one.allows(contract.RightExports)
}

// drafts returns the unpublished properties that a contract would show if they
// were published. A hotel's own are not listed.
func (s *Service) drafts(ctx context.Context, who viewer, f Filter) ([]property.Unpublished, error) {
	owners := who.owners(func(one grant) bool { return one.contract != nil && f.opens(one) })
	list, err := s.deps.Properties.Unpublished(ctx, owners, f.Properties)
	return slices.DeleteFunc(list, func(p property.Unpublished) bool {
		return len(f.Countries) > 0 && !slices.Contains(f.Countries, p.Country)
	}), err
}

// Each yields the properties in batches. No transaction is open while it
// yields, because the consumer may be slow. Properties deleted meanwhile are
// left out.
func (x *Selection) Each(ctx context.Context, yield func(Property) error) error {
	for part := range slices.Chunk(x.list, batch) {
		list, err := x.read(ctx, part)
		if err != nil {
			return err
		}
		for _, one := range part {
			if p, there := list[one.id]; there {
				if err := yield(p); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (x *Selection) read(ctx context.Context, part []selected) (map[int64]Property, error) {
	var (
		published []int64
		drafts    []property.Unpublished
	)
	for _, one := range part {
		if one.draft != nil {
			drafts = append(drafts, *one.draft)
		} else {
			published = append(published, one.id)
		}
	}
	versions, err := x.service.deps.Publications.VersionsAsOf(ctx, published, x.filter.Countries, x.asOf)
	if err != nil {
		return nil, err
	}
	list, err := x.service.show(ctx, x.who, versions)
	if err != nil {
		return nil, err
	}
	waiting, err := x.service.showDrafts(ctx, x.who, drafts)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]Property, len(part))
	for _, p := range append(list, waiting...) {
		byID[p.Card.PropertyID] = p
	}
	return byID, nil
}

// State is a fingerprint of what a selection yields: with the same filter, equal
// states mean equal properties.
type State struct {
	Sources contract.Sources
	AsOf    time.Time // zero if changes are shown at once: the sources change with them
}

// State returns the state of everything that a key may read, without reading
// it. live is for plans without a delay.
func (s *Service) State(ctx context.Context, key auth.KeyCaller, asOf time.Time, live bool) (State, error) {
	src, err := s.deps.Contracts.Sources(ctx, key)
	state := State{Sources: src, AsOf: asOf}
	if live {
		state.AsOf = time.Time{}
	}
	return state, err
}
