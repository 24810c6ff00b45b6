package rules

import (
	"fmt"
	"slices"
	"strings"

	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/field"
)

// Setting holds the new values of days: nil leaves a value as it is, the zero
// value clears it.
type Setting struct {
	Closed    *int
	Confirmed *int
	Add       Counts
	Status    *Status
	Reason    *Reason
	Note      *string
}

// Counts is added to the counts that a day has when it is written, so that two
// writers who each add one add two. 0 adds nothing.
type Counts struct{ Closed, Confirmed int }

// DayInput sets one day.
type DayInput struct {
	RoomID int64
	Date   civil.Date
	Setting
}

// RangeInput sets many days to the same values.
type RangeInput struct {
	Rooms    []int64 // nil: all of the property
	Season   civil.Range
	Weekdays []int // 1 is Monday; nil: all
	Setting
}

// The limits of one request, which bound how long it locks the property.
const (
	MaxBatch    = 20_000 // entries of a batch
	MaxSpan     = 1100   // days of a range
	MaxRoomDays = 40_000 // days of a range times rooms
	daysOfWeek  = 7
)

// WantsRestrictive refuses a reason without a status that restricts.
const WantsRestrictive = "needs the status request, stop or block"

// check adds an error for each value that no day of the calendar can have. at is
// the path prefix of the fields.
func (s Setting) check(f *apperr.Fields, at string, kind Kind) {
	s.checkCount(f, at+"closed", s.Closed, kind)
	s.checkCount(f, at+"confirmed", s.Confirmed, kind)
	s.checkAdd(f, at+"add.closed", s.Add.Closed, s.Closed, kind)
	s.checkAdd(f, at+"add.confirmed", s.Add.Confirmed, s.Confirmed, kind)
	if s.Status != nil && *s.Status != StatusNone {
		f.Checkf(slices.Contains(Statuses, *s.Status), at+"status", "must be %s, or null for none", listed(Statuses))
	}
	if s.Reason != nil && *s.Reason != "" {
		f.Checkf(slices.Contains(Reasons, *s.Reason), at+"reason", "must be %s, or null for none", listed(Reasons))
		f.Check(s.Status == nil || s.Status.Restrictive(), at+"reason", WantsRestrictive)
	}
	if s.Note != nil {
		field.CheckText(f, at+"note", *s.Note, maxNote)
	}
}

func (Setting) checkCount(f *apperr.Fields, name string, n *int, kind Kind) {
	if n == nil {
		return
	}
	f.Checkf(*n >= 0 && *n <= maxUnits, name, "must be from 0 to %d", maxUnits)
	f.Check(kind.Pooled() || *n == 0, name, noUnits)
}

func (Setting) checkAdd(f *apperr.Fields, name string, n int, set *int, kind Kind) {
	if n == 0 {
		return
	}
	f.Checkf(n >= -maxUnits && n <= maxUnits, name, "must be from %d to %d", -maxUnits, maxUnits)
	f.Check(set == nil, name, "must not be sent with a new value of the same count")
	f.Check(kind.Pooled(), name, noUnits)
}

// noUnits refuses counts of a standalone calendar.
const noUnits = "a standalone calendar has no units, only statuses"

