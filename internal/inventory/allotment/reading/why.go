package reading

import (
	"context"
	"time"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// Decider is what decided the state of a day.
type Decider string

// The deciders, in the order of Cascade. DecidedByRelease is a case of the numbers
// in which the allotment was released.
const (
	DecidedByPool    Decider = "pool"
	DecidedByMaster  Decider = "master_status"
	DecidedByOwn     Decider = "own_status"
	DecidedByRelease Decider = "release"
	DecidedByNumbers Decider = "numbers"
)

// Why is what decided a day of a calendar, and who set it.
type Why struct {
	DecidedBy Decider       `json:"decided_by" enum:"pool,master_status,own_status,release,numbers" doc:"pool: the room has nothing left; master_status: a status on the Master; own_status: one on this calendar; release: the allotment has gone back to the hotel; numbers: what is allotted and taken"`
	Reason    *rules.Reason `json:"reason" enum:"renovation,group_hold,allotment_expired,hotel_event,force_majeure,peak_exclusion" doc:"Of the status that decided"`
	Note      string        `json:"note" doc:"The hotel's own, of the day that decided; never shown to an operator"`
	ChangedBy *ChangedBy    `json:"changed_by" doc:"Who last set that day by hand, null if nobody is known"`
	ChangedAt *time.Time    `json:"changed_at"`
	Released  int           `json:"released" doc:"Unsold units that a release took away"`
}

// ChangedBy is the user who set a day.
type ChangedBy struct {
	ID    int64   `json:"id"`
	Email *string `json:"email" doc:"null for a removed user and for platform staff"`
}

// explainer holds what was set by hand on the days of a calendar.
type explainer struct {
	View
	own, master map[rules.Cell]rules.Day
	blocks      map[int64][]rules.Block // of the calendar, by room
	emails      map[int64]string
}

// explain reads what was set on a calendar and on the Master, of one room, or of
// all if room is 0.
func (r *Reader) explain(ctx context.Context, v View, room int64) (*explainer, error) {
	x := &explainer{View: v, blocks: map[int64][]rules.Block{}}
	for _, b := range v.blocks(v.Calendars[v.Calendar].ID) {
		x.blocks[b.RoomID] = append(x.blocks[b.RoomID], b)
	}
	users := map[int64]bool{}
	read := func(c rules.Calendar) (map[rules.Cell]rules.Day, error) {
		list, err := r.store.CalendarDays(ctx, c.OwnerID, c.ID, DayFilter{RoomID: room, Season: v.Season})
		by := make(map[rules.Cell]rules.Day, len(list))
		for _, d := range list {
			by[rules.Cell{Room: d.RoomID, Date: d.Date}] = d
			users[d.ChangedBy] = d.ChangedBy != 0
		}
		return by, err
	}
	var err error
	if x.master, err = read(v.Calendars[0]); err != nil { // the first calendar is the Master
		return nil, err
	}
	if x.own = x.master; v.Calendar != 0 {
		if x.own, err = read(v.Calendars[v.Calendar]); err != nil {
			return nil, err
		}
	}
	delete(users, 0)
	ids := make([]int64, 0, len(users))
	for id := range users {
		ids = append(ids, id)
	}
	x.emails, err = r.deps.Users.Emails(ctx, v.OwnerID, ids)
	return x, err
}

// why explains one day of a room, both by index; row and cells are those of the
// season.
func (x *explainer) why(room, day int, row rules.Row, cells *rules.Cells) Why {
	at := rules.Cell{Room: x.Rooms[room].ID, Date: x.Season.From.Add(day)}
	w := Why{Released: x.released(at, row, day)}
	w.DecidedBy = decider(row, cells, day, w.Released > 0)
	d := x.own[at]
	if w.DecidedBy == DecidedByMaster {
		d = x.master[at]
	}
	if (w.DecidedBy == DecidedByMaster || w.DecidedBy == DecidedByOwn) && d.Reason != "" {
		w.Reason = &d.Reason
	}
	w.Note = d.Note
	if d.ChangedBy != 0 {
		w.ChangedBy = &ChangedBy{ID: d.ChangedBy}
		if email, known := x.emails[d.ChangedBy]; known {
			w.ChangedBy.Email = &email
		}
		changed := time.UnixMicro(d.ChangedAt).UTC()
		w.ChangedAt = &changed
	}
	return w
}

// released returns the unsold units of a block that were released to the hotel.
func (x *explainer) released(at rules.Cell, row rules.Row, day int) int {
	for _, b := range x.blocks[at.Room] {
		if b.Season().Contains(at.Date) && b.Released(at.Date, x.Today) {
			return max(0, b.Quantity-int(row.Closed[day])-int(row.Confirmed[day]))
		}
	}
	return 0
}

// decider returns which step of the cascade decided a day.
func decider(row rules.Row, c *rules.Cells, day int, released bool) Decider {
	switch {
	case !row.Standalone && row.Remaining[day] == 0:
		return DecidedByPool
	case c.Status[day] != 0 && (row.Master || row.MasterDay[day] >= rules.CodeRequest || row.Own[day] == 0):
		return DecidedByMaster
	case c.Status[day] != 0:
		return DecidedByOwn
	case released && c.OwnAvailable[day] == 0:
		return DecidedByRelease
	}
	return DecidedByNumbers
}

// explainDay resolves and explains a single day.
func (x *explainer) explainDay(room int, date civil.Date) (state rules.State, status rules.Status, w Why) {
	day := civil.Range{From: date, To: date}
	row, cells := x.Row(x.Calendar, room, day), &rules.Cells{}
	rules.Cascade(row, cells)
	return cells.State[0], cells.StatusAt(0), x.why(room, 0, row, cells)
}

// DayFilter chooses records of a calendar.
type DayFilter struct {
	RoomID int64 // zero: all
	Season civil.Range
	// ByHand leaves out days that only hold units sold: those with a status, closed
	// units or a note are what somebody has set.
	ByHand bool
}
