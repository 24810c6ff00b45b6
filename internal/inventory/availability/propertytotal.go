package availability

import (
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
)

// propertyTotal adds the rooms of a calendar up: a day is open if any room is, or
// else on request if any is, or else closed.
type propertyTotal struct {
	cells                rules.Cells // without statuses, which belong to rooms
	allotment, available []int
}

// reset begins a calendar. Without rooms its days are closed.
func (t *propertyTotal) reset(days int) {
	t.cells.Resize(days)
	if cap(t.allotment) < days {
		t.allotment, t.available = make([]int, days), make([]int, days)
	}
	t.allotment, t.available = t.allotment[:days], t.available[:days]
	for i := range days {
		t.cells.State[i] = rules.StateClosed
	}
	clear(t.cells.Status)
	clear(t.allotment)
	clear(t.available)
}

// add adds a room. States are ordered from open to closed. Numbers of the Master
// are not shown.
func (t *propertyTotal) add(row *rules.Row, cells *rules.Cells) {
	for i, state := range cells.State {
		t.cells.State[i] = min(t.cells.State[i], state)
	}
	if row.Master {
		return
	}
	for i := range cells.State {
		t.allotment[i] += int(row.Allotted[i])
		t.available[i] += row.AvailableTo(cells, i)
	}
}

// totalDays writes the days of the whole property and closes the calendar. Reasons
// belong to rooms.
func (e *encoder) totalDays(kind rules.Kind, spans bool) {
	e.Figures, e.Reasons = e.Figures[:0], nil
	if kind != rules.KindMaster {
		e.Figures = append(e.Figures, reading.Figure{Name: names.allotment, Sums: e.total.allotment}, reading.Figure{Name: names.available, Sums: e.total.available})
	}
	e.Cells, e.total.cells = e.total.cells, e.Cells
	e.list(spans)
	e.Cells, e.total.cells = e.total.cells, e.Cells
}
