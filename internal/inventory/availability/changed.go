package availability

import (
	"context"
	"errors"
	"fmt"
	"strconv"

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

// Changed encodes changed days as JSON for an operator that Watchers has just
// returned: the values that its export would have now, of its own calendar, with
// its own codes; for the hotel, where to is nil, the values of the Master. Values
// are read now and not stored with the event, because old values would oversell:
// a version before that of the event is an error. late says that some of the days
// were closed later than agreed. It returns nil if there is nothing to send.
func (s *Service) Changed(ctx context.Context, ev allotment.Updated, to *Watcher, late bool) ([]byte, error) {
	owner, days := ev.Route.OwnerID, ev.Data
	p, err := s.entryFor(ctx, to, owner, days.PropertyID)
	if err != nil || p == nil || p.refusal != nil {
		return nil, err
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
	if snap.Version < ev.Route.Version {
		return nil, fmt.Errorf("the availability of property %d is of version %d, the event of version %d", days.PropertyID, snap.Version, ev.Route.Version)
	}
	places, refusal := p.binding.choose(snap.Calendars, &Query{Master: p.binding.hotel})
	if refusal != nil || len(places) == 0 {
		return nil, nil
	}
	c := &changedEncoder{encoder: newEncoder(window), entry: p, snap: snap, places: places, rooms: p.roomsByID(snap), days: days, late: late}
	defer c.release()
	c.Texts, c.reasons = p.texts, false
	if season != window || !c.write(true) {
		c.write(false)
	}
	return append([]byte(nil), c.Out...), nil
}

// changedEncoder encodes one event.
type changedEncoder struct {
	*encoder
	entry  *entry
	snap   *reading.Snapshot
	places []int // indexes of calendars
	rooms  map[int64]room
	days   allotment.UpdatedData
	late   bool
}

// write writes everything or, without spans, only the rooms that changed. With
// spans it returns false once that is too much for one event.
func (c *changedEncoder) write(spans bool) bool {
	c.Out = strconv.AppendInt(append(c.Out[:0], `{"property_id":`...), c.days.PropertyID, 10)
	c.Text(`,"from":` + quoted(c.days.From.String()) + `,"to":` + quoted(c.days.To.String()))
	c.Text(`,"complete":` + strconv.FormatBool(spans) + `,"late":` + strconv.FormatBool(c.late) + `,"rooms":[`)
	first := true
	for list := c.days.Rooms; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Room == list[0].Room {
			n++
		}
		if r, told := c.rooms[list[0].Room]; told {
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
	c.Text(`,"spans":[`)
	for i, part := range parts {
		if i > 0 {
			c.Text(",")
		}
		c.Text(`{"from":` + quoted(part.From.String()) + `,"to":` + quoted(part.To.String()) + ",")
		c.Text(c.Texts[rules.StateClosed][0] + `,"allotment":0,"available":0}`)
	}
	c.Text("]}")
}
