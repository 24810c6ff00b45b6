package availability

import (
	"allot/internal/allotment"
	"allot/internal/mapping"
	"allot/internal/platform/civil"
)

// Span is a run of days that an operator is told the same of.
type Span struct {
	civil.Range
	Cell
}

// Cell is what an operator is told of a day.
type Cell struct {
	State  allotment.State
	Status string // the word for the status that decided the day, empty where the numbers did
	Code   string // the operator's own
	// Own tells that the calendar is the operator's own: only then the numbers
	// are its business.
	Own                  bool
	Available, Allotment int
}

// words are what the operator calls a day, by its state and by its status.
type words struct {
	states   [3]string
	statuses map[allotment.Status]string
}

// wordsOf takes a day that nobody has set but that has nothing left for a stop.
func wordsOf(c mapping.EventCodes) words {
	return words{
		states: [...]string{allotment.StateOpen: c.Open, allotment.StateOnRequest: c.OnRequest, allotment.StateClosed: c.Stop},
		statuses: map[allotment.Status]string{
			allotment.StatusFree: c.Free, allotment.StatusOpen: c.Open, allotment.StatusRequest: c.OnRequest,
			allotment.StatusStop: c.Stop, allotment.StatusBlock: c.Block,
		},
	}
}

// wordOf is how operators read a status: as a state where it is one.
func wordOf(s allotment.Status) string {
	if s == allotment.StatusRequest {
		return allotment.StateOnRequest.String()
	}
	return string(s)
}

// painter makes what an operator is told of snapshots.
type painter struct {
	season civil.Range
	words  words
	cells  allotment.Cells
}

// property adds the calendars that the operator sees.
func (d *painter) property(p Property, snap *allotment.Snapshot) Property {
	var places []int
	places, p.Refusal = p.binding.choose(snap.Calendars)
	for _, place := range places {
		c := snap.Calendars[place]
		cal := Calendar{ID: c.ID, Name: c.Name, Kind: c.Kind, Rooms: []Room{}}
		for _, r := range p.rooms {
			if at, there := snap.RoomAt(r.ID); there { // else the hotel has deleted it since
				r.Spans = d.spans(snap.Row(place, at, d.season))
				cal.Rooms = append(cal.Rooms, r)
			}
		}
		p.Calendars = append(p.Calendars, cal)
	}
	return p
}

func (d *painter) spans(row allotment.Row) []Span {
	allotment.Cascade(row, &d.cells)
	var list []Span
	for i := range d.cells.State {
		date := d.season.From.Add(i)
		if i > 0 && d.same(row, i) {
			list[len(list)-1].To = date
			continue
		}
		list = append(list, Span{civil.Range{From: date, To: date}, d.cell(row, i)})
	}
	return list
}

func (d *painter) same(row allotment.Row, i int) bool {
	c := &d.cells
	return c.State[i] == c.State[i-1] && c.Status[i] == c.Status[i-1] &&
		(row.Master || row.Allotted[i] == row.Allotted[i-1] && row.AvailableTo(c, i) == row.AvailableTo(c, i-1))
}

func (d *painter) cell(row allotment.Row, i int) Cell {
	c := Cell{State: d.cells.State[i], Code: d.words.states[d.cells.State[i]], Own: !row.Master}
	if status := d.cells.StatusAt(i); status != allotment.StatusNone {
		c.Status, c.Code = wordOf(status), d.words.statuses[status]
	}
	if c.Own {
		c.Available, c.Allotment = row.AvailableTo(&d.cells, i), int(row.Allotted[i])
	}
	return c
}
