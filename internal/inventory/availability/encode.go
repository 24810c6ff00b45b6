package availability

import (
	"encoding/json"
	"strconv"
	"sync"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

var (
	stateNames  = [...]string{rules.StateOpen.String(), rules.StateOnRequest.String(), rules.StateClosed.String()}
	statusNames = func() (names [6]string) { // by code
		for i, s := range rules.Statuses {
			names[i+1] = string(s)
			if s == rules.StatusRequest { // called like its state in the API
				names[i+1] = rules.StateOnRequest.String()
			}
		}
		return names
	}()
	reasonTexts = func() []string { // by code
		texts := []string{`,"reason":null`}
		for _, r := range rules.Reasons {
			texts = append(texts, `,"reason":"`+string(r)+`"`)
		}
		return texts
	}()
)

// figures says which numbers of a day the reader sees.
type figures uint8

const (
	noFigures  figures = iota // an operator on the Master, and calendars without numbers
	ownFigures                // an operator on its own calendar
	sumFigures                // the same as totals of the property
	allFigures                // the hotel
)

// encoder writes properties as JSON by hand, because encoding/json is too slow for
// the numbers of whole years.
type encoder struct {
	out    []byte
	season civil.Range
	dates  []byte // encoded dates of the season, dateBytes each
	cells  rules.Cells

	// The current room.
	row      rules.Row
	external []uint16
	figures  figures
	units    int
	reasons  bool
	texts    *texts

	total propertyTotal // of the current calendar, if the reader sees it
}

var encoders = sync.Pool{New: func() any { return &encoder{} }}

// dateBytes is the length of a quoted date.
const dateBytes = len(`"2030-06-01"`)

// newEncoder takes an encoder from the pool; release returns it.
func newEncoder(season civil.Range) *encoder {
	e := encoders.Get().(*encoder)
	if e.season != season {
		e.season, e.dates = season, e.dates[:0]
		for date := range season.All() {
			e.dates = strconv.AppendQuote(e.dates, date.String())
		}
	}
	return e
}

func (e *encoder) release() {
	e.row, e.external, e.texts = rules.Row{}, nil, nil // let the snapshot be freed
	encoders.Put(e)
}

func (e *encoder) text(s string) { e.out = append(e.out, s...) }

// refused writes a property with the reason why it has no days.
func (e *encoder) refused(p *entry, why *Refusal) {
	e.out = append(e.out[:0], p.head...)
	e.text(`,"error":{"code":` + quoted(why.Code) + `,"message":` + quoted(why.Message) + `}}`)
}

// property writes a property with its days. empty reports that it has none of the
// selected calendars.
func (e *encoder) property(p *entry, snap *reading.Snapshot, query *Query) (empty bool) {
	places, refusal := p.binding.choose(snap.Calendars, query)
	if refusal != nil {
		e.refused(p, refusal)
		return false
	}
	e.out = append(e.out[:0], p.head...)
	e.texts, e.reasons = p.texts, query.Reasons && p.sharing.reasons
	e.text(`,"calendars":[`)
	for i, place := range places {
		if i > 0 {
			e.text(",")
		}
		e.calendar(p, snap, place, query.Spans)
	}
	e.text("]}")
	return len(places) == 0
}

func (e *encoder) calendar(p *entry, snap *reading.Snapshot, place int, spans bool) {
	c := snap.Calendars[place]
	e.out = strconv.AppendInt(append(e.out, `{"calendar_id":`...), c.ID, 10)
	e.text(`,"name":` + quoted(c.Name) + `,"kind":"` + string(c.Kind) + `","rooms":[`)
	if p.sharing.totals {
		e.total.reset(e.season.Days())
	}
	first := true
	each := func(r room, at int) {
		if !first {
			e.text(",")
		}
		first = false
		e.text(r.head)
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
	e.text("]")
	if p.sharing.totals {
		e.totalDays(c.Kind, spans)
	} else {
		e.text("}")
	}
}

// days writes the days of a room, one by one or as spans of equal days.
func (e *encoder) days(p *entry, snap *reading.Snapshot, calendar, room int, spans bool) {
	e.resolve(p, snap, calendar, room)
	if p.sharing.totals {
		e.total.add(&e.row, &e.cells)
	}
	e.list(spans)
}

// resolve resolves the days of a room on a calendar and sets which figures the
// reader sees.
func (e *encoder) resolve(p *entry, snap *reading.Snapshot, calendar, room int) {
	e.row, e.external, e.units = snap.Row(calendar, room, e.season), snap.External(room, e.season), snap.Rooms[room].Units
	switch {
	case p.binding.hotel && !e.row.Standalone:
		e.figures = allFigures
	case p.binding.hotel || e.row.Master:
		e.figures = noFigures
	default:
		e.figures = ownFigures
	}
	p.resolve(e.row, &e.cells)
}

// list writes the current days one by one or as spans, and closes the object.
func (e *encoder) list(spans bool) {
	if spans {
		e.runs(e.season)
	} else {
		e.daily()
	}
}

// daily writes day by day. A day like the one before, as most are, is copied.
func (e *encoder) daily() {
	e.text(`,"days":[`)
	var last, end int
	for i := range e.cells.State {
		if i > 0 {
			e.text(",")
		}
		e.text(`{"date":`)
		e.out = append(e.out, e.date(i)...)
		start := len(e.out)
		if i > 0 && e.same(i) {
			e.out = append(e.out, e.out[last:end]...)
		} else {
			e.day(i)
		}
		last, end = start, len(e.out)
	}
	e.text("]}")
}

// runs writes the spans of equal days in parts of the season.
func (e *encoder) runs(parts ...civil.Range) {
	e.text(`,"spans":[`)
	first := true
	for _, part := range parts {
		i, end := part.From.Sub(e.season.From), part.To.Sub(e.season.From)
		for i <= end {
			last := i
			for last < end && e.same(last+1) {
				last++
			}
			if !first {
				e.text(",")
			}
			first = false
			e.text(`{"from":`)
			e.out = append(e.out, e.date(i)...)
			e.text(`,"to":`)
			e.out = append(e.out, e.date(last)...)
			e.day(i)
			i = last + 1
		}
	}
	e.text("]}")
}

func (e *encoder) date(i int) []byte { return e.dates[i*dateBytes : (i+1)*dateBytes] }

// same reports whether a day equals the one before, as far as the reader sees.
func (e *encoder) same(i int) bool {
	c, r := &e.cells, &e.row
	if c.State[i] != c.State[i-1] || c.Status[i] != c.Status[i-1] || e.reasons && r.ReasonAt(c, i) != r.ReasonAt(c, i-1) {
		return false
	}
	switch e.figures {
	case ownFigures:
		return r.Allotted[i] == r.Allotted[i-1] && r.AvailableTo(c, i) == r.AvailableTo(c, i-1)
	case sumFigures:
		return e.total.same(i)
	case allFigures:
		return r.Allotted[i] == r.Allotted[i-1] && r.Closed[i] == r.Closed[i-1] && r.Confirmed[i] == r.Confirmed[i-1] &&
			c.OwnAvailable[i] == c.OwnAvailable[i-1] && e.external[i] == e.external[i-1] && r.Remaining[i] == r.Remaining[i-1]
	case noFigures:
	}
	return true
}

// day writes a day after its date.
func (e *encoder) day(i int) {
	c, r := &e.cells, &e.row
	out := append(append(e.out, ','), e.texts[c.State[i]][c.Status[i]]...)
	switch e.figures {
	case ownFigures:
		out = number(append(out, `,"allotment":`...), int(r.Allotted[i]))
		out = number(append(out, `,"available":`...), r.AvailableTo(c, i))
	case sumFigures:
		out = number(append(out, `,"allotment":`...), e.total.allotment[i])
		out = number(append(out, `,"available":`...), e.total.available[i])
	case allFigures:
		out = number(append(out, `,"allotment":`...), int(r.Allotted[i]))
		out = number(append(out, `,"closed":`...), int(r.Closed[i]))
		out = number(append(out, `,"confirmed":`...), int(r.Confirmed[i]))
		out = number(append(out, `,"available":`...), int(c.OwnAvailable[i]))
		out = number(append(out, `,"external":`...), int(e.external[i]))
		out = number(append(out, `,"physical_remaining":`...), int(r.Remaining[i]))
		out = number(append(out, `,"total_units":`...), e.units)
	case noFigures:
	}
	if e.reasons {
		out = append(out, reasonTexts[r.ReasonAt(c, i)]...)
	}
	e.out = append(out, '}')
}

// number appends a count; most have one or two digits.
func number(out []byte, n int) []byte {
	if n >= 0 && n < 10 {
		return append(out, byte('0'+n))
	}
	return strconv.AppendInt(out, int64(n), 10)
}

// quoted encodes a text as JSON.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // cannot happen with a string
	}
	return string(b)
}
