package availability

import (
	"encoding/json"
	"strconv"
	"sync"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// statusNames are by code.
var statusNames = func() (names [6]string) {
	for i, s := range rules.Statuses {
		names[i+1] = string(s)
		if s == rules.StatusRequest { // called like its state in the API
			names[i+1] = rules.StateOnRequest.String()
		}
	}
	return names
}()

// names are those of the figures.
var names = struct{ allotment, closed, confirmed, available, external, remaining, total *reading.FigureName }{
	reading.NameFigure("allotment"), reading.NameFigure("closed"), reading.NameFigure("confirmed"), reading.NameFigure("available"),
	reading.NameFigure("external"), reading.NameFigure("physical_remaining"), reading.NameFigure("total_units"),
}

// encoder writes properties as JSON.
type encoder struct {
	reading.DayWriter
	season civil.Range

	row     rules.Row // of the current room
	reasons bool      // the reader sees them

	// Values of the current room that are made from others.
	available, units []uint16
	codes            []uint8

	total propertyTotal // of the current calendar, if the reader sees it
}

var encoders = sync.Pool{New: func() any { return &encoder{} }}

// newEncoder takes an encoder from the pool; release returns it.
func newEncoder(season civil.Range) *encoder {
	e := encoders.Get().(*encoder)
	e.season = season
	e.SetSeason(season)
	return e
}

func (e *encoder) release() {
	clear(e.Figures) // let the snapshot be freed
	e.row, e.Texts = rules.Row{}, nil
	encoders.Put(e)
}

// refused writes a property with the reason why it has no days.
func (e *encoder) refused(p *entry, why *Refusal) {
	e.Out = append(e.Out[:0], p.head...)
	e.Text(`,"error":{"code":` + quoted(why.Code) + `,"message":` + quoted(why.Message) + `}}`)
}

// property writes a property with its days. empty reports that it has none of the
// selected calendars.
func (e *encoder) property(p *entry, snap *reading.Snapshot, query *Query) (empty bool) {
	places, refusal := p.binding.choose(snap.Calendars, query)
	if refusal != nil {
		e.refused(p, refusal)
		return false
	}
	e.Out = append(e.Out[:0], p.head...)
	e.Texts, e.reasons = p.texts, query.Reasons && p.sharing.reasons
	e.Text(`,"calendars":[`)
	for i, place := range places {
		if i > 0 {
			e.Text(",")
		}
		e.calendar(p, snap, place, query.Spans)
	}
	e.Text("]}")
	return len(places) == 0
}

func (e *encoder) calendar(p *entry, snap *reading.Snapshot, place int, spans bool) {
	c := snap.Calendars[place]
	e.Out = strconv.AppendInt(append(e.Out, `{"calendar_id":`...), c.ID, 10)
	e.Text(`,"name":` + quoted(c.Name) + `,"kind":"` + string(c.Kind) + `","rooms":[`)
	if p.sharing.totals {
		e.total.reset(e.season.Days())
	}
	first := true
	each := func(r room, at int) {
		if !first {
			e.Text(",")
		}
		first = false
		e.Text(r.head)
		e.days(p, snap, place, at, spans)
	}
	if p.rooms == nil {
		for at, r := range snap.Rooms {
			each(newRoom(r.ID, r.Name, r.Code), at)
		}
	}
	for _, r := range p.rooms {
		if at, there := snap.RoomAt(r.id); there { // otherwise the hotel has deleted it since
			each(r, at)
		}
	}
	e.Text("]")
	if p.sharing.totals {
		e.totalDays(c.Kind, spans)
	} else {
		e.Text("}")
	}
}

// days writes the days of a room, one by one or as spans of equal days.
func (e *encoder) days(p *entry, snap *reading.Snapshot, calendar, room int, spans bool) {
	e.resolve(p, snap, calendar, room)
	if p.sharing.totals {
		e.total.add(&e.row, &e.Cells)
	}
	e.list(spans)
}

// resolve resolves the days of a room on a calendar and sets what the reader sees
// of them: the hotel all figures, an operator those of its own calendar. The Master
// shows an operator none, and a calendar without units has none.
func (e *encoder) resolve(p *entry, snap *reading.Snapshot, calendar, room int) {
	r := snap.Row(calendar, room, e.season)
	e.row = r
	p.resolve(r, &e.Cells)
	e.Figures = e.Figures[:0]
	switch {
	case p.binding.hotel && !r.Standalone:
		e.Figures = append(e.Figures,
			reading.Figure{Name: names.allotment, Values: r.Allotted}, reading.Figure{Name: names.closed, Values: r.Closed},
			reading.Figure{Name: names.confirmed, Values: r.Confirmed}, reading.Figure{Name: names.available, Values: e.Cells.OwnAvailable},
			reading.Figure{Name: names.external, Values: snap.External(room, e.season)},
			reading.Figure{Name: names.remaining, Values: r.Remaining},
			reading.Figure{Name: names.total, Values: e.constant(snap.Rooms[room].Units)})
	case !p.binding.hotel && !r.Master:
		e.available = e.available[:0]
		for day := range e.Cells.State {
			e.available = append(e.available, uint16(r.AvailableTo(&e.Cells, day)))
		}
		e.Figures = append(e.Figures, reading.Figure{Name: names.allotment, Values: r.Allotted}, reading.Figure{Name: names.available, Values: e.available})
	}
	if e.Reasons = nil; e.reasons {
		e.codes = e.codes[:0]
		for day := range e.Cells.State {
			e.codes = append(e.codes, r.ReasonAt(&e.Cells, day))
		}
		e.Reasons = e.codes
	}
}

// constant returns the same value for each day.
func (e *encoder) constant(n int) []uint16 {
	e.units = e.units[:0]
	for range e.season.Days() {
		e.units = append(e.units, uint16(n))
	}
	return e.units
}

// list writes the current days one by one or as spans, and closes the object.
func (e *encoder) list(spans bool) {
	if spans {
		e.Text(`,"spans":[`)
		e.Spans(e.season)
	} else {
		e.Text(`,"days":[`)
		e.List()
	}
	e.Text("]}")
}

// quoted encodes a text as JSON.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen with a string
	}
	return string(b)
}
