package reading

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Timeline is what takes the rooms of a calendar, or for the Master of the whole
// property, as bars.
type Timeline struct {
	CalendarID int64          `json:"calendar_id"`
	From       civil.Date     `json:"from"`
	To         civil.Date     `json:"to" doc:"Last day, included"`
	Rooms      []TimelineRoom `json:"rooms" nullable:"false"`
}

// TimelineRoom is the bars of one room type.
type TimelineRoom struct {
	RoomID       int64         `json:"room_id"`
	RoomName     string        `json:"room_name"`
	TotalUnits   int           `json:"total_units"`
	Allocations  []Allocation  `json:"allocations" nullable:"false" doc:"Blocks of the calendar that reach into the days asked for, whole; on the Master those of all calendars that draw on the pool"`
	Reservations []Reservation `json:"reservations" nullable:"false" doc:"Rooming entries of the calendar; on the Master those of all calendars that draw on the pool, and what operators have sent and is on no calendar yet"`
	PMS          []PMSBar      `json:"pms" nullable:"false" doc:"What property management systems report, all calendars together"`
}

// Allocation is a block.
type Allocation struct {
	BlockID      int64        `json:"block_id"`
	CalendarID   int64        `json:"calendar_id"`
	CalendarName string       `json:"calendar_name"`
	From         civil.Date   `json:"from"`
	To           civil.Date   `json:"to" doc:"Last day, included"`
	Quantity     int          `json:"quantity" doc:"Units a day"`
	Source       rules.Source `json:"source" enum:"manual,contract"`
}

// Reservation is a rooming entry.
type Reservation struct {
	ID           int64      `json:"id"`
	CalendarID   *int64     `json:"calendar_id" doc:"null: a stay of a list that the operator has sent and that is on no calendar yet, shown on the Master only"`
	CalendarName string     `json:"calendar_name"`
	RoomID       int64      `json:"-"`
	From         civil.Date `json:"from" doc:"Arrival"`
	To           civil.Date `json:"to" doc:"Departure"`
	Units        int        `json:"units"`
	Guest        string     `json:"guest"`
	Reference    string     `json:"reference"`
	Status       string     `json:"status" enum:"pending,confirmed,cancelled"`
}

// PMSKind is the kind of units that a property management system reports.
type PMSKind string

// The kinds.
const (
	PMSReserved   PMSKind = "reserved"
	PMSCheckedIn  PMSKind = "checked_in"
	PMSOutOfOrder PMSKind = "out_of_order"
)

var pmsKinds = [...]PMSKind{PMSReserved, PMSCheckedIn, PMSOutOfOrder}

// PMSBar is consecutive days with the same units of one kind.
type PMSBar struct {
	From   civil.Date `json:"from"`
	To     civil.Date `json:"to" doc:"Last day, included"`
	Units  int        `json:"units"`
	Kind   PMSKind    `json:"kind" enum:"reserved,checked_in,out_of_order"`
	Source string     `json:"source"`
}

// Timeline returns what takes the rooms of a calendar, on the days that Grid would
// show.
func (r *Reader) Timeline(ctx context.Context, who auth.Caller, calendar int64, from, to civil.Date) (Timeline, error) {
	v, err := r.View(ctx, who, calendar, func(today civil.Date) (civil.Range, error) { return gridSeason(from, to, today, gridDays) })
	if err != nil {
		return Timeline{}, err
	}
	t := v.timeline()
	reported, err := r.store.Units(ctx, v.OwnerID, v.PropertyID, v.Season)
	if err != nil {
		return Timeline{}, err
	}
	slices.SortStableFunc(reported, func(a, b rules.Units) int { return cmp.Compare(a.Source, b.Source) }) // so that days of one system are adjacent
	for _, kind := range pmsKinds {
		for _, r := range reported {
			if place, found := v.RoomAt(r.RoomID); found {
				t.Rooms[place].addUnits(kind, r)
			}
		}
	}
	entries, err := r.deps.Reservations(ctx, v.OwnerID, v.shownCalendars(), v.Season)
	if err != nil {
		return Timeline{}, err
	}
	for _, r := range entries {
		if place, found := v.RoomAt(r.RoomID); found {
			if r.CalendarID != nil {
				r.CalendarName = v.calendarName(*r.CalendarID)
			}
			t.Rooms[place].Reservations = append(t.Rooms[place].Reservations, r)
		}
	}
	return t, nil
}

// timeline returns the part of the timeline that is in the snapshot.
func (v View) timeline() Timeline {
	id := v.Calendars[v.Calendar].ID
	t := Timeline{CalendarID: id, From: v.Season.From, To: v.Season.To, Rooms: make([]TimelineRoom, len(v.Rooms))}
	for i, r := range v.Rooms {
		t.Rooms[i] = TimelineRoom{
			RoomID: r.ID, RoomName: r.Name, TotalUnits: r.Units,
			Allocations: []Allocation{}, Reservations: []Reservation{}, PMS: []PMSBar{},
		}
	}
	for _, calendar := range v.shownCalendars() {
		for _, b := range v.blocks(calendar) {
			if place, found := v.RoomAt(b.RoomID); found && b.Season().Overlaps(v.Season) {
				t.Rooms[place].Allocations = append(t.Rooms[place].Allocations, Allocation{
					BlockID: b.ID, CalendarID: calendar, CalendarName: v.calendarName(calendar),
					From: b.StartDate, To: b.EndDate, Quantity: b.Quantity, Source: b.Source,
				})
			}
		}
	}
	return t
}

// MasterProperty returns the property that a timeline of calendars shows as a
// whole, because the first of them is its Master; otherwise 0.
func (r *Reader) MasterProperty(ctx context.Context, owner int64, calendars []int64) (property int64, err error) {
	c, err := r.store.Calendar(ctx, owner, calendars[0])
	if errors.Is(err, apperr.ErrNotFound) || err == nil && c.Kind != rules.KindMaster {
		return 0, nil
	}
	return c.PropertyID, err
}

// shownCalendars lists the calendars of a timeline: the calendar itself or, for
// the Master, all that draw on the pool, the Master first.
func (v View) shownCalendars() []int64 {
	if v.Calendars[v.Calendar].Kind != rules.KindMaster {
		return []int64{v.Calendars[v.Calendar].ID}
	}
	list := []int64{v.Calendars[v.Calendar].ID}
	for _, c := range v.Calendars {
		if c.Kind.Pooled() && c.Kind != rules.KindMaster {
			list = append(list, c.ID)
		}
	}
	return list
}

func (v View) calendarName(id int64) string {
	if place, found := v.CalendarAt(id); found {
		return v.Calendars[place].Name
	}
	return "" // created after the snapshot
}

// addUnits adds the reported units of a day. Days must come in order, so that bars
// can be extended.
func (r *TimelineRoom) addUnits(kind PMSKind, u rules.Units) {
	units := u.Reserved
	switch kind {
	case PMSReserved:
	case PMSCheckedIn:
		units = u.CheckedIn
	case PMSOutOfOrder:
		units = u.OutOfOrder
	}
	if units == 0 {
		return
	}
	next := PMSBar{u.Date, u.Date, units, kind, u.Source}
	if n := len(r.PMS); n > 0 && r.PMS[n-1].extendedBy(next) {
		r.PMS[n-1].To = next.To
		return
	}
	r.PMS = append(r.PMS, next)
}

// extendedBy reports whether next continues the bar.
func (b PMSBar) extendedBy(next PMSBar) bool {
	return b.To+1 == next.From && b.Units == next.Units && b.Kind == next.Kind && b.Source == next.Source
}
