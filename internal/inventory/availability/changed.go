package availability

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/mapping"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// maxChangedBytes bounds the values in one event. Above it the event only names
// the rooms.
const maxChangedBytes = 100_000

var defaultTexts = textsOf(mapping.DefaultEventCodes)

// PropertyDeleted is told once, when a property is deleted. An export leaves it out.
var PropertyDeleted = Refusal{"property_deleted", "The hotel has deleted this property"}

// Changed encodes changed days as JSON for an operator that Watchers has just
// returned: the values that its export would have now, of its own calendars, with
// its own codes; for the hotel, where to is nil, those of every calendar that the change
// affects. Values are read now and not stored with the event, because old values would
// oversell: a version before that of the event is an error. late says that some of the
// days were closed later than agreed. It returns nil if there is nothing to send.
//
// The version that is told is read before everything else, so that what is told is of that
// version or a later one: of two messages about a day, that with the higher version is never
// the older one, whenever they were made.
func (s *Service) Changed(ctx context.Context, ev allotment.Updated, to *Watcher, late bool) ([]byte, error) {
	named := to != nil && slices.Contains(ev.Route.Partners, to.Operator)
	deleted := ev.Route.Deleted || named && to.deleted
	if !deleted {
		data, err := s.changed(ctx, ev, to, named, late)
		if err != nil || data != nil || !named {
			return data, err
		}
		// It may have been deleted meanwhile. What the event of that says does not reach
		// those who could read nothing any more by then.
		if _, deleted, err = s.version(ctx, ev.Route.OwnerID, ev.Data.PropertyID); err != nil || !deleted {
			return nil, err
		}
	}
	return closedDays(ev.Data, ev.Route.Version, idsOnly(ev.Data), &PropertyDeleted, &defaultTexts), nil
}

func (s *Service) changed(ctx context.Context, ev allotment.Updated, to *Watcher, named, late bool) ([]byte, error) {
	owner, days := ev.Route.OwnerID, ev.Data
	version, deleted, err := s.versionFor(ctx, to, owner, days.PropertyID)
	if err != nil || deleted {
		return nil, err
	}
	if version < ev.Route.Version {
		return nil, fmt.Errorf("the availability of property %d is of version %d, the event of version %d", days.PropertyID, version, ev.Route.Version)
	}
	p, err := s.entryFor(ctx, to, owner, days.PropertyID)
	if err != nil || p == nil {
		return nil, err
	}
	if refusal := (&Query{byKey: true}).refusalFor(p); refusal != nil {
		return p.closedDays(days, version, refusal, named), nil
	}
	season := civil.Range{From: days.From, To: days.To}
	window := season
	window.To = min(window.To, window.From.Add(ExportWindow.Max-1))
	snap, err := s.deps.Allotments.Snapshot(ctx, owner, days.PropertyID, window)
	if errors.Is(err, apperr.ErrNotFound) { // deleted meanwhile
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	sees, refusal := p.binding.choose(snap.Calendars, &Query{})
	if refusal != nil {
		return p.closedDays(days, version, refusal, named), nil
	}
	places := sees
	if p.binding.hotel {
		if places = affectedPlaces(snap, ev.Route, sees); len(places)+len(ev.Route.Calendars) == 0 {
			return nil, nil
		}
	}
	c := &changedEncoder{encoder: newEncoder(window), entry: p, snap: snap, sees: sees, places: places, rooms: p.roomsByID(snap), days: days, version: version, late: late}
	defer c.release()
	c.Texts, c.reasons = p.texts, false
	if ev.Route.All {
		c.addAllRooms()
	}
	if season != window || !c.write(true) {
		c.write(false)
	}
	return append([]byte(nil), c.Out...), nil
}

// versionFor returns the version of the availability before what is read of it for a
// receiver; for an operator Watchers has read it.
func (s *Service) versionFor(ctx context.Context, to *Watcher, owner, property int64) (version int64, deleted bool, err error) {
	if to != nil {
		return to.version, to.deleted, nil
	}
	return s.version(ctx, owner, property)
}

// affectedPlaces returns the indexes of the calendars whose days the change affects: all
// of them if the pool has changed, or a status of the Master.
func affectedPlaces(snap *reading.Snapshot, route allotment.UpdatedRoute, sees []int) []int {
	if route.Pool {
		return sees
	}
	places := []int{}
	for _, i := range sees {
		if slices.Contains(route.Calendars, snap.Calendars[i].ID) {
			if isMaster(snap.Calendars[i]) {
				return sees
			}
			places = append(places, i)
		}
	}
	return places
}

// changedEncoder encodes one event.
type changedEncoder struct {
	*encoder
	entry  *entry
	snap   *reading.Snapshot
	sees   []int // indexes of the calendars that the receiver sees
	places []int // indexes of those that the change affects
	rooms  map[int64]room
	days   allotment.UpdatedData
	late   bool

	version int64
}

// addAllRooms adds the days of the event for every room that the receiver sees.
func (c *changedEncoder) addAllRooms() {
	list := c.days.Rooms
	c.days.Rooms = nil
	for _, id := range slices.Sorted(maps.Keys(c.rooms)) {
		c.days.Rooms = append(c.days.Rooms, allotment.RoomSpan{Room: id, From: c.days.From, To: c.days.To})
	}
	for _, r := range list { // those that are gone
		if _, there := c.rooms[r.Room]; !there {
			c.days.Rooms = append(c.days.Rooms, r)
		}
	}
}

// write writes everything or, without spans, only the rooms that changed. With
// spans it returns false once that is too much for one event.
func (c *changedEncoder) write(spans bool) bool {
	c.Out = c.Out[:0]
	c.Text(changedHead(c.days, c.version, spans, c.late) + `,"calendars":[`)
	for i, at := range c.sees {
		if i > 0 {
			c.Text(",")
		}
		c.Out = strconv.AppendInt(c.Out, c.snap.Calendars[at].ID, 10)
	}
	c.Text(`],"rooms":[`)
	first := true
	for list := c.days.Rooms; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Room == list[0].Room {
			n++
		}
		r, told := c.rooms[list[0].Room]
		if !told && c.entry.binding.hotel { // deleted since
			r, told = newRoom(list[0].Room, "", ""), true
		}
		if told {
			for _, place := range c.places {
				if !first {
					c.Text(",")
				}
				first = false
				if c.room(r, place, list[:n], spans); spans && len(c.Out) > maxChangedBytes {
					return false
				}
			}
		}
		list = list[n:]
	}
	c.Text("]}")
	return !spans || len(c.Out) <= maxChangedBytes
}

