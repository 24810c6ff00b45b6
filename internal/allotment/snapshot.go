package allotment

import (
	"allot/internal/platform/civil"
)

// Snapshot is the availability of a property as it was at one version, on the
// days of a window. Nothing in it ever changes, so any number of readers share
// it. It is laid out as arrays, a value a day, because readers walk over days.
type Snapshot struct {
	OwnerID    int64
	PropertyID int64
	Version    int64
	Today      civil.Date // where the property is; what is released depends on it
	Window     civil.Range
	Rooms      []Room     // in the hotel's order
	Calendars  []Calendar // the Master first
	Shares     []Share

	// A value for each calendar, room and day.
	allotted, closed, confirmed []uint16
	status, reason              []uint8
	// A value for each room and day.
	committed, external, borrowed, lent []uint16
	remaining                           []uint16 // with what can be borrowed where nothing else is left
	borrowing                           []Borrowing
}

// Row is the days of one room on one calendar, both by their place, in a season
// within the window.
func (s *Snapshot) Row(calendar, room int, season civil.Range) Row {
	days := s.Window.Days()
	first, n := season.From.Sub(s.Window.From), season.Days()
	own := (calendar*len(s.Rooms)+room)*days + first
	of := room*days + first // of the room, and of the Master, which comes first
	kind := s.Calendars[calendar].Kind
	return Row{
		Master: kind == KindMaster, Standalone: !kind.Pooled(),
		Allotted: s.allotted[own : own+n], Closed: s.closed[own : own+n], Confirmed: s.confirmed[own : own+n],
		Own: s.status[own : own+n], MasterDay: s.status[of : of+n],
		Remaining: s.remaining[of : of+n], Borrowing: s.borrowing[of : of+n],
	}
}
