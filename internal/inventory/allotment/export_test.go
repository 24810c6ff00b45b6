package allotment

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// Write is a write to a property under way, for tests of what is read.
type Write struct{ ch *change }

// Write runs fn as every write to a property does.
func (s *Service) Write(ctx context.Context, owner, property int64, fn func(ctx context.Context, w Write) error) error {
	return s.change(ctx, owner, property, Everything, func(ctx context.Context, ch *change) error { return fn(ctx, Write{ch}) })
}

// Version is that of the write.
func (w Write) Version() int64 { return w.ch.version }

// Today is where the property is.
func (w Write) Today() civil.Date { return w.ch.today }

// Rooms are those that the write goes by.
func (w Write) Rooms(ctx context.Context) ([]rules.Room, error) { return w.ch.allRooms(ctx) }

// Known tells whether the write has rooms without having asked for them.
func (w Write) Known() bool { return w.ch.cachedRooms != nil }

// SaveDays stores days of a calendar and moves the pool.
func (w Write) SaveDays(ctx context.Context, c rules.Calendar, days ...rules.Day) error {
	cells, edits := make([]rules.Cell, len(days)), map[rules.Cell]edit{}
	slices.SortFunc(days, func(a, b rules.Day) int { return cmp.Or(cmp.Compare(a.RoomID, b.RoomID), cmp.Compare(a.Date, b.Date)) })
	for i := range days {
		d := &days[i]
		d.CalendarID, d.OwnerID, d.PropertyID, d.Version = c.ID, w.ch.owner, w.ch.property, w.ch.version
		cells[i] = rules.Cell{Room: d.RoomID, Date: d.Date}
	}
	stored, err := w.ch.store.ReadDraft(ctx, draftQuery(c, cells))
	if err != nil {
		return err
	}
	present := byCell(stored.Days)
	for _, d := range days {
		at := rules.Cell{Room: d.RoomID, Date: d.Date}
		if n := d.Held() - present[at].Held(); n != 0 && c.Kind.Pooled() {
			edits[at] = edit{committed: n}
		}
	}
	if _, err := w.ch.updatePool(ctx, edits); err != nil {
		return err
	}
	return w.ch.store.SaveDays(ctx, days)
}

// Report stores what systems say is taken.
func (w Write) Report(ctx context.Context, room int64, date civil.Date, units int) error {
	_, err := w.ch.updatePool(ctx, map[rules.Cell]edit{{Room: room, Date: date}: {reported: &units}})
	return err
}