func listed[T ~string](values []T) string {
	names := make([]string, len(values))
	for i, v := range values {
		names[i] = string(v)
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// ChangesUnits reports whether the setting names units.
func (s Setting) ChangesUnits() bool {
	return s.Closed != nil || s.Confirmed != nil || s.Add != Counts{}
}

// empty reports whether nothing is set.
func (s Setting) empty() bool { return s == Setting{} }

// Apply sets the values on a day. A new status clears the reason unless the
// setting brings one, and lifting a restrictive status clears the note. No fewer
// than 0 units can be closed: who opens two of a day that has one closed opens one.
func (s Setting) Apply(d *Day) {
	if s.Status != nil && *s.Status != d.Status {
		if *s.Status == StatusNone || d.Status.Restrictive() && !s.Status.Restrictive() {
			d.Note = ""
		}
		d.Status, d.Reason = *s.Status, ""
	}
	field.Set(&d.Reason, s.Reason)
	field.Set(&d.Closed, s.Closed)
	field.Set(&d.Confirmed, s.Confirmed)
	d.Closed = max(0, d.Closed+s.Add.Closed)
	d.Confirmed += s.Add.Confirmed
	if s.Note != nil {
		d.Note = strings.TrimSpace(*s.Note)
	}
}

// CheckAdded adds an error for each count of a day that Apply has brought out of
// its limits. at is the path prefix of the fields, room the name of the room.
func (s Setting) CheckAdded(f *apperr.Fields, at, room string, d Day) {
	if s.Add.Closed > 0 {
		f.Checkf(d.Closed <= maxUnits, at+"add.closed", "makes %d closed units of %s on %s; there can be %d", d.Closed, room, d.Date, maxUnits)
	}
	if s.Add.Confirmed != 0 {
		f.Checkf(d.Confirmed >= 0 && d.Confirmed <= maxUnits, at+"add.confirmed", "makes %d units sold of %s on %s; there can be from 0 to %d", d.Confirmed, room, d.Date, maxUnits)
	}
}

// CheckDays returns an error that lists each bad value of a batch.
func CheckDays(days []DayInput, c Calendar, rooms []Room, at func(i int) string) error {
	known := roomSet(rooms)
	var f apperr.Fields
	for i, d := range days {
		if len(f) == apperr.MaxFields {
			break
		}
		path := at(i)
		f.Check(known[d.RoomID], path+"room", UnknownRoom)
		f.Check(!d.Date.IsZero(), path+"date", "is required")
		d.check(&f, path, c.Kind)
	}
	return f.Err()
}

func roomSet(rooms []Room) map[int64]bool {
	known := make(map[int64]bool, len(rooms))
	for _, r := range rooms {
		known[r.ID] = true
	}
	return known
}

// CheckRange returns an error that lists each bad value of a range. If no rooms
// are named it fills in all of the property.
func (in *RangeInput) CheckRange(c Calendar, rooms []Room) error {
	var f apperr.Fields
	in.check(&f, "", c.Kind)
	f.Check(!in.empty(), "body", "must set something: status, reason, closed, confirmed, add or note")
	in.checkSeason(&f)
	f.Check(in.Weekdays == nil || len(in.Weekdays) > 0, "weekdays", "must name a day, or be null for all")
	for i, day := range in.Weekdays {
		f.Checkf(day >= 1 && day <= daysOfWeek, fmt.Sprintf("weekdays[%d]", i), "must be from 1, Monday, to %d, Sunday", daysOfWeek)
		if i >= apperr.MaxFields {
			break
		}
	}
	in.checkRooms(&f, rooms)
	return f.Err()
}

func (in *RangeInput) checkSeason(f *apperr.Fields) {
	f.Check(!in.Season.From.IsZero(), "from", "is required")
	f.Check(!in.Season.To.IsZero(), "to", "is required")
	if in.Season.From.IsZero() || in.Season.To.IsZero() {
		return
	}
	f.Check(in.Season.From <= in.Season.To, "to", "must not be before from")
	f.Checkf(in.Season.Days() <= MaxSpan, "to", "must be at most %d days after from, counting both", MaxSpan)
}

func (in *RangeInput) checkRooms(f *apperr.Fields, rooms []Room) {
	known := roomSet(rooms)
	if in.Rooms == nil {
		for _, r := range rooms {
			in.Rooms = append(in.Rooms, r.ID)
		}
	} else {
		f.Check(len(in.Rooms) > 0, "rooms", "must name a room, or be null for all")
	}
	for i, id := range in.Rooms {
		if !known[id] {
			f.Check(false, fmt.Sprintf("rooms[%d]", i), UnknownRoom)
		}
		if len(*f) == apperr.MaxFields {
			return
		}
	}
	slices.Sort(in.Rooms)
	in.Rooms = slices.Compact(in.Rooms)
	f.Checkf(len(in.Rooms)*in.Season.Days() <= MaxRoomDays, "rooms",
		"must be fewer, or the range shorter: %d rooms and %d days are more than %d room-days", len(in.Rooms), in.Season.Days(), MaxRoomDays)
}

// Cells returns the room-days of the range from today on, and how many are past.
func (in *RangeInput) Cells(today civil.Date) (cells []Cell, past int) {
	for _, room := range in.Rooms {
		for date := range in.Season.All() {
			switch {
			case in.Weekdays != nil && !slices.Contains(in.Weekdays, date.Weekday()):
			case date < today:
				past++
			default:
				cells = append(cells, Cell{room, date})
			}
		}
	}
	return cells, past
}
