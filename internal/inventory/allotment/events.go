package allotment

import (
	"context"
	"maps"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/platform/civil"
)

// Updated is the event that what can be sold of a property has changed: statuses,
// counts, blocks, reported units, totals, shared units, or what operators may read. One
// event covers everything that one request changed.
//
// It names the days without values. The sender reads the values for each receiver,
// at the event's version or a later one: older values would oversell.
type Updated struct {
	Route UpdatedRoute `json:"route"`
	Data  UpdatedData  `json:"data"`
}

// UpdatedRoute says whom the event concerns. It is not sent to receivers.
type UpdatedRoute struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	// Version is the first version of the availability that has the change.
	Version int64 `json:"version"`
	// Calendars are those whose own days or blocks have changed.
	Calendars []int64 `json:"calendars"`
	// Pool reports that units left in rooms have changed, which every calendar shows.
	Pool bool `json:"pool"`
	// Partners are operators to which every day may look different: what they may read
	// has changed, or which calendar. They are told even if they can read nothing now.
	Partners []int64 `json:"partners,omitempty"`
	// All reports that the days are those of every room, not only of those named.
	All bool `json:"all,omitempty"`
	// Deleted reports that the property is deleted.
	Deleted bool `json:"deleted,omitempty"`
	// Late are the contracts, with their terms at the time, whose notice period is
	// broken by closing the last units. Stop sales have events of their own.
	Late []contract.NoticeBreach `json:"late,omitempty"`
}

// UpdatedData names the changed days.
type UpdatedData struct {
	PropertyID int64      `json:"property_id"`
	From       civil.Date `json:"from"`
	To         civil.Date `json:"to"`
	Rooms      []RoomSpan `json:"rooms"`
}

// RoomSpan is consecutive days of a room.
type RoomSpan struct {
	Room int64      `json:"room_id"`
	From civil.Date `json:"from"`
	To   civil.Date `json:"to"`
}

// maxSpans bounds the spans of one event. Above it each room has one span that
// encloses all of its changed days, and unchanged days between them.
const maxSpans = 1000

// Horizon is how many days from today on an event tells of if all days have changed,
// and how many an export shows at most.
const Horizon = 1100

// horizonFrom returns the days of an event about all days.
func horizonFrom(today civil.Date) civil.Range {
	return civil.Range{From: today, To: today.Add(Horizon - 1)}
}

// EventKind returns the name of the event.
func (Updated) EventKind() string { return "availability.updated" }

// EventOwner returns the account of the property.
func (e Updated) EventOwner() int64 { return e.Route.OwnerID }

// cellSet is the cells that a write has changed.
type cellSet map[rules.Cell]struct{}

// affected is whose availability a write has changed.
type affected struct {
	calendars []int64
	partners  []int64 // to whom every day may look different
	pool      bool
	all       bool // every day of the calendars
	deleted   bool // the property
	late      []contract.NoticeBreach
}

// touchOn marks a day of a calendar as changed: a count, status or allotment.
func (ch *change) touchOn(calendar, room int64, date civil.Date) {
	ch.affected.addCalendar(calendar)
	ch.markChanged(room, date)
}

func (a *affected) addCalendar(id int64) {
	if !slices.Contains(a.calendars, id) {
		a.calendars = append(a.calendars, id)
	}
}

// touchAll marks every day of a calendar as changed: it is new, deleted or bound to
// somebody else, so that its operator sees it, or does not any more.
func (ch *change) touchAll(ctx context.Context, c rules.Calendar) error {
	with, err := ch.counterparty(ctx, c)
	if err != nil {
		return err
	}
	ch.affected.all = true
	ch.affected.addCalendar(c.ID)
	if with.partner != 0 && !slices.Contains(ch.affected.partners, with.partner) {
		ch.affected.partners = append(ch.affected.partners, with.partner)
	}
	ch.wakes = ch.wakes || c.Kind == rules.KindContracted
	return nil
}

// touch marks the units left in a room on a date as changed.
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

// publish publishes the events of the write.
func (ch *change) publish(ctx context.Context) error {
	if err := ch.publishStops(ctx); err != nil {
		return err
	}
	if ch.wakes {
		if err := ch.store.Wake(ctx, ch.owner, ch.property, ch.today+1); err != nil {
			return err
		}
	}
	if len(ch.changed) == 0 && !ch.affected.all {
		return nil
	}
	if ch.deps.Changed != nil && len(ch.changed) > 0 {
		kind, cells := ch.kind, len(ch.changed)
		ch.store.AfterCommit(ctx, func() { ch.deps.Changed(kind, cells) })
	}
	partners, err := ch.namedPartners(ctx)
	if err != nil {
		return err
	}
	return ch.deps.Events.Publish(ctx, Updated{Data: ch.updatedData(), Route: UpdatedRoute{
		OwnerID: ch.owner, PropertyID: ch.property, Version: ch.version, Calendars: append([]int64{}, ch.affected.calendars...),
		Pool: ch.affected.pool, Partners: partners, All: ch.affected.all, Deleted: ch.affected.deleted, Late: ch.affected.late,
	}})
}

// namedPartners returns the operators that the event of the write names. Of a property that
// was never published nobody knows, so nobody is told that it is deleted.
func (ch *change) namedPartners(ctx context.Context) ([]int64, error) {
	if len(ch.affected.partners) == 0 {
		return nil, nil
	}
	found, err := ch.deps.Properties.Some(ctx, []int64{ch.owner}, []int64{ch.property})
	if err != nil || found[ch.property].PublishedAt == nil {
		return nil, err
	}
	return ch.affected.partners, nil
}

// updatedData names the changed days.
func (ch *change) updatedData() UpdatedData {
	data := UpdatedData{PropertyID: ch.property, Rooms: ch.changed.roomSpans()}
	if ch.affected.all {
		season := horizonFrom(ch.today)
		data.From, data.To = season.From, season.To
	} else {
		data.From, data.To = data.Rooms[0].From, data.Rooms[0].To
	}
	for _, r := range data.Rooms {
		data.From, data.To = min(data.From, r.From), max(data.To, r.To)
	}
	return data
}

// roomSpans joins consecutive days or, if there are too many spans, all days of a
// room.
func (s cellSet) roomSpans() []RoomSpan {
	list := []RoomSpan{}
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
