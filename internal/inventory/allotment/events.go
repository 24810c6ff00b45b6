package allotment

import (
	"context"
	"maps"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// Updated tells that the availability of a property has changed: counts,
// blocks, what is reported as taken, or how many units there are. One event
// tells of everything that one request changed.
//
// It names the days and holds no values: whoever sends it reads them, at its
// version or a later one, as each receiver is told them. Values of an earlier
// version would oversell.
type Updated struct {
	Route UpdatedRoute `json:"route"`
	Data  UpdatedData  `json:"data"`
}

// UpdatedRoute says whom the event concerns. It is never sent.
type UpdatedRoute struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	// Version is that of the property's availability from which on the change
	// can be read.
	Version int64 `json:"version"`
	// Calendars are those whose own days or blocks have changed.
	Calendars []int64 `json:"calendars"`
	// Pool tells that what rooms have left has changed, which every calendar shows.
	Pool bool `json:"pool"`
	// Late are the contracts whose notice is not kept by closed units that leave
	// nothing, as the terms were then. Stops have events of their own.
	Late []contract.Late `json:"late,omitempty"`
}

// UpdatedData is which days have changed.
type UpdatedData struct {
	PropertyID int64      `json:"property_id"`
	From       civil.Date `json:"from"`
	To         civil.Date `json:"to"`
	Rooms      []RoomSpan `json:"rooms"`
}

// RoomSpan is days of a room that follow one another.
type RoomSpan struct {
	Room int64      `json:"room_id"`
	From civil.Date `json:"from"`
	To   civil.Date `json:"to"`
}

// maxSpans bounds what one event names. Beyond it each room has one span that
// encloses all of its days: a receiver is told some that are as they were.
const maxSpans = 1000

// EventKind names the event.
func (Updated) EventKind() string { return "availability.updated" }

// EventOwner is the account of the property.
func (e Updated) EventOwner() int64 { return e.Route.OwnerID }

// spans are the cells that a write has changed.
type cellSet map[rules.Cell]struct{}

// concerns is whose availability a write has changed.
type affected struct {
	calendars []int64
	pool      bool
	late      []contract.Late
}

// touchOn notes that a calendar may have another number, status or allotment on
// a date.
func (ch *change) touchOn(calendar, room int64, date civil.Date) {
	if !slices.Contains(ch.affected.calendars, calendar) {
		ch.affected.calendars = append(ch.affected.calendars, calendar)
	}
	ch.markChanged(room, date)
}

// touch notes that what is left of a room on a date may have changed.
func (ch *change) touch(room int64, date civil.Date) {
	ch.affected.pool = true
	ch.markChanged(room, date)
}

func (ch *change) markChanged(room int64, date civil.Date) {
	if ch.changed == nil {
		ch.changed = cellSet{}
	}
	ch.changed[rules.Cell{Room: room, Date: date}] = struct{}{}
}

// touchSeason is touch for every day of a season.
func (ch *change) touchSeason(room int64, season civil.Range) {
	for date := season.From; date <= season.To; date++ {
		ch.touch(room, date)
	}
}

// publish tells of everything that the write came to.
func (ch *change) publish(ctx context.Context) error {
	if err := ch.publishStops(ctx); err != nil {
		return err
	}
	if len(ch.changed) == 0 {
		return nil
	}
	data := UpdatedData{PropertyID: ch.property, Rooms: ch.changed.roomSpans()}
	data.From, data.To = data.Rooms[0].From, data.Rooms[0].To
	for _, r := range data.Rooms {
		data.From, data.To = min(data.From, r.From), max(data.To, r.To)
	}
	calendars := append([]int64{}, ch.affected.calendars...)
	return ch.Events.Publish(ctx, Updated{Data: data, Route: UpdatedRoute{
		OwnerID: ch.owner, PropertyID: ch.property, Version: ch.version, Calendars: calendars, Pool: ch.affected.pool, Late: ch.affected.late,
	}})
}

// rooms joins days that follow one another and, where those are too many, all
// days of a room.
func (s cellSet) roomSpans() []RoomSpan {
	var list []RoomSpan
	for _, c := range slices.SortedFunc(maps.Keys(s), rules.CompareCells) {
		last := len(list) - 1
		if last >= 0 && list[last].Room == c.Room && list[last].To+1 == c.Date {
			list[last].To = c.Date
			continue
		}
		list = append(list, RoomSpan{c.Room, c.Date, c.Date})
	}
	if len(list) <= maxSpans {
		return list
	}
	whole := list[:0]
	for _, r := range list {
		if last := len(whole) - 1; last >= 0 && whole[last].Room == r.Room {
			whole[last].To = r.To
			continue
		}
		whole = append(whole, r)
	}
	return whole
}
