package availability

import (
	"context"
	"errors"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

type (
	// PropertyViews are the properties of a user's portfolio, for reports that add
	// up days.
	PropertyViews struct {
		IDs []int64 // in order

		service *Service
		query   *Query
		entries []*entry
	}
	// PropertyView is one property with its days, or why there are none.
	PropertyView struct {
		ID      int64
		Name    string
		Refusal *Refusal

		season civil.Range
		entry  *entry
		snap   *reading.Snapshot
		places []int
	}
)

// PropertyViews returns the properties in the caller's scope.
func (s *Service) PropertyViews(ctx context.Context, who auth.Caller, properties []int64) (*PropertyViews, error) {
	p, err := s.Portfolio(ctx, ReaderOf(who))
	if err != nil {
		return nil, err
	}
	query := &Query{Properties: properties}
	entries := p.filter(query, who.MaySeeProperty)
	return &PropertyViews{idsOf(entries), s, query, entries}, nil
}

// Each yields some of the properties with the days of a season. One deleted
// meanwhile is left out.
func (v *PropertyViews) Each(ctx context.Context, ids []int64, season civil.Range, yield func(PropertyView) error) error {
	some := slices.DeleteFunc(slices.Clone(v.entries), func(e *entry) bool { return !slices.Contains(ids, e.id) })
	x, _, err := v.service.export(ctx, v.query, season, some)
	if err != nil {
		return err
	}
	days := dayReader{allotments: v.service.deps.Allotments, items: x.items, season: season}
	for i, it := range x.items {
		one := PropertyView{ID: it.id, Name: it.name, Refusal: it.refusal, season: season, entry: it.entry}
		if one.Refusal == nil {
			one.snap, err = days.of(ctx, i)
			if errors.Is(err, apperr.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			one.places, one.Refusal = it.binding.choose(one.snap.Calendars, v.query)
		}
		if err := yield(one); err != nil {
			return err
		}
	}
	return nil
}

// Rooms yields every room of every calendar that the reader sees, with its days.
// own reports that the calendar is the reader's own, whose numbers it may see.
// The arguments are valid until the next call.
func (v PropertyView) Rooms(yield func(own bool, row rules.Row, cells *rules.Cells)) {
	var cells rules.Cells
	for _, place := range v.places {
		for _, r := range v.entry.rooms {
			if at, there := v.snap.RoomAt(r.id); there {
				row := v.snap.Row(place, at, v.season)
				v.entry.resolve(row, &cells)
				yield(!row.Master, row, &cells)
			}
		}
	}
}
