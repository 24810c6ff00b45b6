package allotment

import (
	"context"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// dayChange is one day before and after a write.
type dayChange struct{ before, after rules.Day }

func (c dayChange) cell() rules.Cell { return rules.Cell{Room: c.after.RoomID, Date: c.after.Date} }

// draft is the days of a calendar that one write is about to change, sorted by
// room and date, each once.
type draft struct {
	calendar rules.Calendar
	days     []dayChange
	pool     *poolRows // of their rooms; nil if it was not read
}

// day returns the new version of a day, to be modified.
func (s *draft) day(at rules.Cell) *rules.Day {
	i, _ := slices.BinarySearchFunc(s.days, at, func(c dayChange, at rules.Cell) int { return rules.CompareCells(c.cell(), at) })
	return &s.days[i].after
}

// after returns the days as they are after the write.
func (s *draft) after() []rules.Day {
	list := make([]rules.Day, len(s.days))
	for i, d := range s.days {
		list[i] = d.after
	}
	return list
}

// changes returns the days that differ from before.
func (s *draft) changes() []dayChange {
	var list []dayChange
	for _, c := range s.days {
		if !c.after.Same(c.before) {
			list = append(list, c)
		}
	}
	return list
}

// draftDays reads the days of a calendar to be changed, and what else saveDays needs; counts
// says that units change. Modify the days with draft.day, then call saveDays.
func (ch *change) draftDays(ctx context.Context, c rules.Calendar, cells []rules.Cell, counts bool) (*draft, error) {
	cells = slices.Clone(cells)
	slices.SortFunc(cells, rules.CompareCells)
	cells = slices.Compact(cells)
	s := &draft{calendar: c, days: make([]dayChange, len(cells))}
	if len(cells) == 0 {
		return s, nil
	}
	present, err := ch.readDraft(ctx, s, cells, counts && c.Kind.Pooled())
	if err != nil {
		return nil, err
	}
	for i, at := range cells {
		d, there := present[at]
		if !there {
			d = rules.Day{CalendarID: c.ID, RoomID: at.Room, Date: at.Date, OwnerID: ch.owner, PropertyID: ch.property}
		}
		s.days[i] = dayChange{d, d}
	}
	return s, nil
}

// readDraft returns the stored records of cells, which are sorted. With pool it also reads what
// is left of their rooms.
func (ch *change) readDraft(ctx context.Context, s *draft, cells []rules.Cell, pool bool) (map[rules.Cell]rules.Day, error) {
	c := s.calendar
	q := draftQuery(c, cells)
	q.Blocks = c.Kind.Pooled() && c.Kind != rules.KindMaster
	if pool {
		rooms, shares, err := ch.linked(ctx, q.Rooms)
		if err != nil {
			return nil, err
		}
		q.Pool, q.Loans = rules.RoomIDs(rooms), len(shares) > 0
	}
	rows, err := ch.store.ReadDraft(ctx, q)
	if err != nil {
		return nil, err
	}
	if pool {
		s.pool = &poolRows{rows.Pools, rows.Loans}
	}
	if q.Blocks {
		ch.blocks = map[int64][]rules.Block{c.ID: rows.Blocks}
	}
	return byCell(rows.Days), nil
}

// draftQuery asks for the records of cells, which are sorted.
func draftQuery(c rules.Calendar, cells []rules.Cell) DraftQuery {
	q := DraftQuery{OwnerID: c.OwnerID, PropertyID: c.PropertyID, CalendarID: c.ID, Season: civil.Range{From: cells[0].Date, To: cells[0].Date}}
	for _, at := range cells {
		if len(q.Rooms) == 0 || q.Rooms[len(q.Rooms)-1] != at.Room {
			q.Rooms = append(q.Rooms, at.Room)
		}
		q.Season.From, q.Season.To = min(q.Season.From, at.Date), max(q.Season.To, at.Date)
	}
	return q
}

func byCell(days []rules.Day) map[rules.Cell]rules.Day {
	by := make(map[rules.Cell]rules.Day, len(days))
	for _, d := range days {
		by[rules.Cell{Room: d.RoomID, Date: d.Date}] = d
	}
	return by
}

// saveDays stores the changed days of a draft, updates the pool and records one
// audit entry. Every change of a day uses it.
func (ch *change) saveDays(ctx context.Context, s *draft) error {
	changes := s.changes()
	if len(changes) == 0 {
		return nil
	}
	days := make([]rules.Day, len(changes))
	edits := make(map[rules.Cell]edit, len(changes))
	for i := range changes {
		c := &changes[i]
		c.after.Version = ch.version
		days[i] = c.after
		if n := c.after.Held() - c.before.Held(); s.calendar.Kind.Pooled() && n != 0 {
			edits[c.cell()] = edit{committed: n}
		}
		ch.collectEvents(&s.calendar, c.before, c.after)
	}
	p, err := ch.updatePoolOf(ctx, edits, s.pool)
	if err != nil {
		return err
	}
	if err := ch.store.SaveDays(ctx, days); err != nil {
		return err
	}
	if err := ch.recordDays(ctx, s.calendar, changes); err != nil {
		return err
	}
	return ch.checkNotice(ctx, s.calendar, changes, p)
}

// collectEvents collects the events of a changed day: a change of availability for every
// status and count, so that a receiver of that event alone is right, and a stop sale
// beside it. A lifted request is a stop sale too, because operators that may not request
// rooms saw the day as stopped.
func (ch *change) collectEvents(c *rules.Calendar, before, after rules.Day) {
	restated := before.Status != after.Status
	stops := before.Status.Stops() || after.Status.Stops()
	if stops && (restated || before.Reason != after.Reason) || restated && before.Status == rules.StatusRequest {
		ch.stops = append(ch.stops, stopChange{c, after.RoomID, after.Date, stopState{before.Status, before.Reason}, stopState{after.Status, after.Reason}})
	}
	if restated || before.Closed != after.Closed || before.Confirmed != after.Confirmed {
		ch.touchOn(c.ID, after.RoomID, after.Date)
	}
}

// daySpan is consecutive days of a room with the same values, for the audit trail.
type daySpan struct {
	Room      int64        `json:"room"`
	From      civil.Date   `json:"from"`
	To        civil.Date   `json:"to"`
	Closed    int          `json:"closed"`
	Confirmed int          `json:"confirmed"`
	Status    rules.Status `json:"status"`
	Reason    rules.Reason `json:"reason"`
	Note      string       `json:"note"`
}

// recordDays records one audit entry for all changes of a request to a calendar.
func (ch *change) recordDays(ctx context.Context, c rules.Calendar, changes []dayChange) error {
	before, after := make([]rules.Day, len(changes)), make([]rules.Day, len(changes))
	for i, d := range changes {
		before[i], after[i] = d.before, d.after
	}
	return ch.deps.Audit.Record(ctx, audit.Change{
		Action: "update", ObjectType: "allotment_days", ObjectID: c.ID, Before: daySpans(before), After: daySpans(after),
	})
}

func daySpans(days []rules.Day) []daySpan {
	list := []daySpan{}
	for _, d := range days {
		t := daySpan{d.RoomID, d.Date, d.Date, d.Closed, d.Confirmed, d.Status, d.Reason, d.Note}
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
