package allotment

import (
	"context"
	"maps"
	"slices"

	"allot/internal/platform/civil"
)

// Updated tells that the availability of a property has changed: counts,
// blocks, what is reported as taken, or how many units there are. One event
// tells of everything that one request changed.
type Updated struct {
	OwnerID    int64      `json:"owner_id"`
	PropertyID int64      `json:"property_id"`
	From       civil.Date `json:"from"`
	To         civil.Date `json:"to"`
	Rooms      []RoomSpan `json:"rooms"`
	// Version is that of the property's availability from which on the change
	// can be read.
	Version int64 `json:"version"`
}

// RoomSpan is days of a room that follow one another.
type RoomSpan struct {
	Room int64      `json:"room"`
	From civil.Date `json:"from"`
	To   civil.Date `json:"to"`
}

// EventKind names the event.
func (Updated) EventKind() string { return "availability.updated" }

// EventOwner is the account of the property.
func (e Updated) EventOwner() int64 { return e.OwnerID }

// spans are the cells that a write has changed.
type spans map[cell]struct{}

// touch notes that what is available of a room on a date may have changed.
func (h *hotel) touch(room int64, date civil.Date) {
	if h.changed == nil {
		h.changed = spans{}
	}
	h.changed[cell{room, date}] = struct{}{}
}

// touchSeason is touch for every day of a season.
func (h *hotel) touchSeason(room int64, season civil.Range) {
	for date := season.From; date <= season.To; date++ {
		h.touch(room, date)
	}
}

// publish tells of everything that the write came to.
func (h *hotel) publish(ctx context.Context) error {
	if err := h.publishStops(ctx); err != nil {
		return err
	}
	if len(h.changed) == 0 {
		return nil
	}
	ev := Updated{OwnerID: h.owner, PropertyID: h.property, Rooms: h.changed.rooms(), Version: h.version}
	ev.From, ev.To = ev.Rooms[0].From, ev.Rooms[0].To
	for _, r := range ev.Rooms {
		ev.From, ev.To = min(ev.From, r.From), max(ev.To, r.To)
	}
	return h.Events.Publish(ctx, ev)
}

// rooms joins days that follow one another.
func (s spans) rooms() []RoomSpan {
	var list []RoomSpan
	for _, c := range slices.SortedFunc(maps.Keys(s), compareCells) {
		last := len(list) - 1
		if last >= 0 && list[last].Room == c.room && list[last].To+1 == c.date {
			list[last].To = c.date
			continue
		}
		list = append(list, RoomSpan{c.room, c.date, c.date})
	}
	return list
}
