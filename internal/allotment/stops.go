package allotment

import (
	"cmp"
	"context"
	"slices"

	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
	"allot/internal/stopsale"
)

// stop is a day of a calendar that entered, left or changed a stop sale.
type stop struct {
	calendar      Calendar
	room          int64
	date          civil.Date
	before, after Status
}

type stops []stop

// event is which kind of news a stop is.
func (s stop) event() int {
	switch {
	case !s.before.Stops():
		return created
	case !s.after.Stops():
		return cancelled
	}
	return updated
}

const (
	created = iota
	updated
	cancelled
)

// publishStops tells of the stop sales that a write set, changed and lifted, one
// event of each kind and calendar.
func (h *hotel) publishStops(ctx context.Context) error {
	slices.SortStableFunc(h.stops, func(a, b stop) int {
		return cmp.Or(cmp.Compare(a.calendar.ID, b.calendar.ID), cmp.Compare(a.event(), b.event()),
			cmp.Compare(a.room, b.room), cmp.Compare(a.date, b.date))
	})
	for len(h.stops) > 0 {
		first := h.stops[0]
		n := slices.IndexFunc(h.stops, func(s stop) bool { return s.calendar.ID != first.calendar.ID || s.event() != first.event() })
		if n < 0 {
			n = len(h.stops)
		}
		if err := h.publishSome(ctx, h.stops[:n]); err != nil {
			return err
		}
		h.stops = h.stops[n:]
	}
	return nil
}

func (h *hotel) publishSome(ctx context.Context, some stops) error {
	entries, err := h.entries(ctx, some)
	if err != nil {
		return err
	}
	c := stopsale.Change{OwnerID: h.owner, PropertyID: h.property, CalendarID: &some[0].calendar.ID, Source: some[0].calendar.Name, Entries: entries}
	var ev outbox.Event
	switch some[0].event() {
	case created:
		ev = stopsale.Created(c)
	case updated:
		ev = stopsale.Updated(c)
	default:
		ev = stopsale.Cancelled(c)
	}
	return h.Events.Publish(ctx, ev)
}

// entries joins days in a row that are alike.
func (h *hotel) entries(ctx context.Context, some stops) ([]stopsale.Entry, error) {
	rooms, err := h.allRooms(ctx)
	if err != nil {
		return nil, err
	}
	blocks, err := h.store.Blocks(ctx, h.owner, some[0].calendar.ID)
	if err != nil {
		return nil, err
	}
	var list []stopsale.Entry
	for _, s := range some {
		r := rooms[slices.IndexFunc(rooms, func(r Room) bool { return r.ID == s.room })]
		e := stopsale.Entry{Room: s.room, RoomType: r.Name, From: s.date, To: s.date, Status: told(s.after), PreviousStatus: told(s.before)}
		if s.calendar.Kind.Pooled() {
			units := h.allotted(s.calendar, r, blocks, s.date)
			e.Allotment = &units
		}
		if last := len(list) - 1; last >= 0 && follows(list[last], e) {
			list[last].To = e.To
			continue
		}
		list = append(list, e)
	}
	return list, nil
}

// told is a status in the words that others read.
func told(s Status) string {
	if s == StatusRequest {
		return "on_request"
	}
	return string(s)
}

// allotted is what a calendar has of a room on a date.
func (h *hotel) allotted(c Calendar, r Room, blocks []Block, date civil.Date) int {
	if c.Kind == KindMaster {
		return r.Units
	}
	for _, b := range blocks {
		if b.RoomID == r.ID && b.Season().Contains(date) {
			return b.inForce(date, h.today)
		}
	}
	return 0
}

func follows(a, b stopsale.Entry) bool {
	same := a.Allotment == b.Allotment || a.Allotment != nil && b.Allotment != nil && *a.Allotment == *b.Allotment
	return same && a.Room == b.Room && a.To+1 == b.From && a.Status == b.Status && a.PreviousStatus == b.PreviousStatus
}
