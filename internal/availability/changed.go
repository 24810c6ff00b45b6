package availability

import (
	"context"
	"errors"
	"strconv"

	"allot/internal/allotment"
	"allot/internal/mapping"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// maxChangedBytes bounds what one event tells of changed days. Beyond it the
// reader is told which rooms to ask for.
const maxChangedBytes = 100_000

var defaultWords = wordsOf(mapping.DefaultEventCodes)

// Changed writes what an account is told of days that have changed, as JSON: the
// values that its export would have now, of its own calendar, in its own words;
// to the hotel those of the Master. Values are read and not kept with the event:
// what is read is of the event's version or later, and who acts on an earlier one
// sells what is gone. late tells the account that some of the days were closed later
// than agreed with it. It is nil where the account is told nothing.
func (s *Service) Changed(ctx context.Context, account, owner int64, days allotment.UpdatedData, late bool) ([]byte, error) {
	p, err := s.entryFor(ctx, account, owner, days.PropertyID)
	if err != nil || p == nil || p.refusal != nil {
		return nil, err
	}
	season := civil.Range{From: days.From, To: days.To}
	window := season
	window.To = min(window.To, window.From.Add(ExportWindow.Max-1))
	snap, err := s.Allotments.Snapshot(ctx, owner, days.PropertyID, window)
	if errors.Is(err, apperr.ErrNotFound) { // deleted meanwhile
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	places, refusal := p.binding.choose(snap.Calendars, &Ask{Master: p.binding.hotel})
	if refusal != nil || len(places) == 0 {
		return nil, nil
	}
	c := &changed{encoder: newEncoder(window), entry: p, snap: snap, places: places, rooms: p.roomsByID(snap), days: days, late: late}
	defer c.release()
	c.words, c.reasons = p.words, false
	if season == window {
		if c.write(true); len(c.out) <= maxChangedBytes {
			return append([]byte(nil), c.out...), nil
		}
	}
	c.write(false)
	return append([]byte(nil), c.out...), nil
}

// changed writes one event.
type changed struct {
	*encoder
	entry  *entry
	snap   *allotment.Snapshot
	places []int // of calendars
	rooms  map[int64]room
	days   allotment.UpdatedData
	late   bool
}

// write writes everything or, without spans, which rooms have changed.
func (c *changed) write(spans bool) {
	c.out = strconv.AppendInt(append(c.out[:0], `{"property_id":`...), c.days.PropertyID, 10)
	c.text(`,"from":` + quoted(c.days.From.String()) + `,"to":` + quoted(c.days.To.String()))
	c.text(`,"complete":` + strconv.FormatBool(spans) + `,"late":` + strconv.FormatBool(c.late) + `,"rooms":[`)
	first := true
	for list := c.days.Rooms; len(list) > 0; {
		n := 1
		for n < len(list) && list[n].Room == list[0].Room {
			n++
		}
		if r, told := c.rooms[list[0].Room]; told {
			for _, place := range c.places {
				if !first {
					c.text(",")
				}
				first = false
				c.room(r, place, list[:n], spans)
			}
		}
		list = list[n:]
	}
	c.text("]}")
}

func (c *changed) room(r room, place int, days []allotment.RoomSpan, spans bool) {
	c.text(r.head + `,"calendar_id":`)
	c.out = strconv.AppendInt(c.out, c.snap.Calendars[place].ID, 10)
	if !spans {
		c.text("}")
		return
	}
	parts := make([]civil.Range, len(days))
	for i, d := range days {
		parts[i] = civil.Range{From: d.From, To: d.To}
	}
	at, there := c.snap.RoomAt(r.id)
	if !there { // deleted since: nothing of it is for sale
		c.gone(parts)
		return
	}
	c.resolve(c.entry, c.snap, place, at)
	c.runs(parts...)
}

// gone writes the days of a room that the hotel has deleted but still publishes.
func (c *changed) gone(parts []civil.Range) {
	c.text(`,"spans":[`)
	for i, part := range parts {
		if i > 0 {
			c.text(",")
		}
		c.text(`{"from":` + quoted(part.From.String()) + `,"to":` + quoted(part.To.String()) + ",")
		c.text(c.words[allotment.StateClosed][0] + `,"allotment":0,"available":0}`)
	}
	c.text("]}")
}
