package chart

import (
	"slices"
	"strconv"

	"allot/internal/platform/civil"
)

// run is consecutive days on which a room has the same units.
type run struct {
	from, to civil.Date
	units    int
}

// ahead returns the days of a range from today on: allotments of past days are
// not shown.
func (w *writer) ahead(days civil.Range) (civil.Range, bool) {
	return days.Intersect(civil.Range{From: max(w.today, days.From), To: days.To})
}

// runs splits the days of a range from today on by the units of a room.
func (w *writer) runs(room Room, days civil.Range) []run {
	ahead, some := w.ahead(days)
	if !some || room.Units == nil {
		return nil
	}
	var list []run
	for date := range ahead.All() {
		units := room.Units[date.Sub(w.Window.From)]
		if n := len(list); n > 0 && list[n-1].units == units {
			list[n-1].to = date
			continue
		}
		list = append(list, run{date, date, units})
	}
	return list
}

// unitsOf returns the units of a month: one number, or the least and the most
// if they change.
func (w *writer) unitsOf(room Room, month civil.Range) string {
	var all []int
	for _, r := range w.runs(room, month) {
		all = append(all, r.units)
	}
	return fromTo(all)
}

// totalUnits returns the units of all rooms on a day, or the least and the most
// of the days from today on if they change.
func (w *writer) totalUnits() string {
	ahead, some := w.ahead(w.Window)
	if !some || !w.numbered() {
		return none
	}
	sums := make([]int, ahead.Days())
	first := ahead.From.Sub(w.Window.From)
	for _, room := range w.Rooms {
		for i := range sums {
			sums[i] += room.Units[first+i]
		}
	}
	return fromTo(sums)
}

// numbered reports whether the rooms of the calendar have units.
func (w *writer) numbered() bool {
	return !slices.ContainsFunc(w.Rooms, func(r Room) bool { return r.Units == nil })
}

// none replaces a missing number.
const none = "–"

// fromTo formats the least and the most of some numbers.
func fromTo(list []int) string {
	if len(list) == 0 {
		return none
	}
	least, most := slices.Min(list), slices.Max(list)
	if least == most {
		return strconv.Itoa(least)
	}
	return strconv.Itoa(least) + "–" + strconv.Itoa(most)
}

// changes reports whether the units of a room change inside a month, so that they
// are written below its days.
func (w *writer) changes(room Room, month civil.Range) bool { return len(w.runs(room, month)) > 1 }

// changesAnywhere reports whether the units of any room change inside a month.
func (w *writer) changesAnywhere() bool {
	return slices.ContainsFunc(w.Rooms, func(room Room) bool {
		return slices.ContainsFunc(w.months, func(m civil.Range) bool { return w.changes(room, m) })
	})
}

// markedDays counts the days from today on that are not open, room by room.
func (w *writer) markedDays() int {
	ahead, some := w.ahead(w.Window)
	if !some {
		return 0
	}
	marked, first := 0, ahead.From.Sub(w.Window.From)
	for _, room := range w.Rooms {
		for _, m := range room.Days[first:] {
			if m != Open {
				marked++
			}
		}
	}
	return marked
}
