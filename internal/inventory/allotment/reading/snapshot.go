package reading

import (
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// Snapshot is the availability of a property at one version, on the days of a
// window. It is immutable and shared by all readers. Values are arrays by day,
// because readers iterate over days.
type Snapshot struct {
	PropertyLayout
	Version int64
	Stamp   int64 // of the property's availability

	Today  civil.Date // where the property is; releases depend on it
	Window civil.Range
	Blocks []rules.Block // that overlap the window, by calendar, room and season

	// A value for each calendar, room and day.
	allotted, closed, confirmed []uint16
	status, reason              []uint8
	// A value for each room and day.
	committed, external, borrowed, lent []uint16
	remaining                           []uint16 // units left or, if none are, units that can be borrowed
	borrowing                           []rules.Borrowing
	// A value for each share and day.
	loaned []uint16

	calendarAt, roomAt map[int64]int
}

// CalendarAt returns the index of a calendar.
func (s *Snapshot) CalendarAt(id int64) (place int, found bool) {
	place, found = s.calendarAt[id]
	return place, found
}

// RoomAt returns the index of a room.
func (s *Snapshot) RoomAt(id int64) (place int, found bool) {
	place, found = s.roomAt[id]
	return place, found
}

// span returns where the days of a season are in the arrays, for the row of a
// calendar and room or of a room.
func (s *Snapshot) span(row int, season civil.Range) (from, to int) {
	from = row*s.Window.Days() + season.From.Sub(s.Window.From)
	return from, from + season.Days()
}

// Row returns the days of one room on one calendar, both by index, in a season
// within the window.
func (s *Snapshot) Row(calendar, room int, season civil.Range) rules.Row {
	own, ownEnd := s.span(calendar*len(s.Rooms)+room, season)
	of, ofEnd := s.span(room, season) // of the room and of the Master, which is the first calendar
	kind := s.Calendars[calendar].Kind
	return rules.Row{
		Master: kind == rules.KindMaster, Standalone: !kind.Pooled(),
		Allotted: s.allotted[own:ownEnd], Closed: s.closed[own:ownEnd], Confirmed: s.confirmed[own:ownEnd],
		Own: s.status[own:ownEnd], MasterDay: s.status[of:ofEnd],
		Reasons: s.reason[own:ownEnd], MasterReasons: s.reason[of:ofEnd],
		Remaining: s.remaining[of:ofEnd], Borrowing: s.borrowing[of:ofEnd],
	}
}

// Cells resolves the days of one room on one calendar, both by index, in a season
// within the window.
func (s *Snapshot) Cells(calendar, room int, season civil.Range, out *rules.Cells) {
	rules.Cascade(s.Row(calendar, room, season), out)
}

// External returns the units of a room, by index, that are taken in property
// management systems on the days of a season within the window.
func (s *Snapshot) External(room int, season civil.Range) []uint16 {
	from, to := s.span(room, season)
	return s.external[from:to]
}

// Figures are the numbers of the pool for a room on a date.
type Figures struct {
	Total, Committed, External, Borrowed, Lent int
	// Remaining is the units left or, if none are, units that can be borrowed.
	Remaining int
	Borrowing rules.Borrowing
}

// Figures returns those of a room, by index, on a date of the window.
func (s *Snapshot) Figures(room int, date civil.Date) Figures {
	i, _ := s.span(room, civil.Range{From: date, To: date})
	return Figures{
		Total: s.Rooms[room].Units, Committed: int(s.committed[i]), External: int(s.external[i]),
		Borrowed: int(s.borrowed[i]), Lent: int(s.lent[i]), Remaining: int(s.remaining[i]), Borrowing: s.borrowing[i],
	}
}

// blocks returns those of one calendar.
func (s *Snapshot) blocks(calendar int64) []rules.Block {
	var list []rules.Block
	for _, b := range s.Blocks {
		if b.CalendarID == calendar {
			list = append(list, b)
		}
	}
	return list
}

// Bytes estimates the memory that the snapshot takes.
func (s *Snapshot) Bytes() int {
	const cell, day, block = 8, 11, 120
	return s.bytes() + len(s.status)*cell + len(s.remaining)*day + 2*len(s.loaned) + block*len(s.Blocks)
}
