package allotment

import (
	"context"
	"slices"

	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// dayChange is what a write made of one day.
type dayChange struct{ before, after Day }

// saveDays changes days of a calendar and, with them, the pool. apply gets each
// day as it is and makes of it what it shall be; days that it leaves alone are
// not written. Every change of a day passes here.
func (h *hotel) saveDays(ctx context.Context, c Calendar, cells []cell, apply func(d *Day) error) ([]dayChange, error) {
	present, err := h.days(ctx, c, cells)
	if err != nil {
		return nil, err
	}
	var changes []dayChange
	edits := make(map[cell]edit, len(cells))
	for _, at := range cells {
		before, there := present[at]
		if !there {
			before = Day{CalendarID: c.ID, RoomID: at.room, Date: at.date, OwnerID: h.owner, PropertyID: h.property}
		}
		after := before
		if err := apply(&after); err != nil {
			return nil, err
		}
		if after.same(before) {
			continue
		}
		after.Version = h.version
		present[at] = after // a batch may name a day twice
		changes = append(changes, dayChange{before, after})
		if n := after.Held() - before.Held(); c.Kind.Pooled() && n != 0 {
			edits[at] = edit{committed: edits[at].committed + n}
		}
		h.note(c, before, after)
	}
	if err := h.move(ctx, edits); err != nil {
		return nil, err
	}
	return changes, h.store.SaveDays(ctx, latest(changes))
}

// days are the records of the cells that are there.
func (h *hotel) days(ctx context.Context, c Calendar, cells []cell) (map[cell]Day, error) {
	present := map[cell]Day{}
	if len(cells) == 0 {
		return present, nil
	}
	var rooms []int64
	season := civil.Range{From: cells[0].date, To: cells[0].date}
	for _, at := range cells {
		if !slices.Contains(rooms, at.room) {
			rooms = append(rooms, at.room)
		}
		season.From, season.To = min(season.From, at.date), max(season.To, at.date)
	}
	list, err := h.store.Days(ctx, h.owner, c.ID, rooms, season)
	for _, d := range list {
		present[cell{d.RoomID, d.Date}] = d
	}
	return present, err
}

// note gathers what a changed day means to others: a stop sale, or something
// else about what is available.
func (h *hotel) note(c Calendar, before, after Day) {
	restated := before.Status != after.Status
	switch {
	case before.Status.Stops() || after.Status.Stops():
		if restated || before.Reason != after.Reason {
			h.stops = append(h.stops, stop{c, after.RoomID, after.Date, before.Status, after.Status})
		}
	case restated:
		h.touch(after.RoomID, after.Date)
	}
	if before.Closed != after.Closed || before.Confirmed != after.Confirmed {
		h.touch(after.RoomID, after.Date)
	}
}

// latest is the last state of every changed day, in the order of rooms and dates.
func latest(changes []dayChange) []Day {
	days := make([]Day, 0, len(changes))
	at := make(map[cell]int, len(changes))
	for _, c := range changes {
		key := cell{c.after.RoomID, c.after.Date}
		if i, ok := at[key]; ok {
			days[i] = c.after
			continue
		}
		at[key] = len(days)
		days = append(days, c.after)
	}
	slices.SortFunc(days, func(a, b Day) int { return compareCells(cell{a.RoomID, a.Date}, cell{b.RoomID, b.Date}) })
	return days
}

// traced is days of a room in a row that a write found, or left, the same.
type traced struct {
	Room      int64      `json:"room"`
	From      civil.Date `json:"from"`
	To        civil.Date `json:"to"`
	Closed    int        `json:"closed"`
	Confirmed int        `json:"confirmed"`
	Status    Status     `json:"status"`
	Reason    Reason     `json:"reason"`
	Note      string     `json:"note"`
}

// recordDays leaves one entry for everything that a request changed on a
// calendar.
func (h *hotel) recordDays(ctx context.Context, c Calendar, changes []dayChange) error {
	if len(changes) == 0 {
		return nil
	}
	before, after := make([]Day, len(changes)), make([]Day, len(changes))
	for i, ch := range changes {
		before[i], after[i] = ch.before, ch.after
	}
	return h.Audit.Record(ctx, audit.Change{
		Action: "update", ObjectType: "allotment_days", ObjectID: c.ID, Before: trace(before), After: trace(after),
	})
}

func trace(days []Day) []traced {
	list := []traced{}
	for _, d := range days {
		t := traced{d.RoomID, d.Date, d.Date, d.Closed, d.Confirmed, d.Status, d.Reason, d.Note}
		if last := len(list) - 1; last >= 0 {
			next := list[last]
			next.From, next.To = t.From, t.To
			if next == t && list[last].To+1 == t.From {
				list[last].To = t.To
				continue
			}
		}
		list = append(list, t)
	}
	return list
}
