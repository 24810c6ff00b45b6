package availability

import "allot/internal/inventory/allotment/rules"

// whole adds the rooms of a calendar up to the property as a whole: a day is open
// if any room is, else on request if any is, else closed.
type whole struct {
	cells                rules.Cells // no status decides: those are of rooms
	allotment, available []int
}

// reset begins a calendar. Without any room its days are closed.
func (w *whole) reset(days int) {
	w.cells.Resize(days)
	if cap(w.allotment) < days {
		w.allotment, w.available = make([]int, days), make([]int, days)
	}
	w.allotment, w.available = w.allotment[:days], w.available[:days]
	for i := range days {
		w.cells.State[i] = rules.StateClosed
	}
	clear(w.cells.Status)
	clear(w.allotment)
	clear(w.available)
}

// add adds a room. The states are in the order of what can be sold; of the Master
// no number is told.
func (w *whole) add(row *rules.Row, cells *rules.Cells) {
	for i, state := range cells.State {
		w.cells.State[i] = min(w.cells.State[i], state)
	}
	if row.Master {
		return
	}
	for i := range cells.State {
		w.allotment[i] += int(row.Allotted[i])
		w.available[i] += row.AvailableTo(cells, i)
	}
}

func (w *whole) same(i int) bool {
	return w.allotment[i] == w.allotment[i-1] && w.available[i] == w.available[i-1]
}

// wholeDays writes the days of the property as a whole, and ends the calendar.
func (e *encoder) wholeDays(kind rules.Kind, spans bool) {
	e.figures = sumFigures
	if kind == rules.KindMaster {
		e.figures = noFigures
	}
	reasons := e.reasons
	e.cells, e.whole.cells, e.reasons = e.whole.cells, e.cells, false // reasons are of rooms
	e.list(spans)
	e.cells, e.whole.cells, e.reasons = e.whole.cells, e.cells, reasons
}
