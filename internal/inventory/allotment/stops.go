package allotment

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/allotment/stopevent"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
)

// stopChange is a day of a calendar that entered, left or changed a stop sale, or
// left the status request.
type stopChange struct {
	calendar      *rules.Calendar
	room          int64
	date          civil.Date
	before, after stopState
}

// stopState is the status and reason of a day.
type stopState struct {
	status rules.Status
	reason rules.Reason
}

// event returns the kind of event: created, updated or cancelled.
func (s stopChange) event() int {
	switch {
	case !s.after.status.Stops():
		return cancelled
	case !s.before.status.Stops():
		return created
	}
	return updated
}

const (
	created = iota
	updated
	cancelled
)

// publishStops publishes the stop sales that a write set, changed and lifted, by
// calendar and kind of event.
func (ch *change) publishStops(ctx context.Context) error {
	slices.SortStableFunc(ch.stops, func(a, b stopChange) int {
		return cmp.Or(cmp.Compare(a.calendar.ID, b.calendar.ID), cmp.Compare(a.event(), b.event()),
			cmp.Compare(a.room, b.room), cmp.Compare(a.date, b.date))
	})
	for len(ch.stops) > 0 {
		first := ch.stops[0]
		n := slices.IndexFunc(ch.stops, func(s stopChange) bool { return s.calendar.ID != first.calendar.ID || s.event() != first.event() })
		if n < 0 {
			n = len(ch.stops)
		}
		if err := ch.publishGroup(ctx, ch.stops[:n]); err != nil {
			return err
		}
		ch.stops = ch.stops[n:]
	}
	return nil
}

// publishGroup publishes the stop sales of one calendar and kind of event. Many
// share an outbox row, because a write that closes every other day has thousands.
func (ch *change) publishGroup(ctx context.Context, some []stopChange) error {
	list, err := ch.stopSales(ctx, some)
	if err != nil {
		return err
	}
	route, err := ch.route(ctx, *some[0].calendar)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(list, stopevent.MaxStored) {
		if err := ch.deps.Events.Publish(ctx, stopSaleEvent(some[0].event(), stopevent.Change{Route: route, Data: part})); err != nil {
			return err
		}
	}
	return nil
}

func stopSaleEvent(event int, c stopevent.Change) outbox.Event {
	switch event {
	case created:
		return stopevent.Created(c)
	case updated:
		return stopevent.Updated(c)
	}
	return stopevent.Cancelled(c)
}

// route returns whom the stop sales of a calendar concern.
func (ch *change) route(ctx context.Context, c rules.Calendar) (stopevent.Route, error) {
	with, err := ch.counterparty(ctx, c)
	return stopevent.Route{
		OwnerID: ch.owner, PropertyID: ch.property, CalendarID: c.ID, Kind: string(c.Kind), Partner: with.partner, Late: ch.late,
	}, err
}

// stopSales joins consecutive days with the same values.
func (ch *change) stopSales(ctx context.Context, some []stopChange) ([]stopevent.StopSale, error) {
	c, kind := *some[0].calendar, some[0].event()
	allotted, err := ch.allotments(ctx, c)
	if err != nil {
		return nil, err
	}
	source := "calendar"
	if c.Kind == rules.KindMaster {
		source = "master"
	}
	var (
		list []stopevent.StopSale
		room rules.Room
	)
	for i, s := range some {
		if s.room != room.ID {
			if room, err = ch.room(ctx, "room", s.room); err != nil {
				return nil, err
			}
		}
		units := allotted(room, s.date)
		if last := len(list) - 1; last >= 0 && s.continues(some[i-1]) && equal(units, list[last].Allotment) {
			list[last].DateTo = s.date
			if list[last].Previous != nil {
				list[last].Previous.DateTo = s.date
			}
			continue
		}
		v := stopevent.Values{
			Date: s.date, DateTo: s.date, Allotment: units, RoomID: room.ID, RoomType: room.Name, RoomCode: room.Code, Source: source,
		}
		one := stopevent.StopSale{ID: fmt.Sprintf("%d-%d-%s", c.ID, room.ID, s.date), Values: v, Closing: kind == created}
		one.Status, one.Reason = statusText(s.after.status), string(s.after.reason)
		if kind != created {
			v.Status, v.Reason = statusText(s.before.status), string(s.before.reason)
			one.Previous = &v
		}
		list = append(list, one)
	}
	return list, nil
}

// continues reports whether o is the same change on the day before.
func (s stopChange) continues(o stopChange) bool {
	return s.room == o.room && s.date == o.date+1 && s.before == o.before && s.after == o.after
}

func equal(a, b *int) bool { return a == b || a != nil && b != nil && *a == *b }

// statusText returns the name of a status in events.
func statusText(s rules.Status) string {
	if s == rules.StatusRequest {
		return stopevent.StatusOnRequest
	}
	return string(s)
}

// allotments returns a function for the allotment of a calendar by room and date,
// which returns nil for a calendar without units.
func (ch *change) allotments(ctx context.Context, c rules.Calendar) (func(r rules.Room, date civil.Date) *int, error) {
	switch {
	case !c.Kind.Pooled():
		return func(rules.Room, civil.Date) *int { return nil }, nil
	case c.Kind == rules.KindMaster:
		return func(r rules.Room, _ civil.Date) *int { return &r.Units }, nil
	}
	blocks, known := ch.blocks[c.ID]
	if !known {
		var err error
		if blocks, err = ch.store.Blocks(ctx, ch.owner, c.ID); err != nil {
			return nil, err
		}
	}
	return func(r rules.Room, date civil.Date) *int {
		units := rules.AllottedOn(blocks, rules.Cell{Room: r.ID, Date: date}, ch.today)
		return &units
	}, nil
}
