package report

import (
	"slices"
	"strconv"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

type (
	// House is the occupancy of a property of the account's own.
	House struct {
		HouseFigures
		Months []Month[HouseFigures]
	}
	// HouseFigures are totals of days. A night is one night of one unit: a room
	// type of five units has five a day.
	HouseFigures struct {
		RoomNights int // all units
		Sold       int // confirmed, on any calendar
		Closed     int // taken out of sale by the hotel: closed units, and what is left on days of a stop or block
		External   int // taken by property management systems
		Free       int // what is left
		StopDays   int // on which a room has a stop or a block on the Master
		ClosedDays int // on which no room can be sold
	}
	// houseDay is one day of a property.
	houseDay struct {
		HouseFigures
		stopped bool
		sells   bool // of any room
	}
)

// Occupancy returns the percentage of all nights that are sold or taken by a
// property management system, with two decimals.
func (f HouseFigures) Occupancy() string { return percent(f.Sold+f.External, f.RoomNights) }

// percent rounds half up; it is zero if whole is zero.
func percent(part, whole int) string {
	const hundredths = 100 * 100
	if whole == 0 {
		part, whole = 0, 1
	}
	n := (2*part*hundredths + whole) / (2 * whole)
	cents := strconv.Itoa(n % 100)
	if len(cents) == 1 {
		cents = "0" + cents
	}
	return strconv.Itoa(n/100) + "." + cents
}

// houseOf adds up a snapshot.
func houseOf(snap *reading.Snapshot, season civil.Range) House {
	days := make([]houseDay, season.Days())
	for room := range snap.Rooms {
		countRoom(days, snap, room, season)
	}
	return House{sumHouse(days), monthsOf(season, days, sumHouse)}
}

// countRoom adds the days of a room, given by its index.
func countRoom(days []houseDay, snap *reading.Snapshot, room int, season civil.Range) {
	stopped := countStops(days, snap, room, season)
	for i := range days {
		f := snap.Figures(room, season.From.Add(i))
		days[i].RoomNights += f.Total
		days[i].External += f.External
		// Units lent to another room count there, as free or sold.
		left := f.Total + f.Borrowed - f.Lent - f.Committed - f.External
		if stopped(i) {
			days[i].Closed += left
		} else {
			days[i].Free += left
		}
	}
	for place, c := range snap.Calendars {
		if !c.Kind.Pooled() {
			continue
		}
		row := snap.Row(place, room, season)
		for i := range days {
			days[i].Sold += int(row.Confirmed[i])
			days[i].Closed += int(row.Closed[i])
		}
	}
}

// countStops notes on which days the Master stops a room, and returns them: nobody can
// sell what is left of it then.
func countStops(days []houseDay, snap *reading.Snapshot, room int, season civil.Range) func(day int) bool {
	master := slices.IndexFunc(snap.Calendars, func(c rules.Calendar) bool { return c.Kind == rules.KindMaster })
	if master < 0 {
		return func(int) bool { return false }
	}
	var cells rules.Cells
	row := snap.Row(master, room, season)
	rules.Cascade(row, &cells)
	for i := range days {
		days[i].stopped = days[i].stopped || row.OwnStatus(i).Stops()
		days[i].sells = days[i].sells || cells.State[i] != rules.StateClosed
	}
	return func(day int) bool { return row.OwnStatus(day).Stops() }
}

func sumHouse(days []houseDay) HouseFigures {
	var sum HouseFigures
	for _, d := range days {
		sum.RoomNights += d.RoomNights
		sum.Sold += d.Sold
		sum.Closed += d.Closed
		sum.External += d.External
		sum.Free += d.Free
		if d.stopped {
			sum.StopDays++
		}
		if !d.sells {
			sum.ClosedDays++
		}
	}
	return sum
}
