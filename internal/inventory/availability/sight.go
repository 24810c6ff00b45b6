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
	// Sights are the properties of a user's portfolio for those who add up days
	// instead of showing them.
	Sights struct {
		IDs []int64 // in order

		service *Service
		ask     *Ask
		entries []*entry
	}
	// Sight is what is told of one property, or why nothing is.
	Sight struct {
		ID      int64
		Name    string
		Refusal *Refusal

		season civil.Range
		entry  *entry
		snap   *reading.Snapshot
		places []int
	}
)

// Sights finds what the caller's account is told, as far as the caller may work
// on it.
func (s *Service) Sights(ctx context.Context, who auth.Caller, properties []int64) (*Sights, error) {
	p, err := s.Portfolio(ctx, ReaderOf(who))
	if err != nil {
		return nil, err
	}
	ask := &Ask{Properties: properties}
	entries := p.shown(ask, who.MaySeeProperty)
	return &Sights{idsOf(entries), s, ask, entries}, nil
}

// Each yields some of the properties with the days of a season. One that was
// deleted meanwhile is left out.
func (v *Sights) Each(ctx context.Context, ids []int64, season civil.Range, yield func(Sight) error) error {
	some := slices.DeleteFunc(slices.Clone(v.entries), func(e *entry) bool { return !slices.Contains(ids, e.id) })
	x, _, err := v.service.export(ctx, v.ask, season, some)
	if err != nil {
		return err
	}
	for _, it := range x.items {
		one := Sight{ID: it.id, Name: it.name, Refusal: it.refusal, season: season, entry: it.entry}
		if one.Refusal == nil {
			one.snap, err = v.service.Allotments.Snapshot(ctx, it.owner, it.id, season)
			if errors.Is(err, apperr.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			one.places, one.Refusal = it.binding.choose(one.snap.Calendars, v.ask)
		}
		if err := yield(one); err != nil {
			return err
		}
	}
	return nil
}

// Rooms yields every room of every calendar that the reader sees, with its days;
// own tells that the calendar is the reader's own, whose numbers are its business.
// What is yielded is good until the next.
func (v Sight) Rooms(yield func(own bool, row rules.Row, cells *rules.Cells)) {
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