func (c *changedEncoder) room(r room, place int, days []allotment.RoomSpan, spans bool) {
	c.Text(r.head + `,"calendar_id":`)
	c.Out = strconv.AppendInt(c.Out, c.snap.Calendars[place].ID, 10)
	if !spans {
		c.Text("}")
		return
	}
	parts := make([]civil.Range, len(days))
	for i, d := range days {
		parts[i] = civil.Range{From: d.From, To: d.To}
	}
	at, there := c.snap.RoomAt(r.id)
	if !there { // deleted since
		c.deletedRoom(parts)
		return
	}
	c.resolve(c.entry, c.snap, place, at)
	c.Text(`,"spans":[`)
	c.Spans(parts...)
	c.Text("]}")
}

// deletedRoom writes the days of a deleted room that is still published.
func (c *changedEncoder) deletedRoom(parts []civil.Range) {
	c.Text(`,"spans":[` + closedSpans(parts, c.Texts) + "]}")
}

func closedSpans(parts []civil.Range, texts *reading.DayTexts) string {
	list := make([]string, len(parts))
	for i, part := range parts {
		list[i] = `{"from":` + quoted(part.From.String()) + `,"to":` + quoted(part.To.String()) + "," +
			texts[rules.StateClosed][0] + `,"allotment":0,"available":0}`
	}
	return strings.Join(list, ",")
}

func changedHead(days allotment.UpdatedData, version int64, complete, late bool) string {
	return `{"property_id":` + strconv.FormatInt(days.PropertyID, 10) + `,"version":` + strconv.FormatInt(version, 10) +
		`,"from":` + quoted(days.From.String()) + `,"to":` + quoted(days.To.String()) +
		`,"complete":` + strconv.FormatBool(complete) + `,"late":` + strconv.FormatBool(late)
}

// closedDays encodes that a receiver can read nothing of a property any more, and why.
// It is told once, when that has changed.
func (e *entry) closedDays(days allotment.UpdatedData, version int64, why *Refusal, named bool) []byte {
	if !named {
		return nil
	}
	rooms := e.rooms
	if why == &Ended { // how the hotel calls its rooms now is none of its business
		rooms = make([]room, len(e.rooms))
		for i, r := range e.rooms {
			rooms[i] = newRoom(r.id, "", "")
		}
	}
	return closedDays(days, version, rooms, why, e.texts)
}

// idsOnly returns the rooms of deleted properties, whose names are gone.
func idsOnly(days allotment.UpdatedData) []room {
	list := []room{}
	for _, r := range days.Rooms {
		if n := len(list); n == 0 || list[n-1].id != r.Room {
			list = append(list, newRoom(r.Room, "", ""))
		}
	}
	return list
}

func closedDays(days allotment.UpdatedData, version int64, rooms []room, why *Refusal, texts *reading.DayTexts) []byte {
	list := make([]string, len(rooms))
	for i, r := range rooms {
		list[i] = r.head + `,"calendar_id":null,"spans":[` + closedSpans([]civil.Range{{From: days.From, To: days.To}}, texts) + "]}"
	}
	return []byte(changedHead(days, version, true, false) + `,"calendars":[],"error":{"code":` + quoted(why.Code) + `,"message":` + quoted(why.Message) + `}` +
		`,"rooms":[` + strings.Join(list, ",") + "]}")
}
