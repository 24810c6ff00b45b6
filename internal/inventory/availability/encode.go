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
			if s == rules.StatusRequest { // readers know it as the state that it gives
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

// figures is which numbers of a day the reader is told.
type figures uint8

const (
	noFigures  figures = iota // of the Master to an operator, and of calendars that have none
	ownFigures                // to an operator of its own calendar
	sumFigures                // the same for the property as a whole
	allFigures                // to the hotel
)

// encoder writes properties as JSON. It writes text and not values, because a
// year of a house has as many numbers as a book has letters.
type encoder struct {
	out    []byte
	season civil.Range
	dates  []byte // of the season, each as long as the others
	cells  rules.Cells

	// Of the room at hand.
	row      rules.Row
	external []uint16
	figures  figures
	units    int
	reasons  bool
	words    *words

	whole whole // of the calendar at hand, if the reader is shown it
}

var encoders = sync.Pool{New: func() any { return &encoder{} }}

// dateBytes is how long a date is in quotes.
const dateBytes = len(`"2030-06-01"`)

// newEncoder takes one from the pool, to be put back.
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
	e.row, e.external, e.words = rules.Row{}, nil, nil // what they are of may go
	encoders.Put(e)
}

func (e *encoder) text(s string) { e.out = append(e.out, s...) }

// refused writes a property of which nothing is told.
func (e *encoder) refused(p *entry, why *Refusal) {
	e.out = append(e.out[:0], p.head...)
	e.text(`,"error":{"code":` + quoted(why.Code) + `,"message":` + quoted(why.Message) + `}}`)
}

// property writes a property with its days. empty tells that the reader asked for
// calendars that it does not have.
func (e *encoder) property(p *entry, snap *reading.Snapshot, ask *Ask) (empty bool) {
	places, refusal := p.binding.choose(snap.Calendars, ask)
	if refusal != nil {
		e.refused(p, refusal)
		return false
	}
	e.out = append(e.out[:0], p.head...)
	e.words, e.reasons = p.words, ask.Reasons && p.sharing.reasons
	e.text(`,"calendars":[`)
	for i, place := range places {
		if i > 0 {
			e.text(",")
		}
		e.calendar(p, snap, place, ask.Spans)
	}
	e.text("]}")
	return len(places) == 0
}

func (e *encoder) calendar(p *entry, snap *reading.Snapshot, place int, spans bool) {
	c := snap.Calendars[place]
	e.out = strconv.AppendInt(append(e.out, `{"calendar_id":`...), c.ID, 10)
	e.text(`,"name":` + quoted(c.Name) + `,"kind":"` + string(c.Kind) + `","rooms":[`)
	if p.sharing.whole {
		e.whole.reset(e.season.Days())
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
		if at, there := snap.RoomAt(r.id); there { // else the hotel has deleted it since
			each(r, at)
		}
	}
	e.text("]")
	if p.sharing.whole {
		e.wholeDays(c.Kind, spans)
	} else {
		e.text("}")
	}
}

// days writes the days of a room, or the runs of those that are alike.
func (e *encoder) days(p *entry, snap *reading.Snapshot, calendar, room int, spans bool) {
	e.resolve(p, snap, calendar, room)
	if p.sharing.whole {
		e.whole.add(&e.row, &e.cells)
	}
	e.list(spans)
}

// resolve works out the days of a room on a calendar, and what of them the
// reader is told.
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

// list writes the days at hand one by one or as runs, and ends the object that
// they are in.
func (e *encoder) list(spans bool) {
	if spans {
		e.runs(e.season)
	} else {
		e.daily()
	}
}

// daily writes day by day. One that is like the day before is copied from it:
// most are.
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

// runs writes the runs of days that are alike in some parts of the season.
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

// same tells whether a day is like the one before, as far as the reader is told.
func (e *encoder) same(i int) bool {
	c, r := &e.cells, &e.row
	if c.State[i] != c.State[i-1] || c.Status[i] != c.Status[i-1] || e.reasons && r.ReasonAt(c, i) != r.ReasonAt(c, i-1) {
		return false
	}
	switch e.figures {
	case ownFigures:
		return r.Allotted[i] == r.Allotted[i-1] && r.AvailableTo(c, i) == r.AvailableTo(c, i-1)
	case sumFigures:
		return e.whole.same(i)
	case allFigures:
		return r.Allotted[i] == r.Allotted[i-1] && r.Closed[i] == r.Closed[i-1] && r.Confirmed[i] == r.Confirmed[i-1] &&
			c.OwnAvailable[i] == c.OwnAvailable[i-1] && e.external[i] == e.external[i-1] && r.Remaining[i] == r.Remaining[i-1]
	case noFigures:
	}
	return true
}

// day writes what is told of a day, after its date.
func (e *encoder) day(i int) {
	c, r := &e.cells, &e.row
	out := append(append(e.out, ','), e.words[c.State[i]][c.Status[i]]...)
	switch e.figures {
	case ownFigures:
		out = number(append(out, `,"allotment":`...), int(r.Allotted[i]))
		out = number(append(out, `,"available":`...), r.AvailableTo(c, i))
	case sumFigures:
		out = number(append(out, `,"allotment":`...), e.whole.allotment[i])
		out = number(append(out, `,"available":`...), e.whole.available[i])
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

// quoted is a text as JSON.
func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always has a form
	}
	return string(b)
}
