package reading

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Breakdown lists what takes the units of one room type on one day.
type Breakdown struct {
	RoomName string        `json:"room_name"`
	Date     civil.Date    `json:"date"`
	State    string        `json:"state" enum:"open,on_request,closed" doc:"What the day is on the calendar that is asked"`
	Status   *rules.Status `json:"status" enum:"free,open,request,stop,block" doc:"The status that decided it, null where the numbers did"`
	Why
	TotalUnits        int              `json:"total_units"`
	ConsumedTotal     int              `json:"consumed_total" doc:"Held by calendars and, as far as it fits, taken in property management systems"`
	PhysicalRemaining int              `json:"physical_remaining" doc:"With what the room could borrow once it has none left"`
	Borrowed          int              `json:"borrowed" doc:"Units of other rooms that it lives on"`
	Lent              int              `json:"lent" doc:"Units that other rooms live on"`
	Internal          []CalendarShare  `json:"internal" nullable:"false" doc:"Every calendar that draws on the pool, the Master first"`
	External          []ReportedSource `json:"external" nullable:"false"`
}

// CalendarShare is the units of one calendar.
type CalendarShare struct {
	Label     string     `json:"label"`
	Kind      rules.Kind `json:"kind" enum:"master,connected,contracted,allotment"`
	Allotment int        `json:"allotment"`
	Closed    int        `json:"closed"`
	Confirmed int        `json:"confirmed"`
	Held      int        `json:"held" doc:"Closed and confirmed"`
}

// ReportedSource is the units that one property management system reports.
type ReportedSource struct {
	Source     string `json:"source"`
	Reserved   int    `json:"reserved"`
	CheckedIn  int    `json:"checked_in"`
	OutOfOrder int    `json:"out_of_order"`
	Units      int    `json:"units" doc:"Counted: without what was sold through the platform if the system counts that too"`
}

// Breakdown returns what takes the units of a room type on a day, which is the
// same for every calendar of the property, and what decided the day on this one.
func (r *Reader) Breakdown(ctx context.Context, who auth.Caller, calendar, room int64, date civil.Date) (Breakdown, error) {
	day := civil.Range{From: date, To: date}
	v, err := r.View(ctx, who, calendar, func(civil.Date) (civil.Range, error) { return day, nil })
	if err != nil {
		return Breakdown{}, err
	}
	place, found := v.RoomAt(room)
	if !found {
		return Breakdown{}, apperr.Field("room", "must be the id of a room of this property")
	}
	reported, err := r.store.Units(ctx, v.OwnerID, v.PropertyID, day)
	if err != nil {
		return Breakdown{}, err
	}
	x, err := r.explain(ctx, v, room)
	if err != nil {
		return Breakdown{}, err
	}
	state, status, why := x.explainDay(place, date)
	f := v.Figures(place, date)
	b := Breakdown{
		RoomName: v.Rooms[place].Name, Date: date, State: state.String(), Why: why, TotalUnits: f.Total, ConsumedTotal: f.Committed + f.External,
		PhysicalRemaining: f.Remaining, Borrowed: f.Borrowed, Lent: f.Lent,
		Internal: v.calendarShares(place, day), External: []ReportedSource{},
	}
	if status != rules.StatusNone {
		b.Status = &status
	}
	for _, u := range reported {
		if u.RoomID == room {
			b.External = append(b.External, ReportedSource{u.Source, u.Reserved, u.CheckedIn, u.OutOfOrder, u.Counted})
		}
	}
	return b, nil
}

// calendarShares lists the units of a room on a day by calendar.
func (s *Snapshot) calendarShares(room int, day civil.Range) []CalendarShare {
	list := make([]CalendarShare, 0, len(s.Calendars))
	for i, c := range s.Calendars {
		if !c.Kind.Pooled() {
			continue
		}
		row := s.Row(i, room, day)
		closed, confirmed := int(row.Closed[0]), int(row.Confirmed[0])
		list = append(list, CalendarShare{c.Name, c.Kind, int(row.Allotted[0]), closed, confirmed, closed + confirmed})
	}
	return list
}
