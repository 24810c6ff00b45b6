package reading

import (
	"math"
	"slices"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// builder fills the days of a snapshot. It shares the arrays of an earlier snapshot
// and copies one before the first change, because readers still use it.
type builder struct {
	*Snapshot
	since   int64 // rows up to this version are included already
	shareAt map[int64]int
	prev    *Snapshot

	daysOwned, poolOwned, loansOwned bool
}

func newBuilder(snap, prev *Snapshot) *builder {
	b := &builder{Snapshot: snap, since: allVersions, shareAt: make(map[int64]int, len(snap.Shares))}
	for i, s := range snap.Shares {
		b.shareAt[s.ID] = i
	}
	if prev != nil && sameLayout(snap, prev) {
		b.since, b.prev = prev.Version, prev
		snap.calendarAt, snap.roomAt = prev.calendarAt, prev.roomAt
		snap.allotted, snap.closed, snap.confirmed = prev.allotted, prev.closed, prev.confirmed
		snap.status, snap.reason = prev.status, prev.reason
		snap.committed, snap.external, snap.borrowed, snap.lent = prev.committed, prev.external, prev.borrowed, prev.lent
		snap.remaining, snap.borrowing, snap.loaned = prev.remaining, prev.borrowing, prev.loaned
		return b
	}
	b.reset()
	return b
}

// reset gives the snapshot empty days.
func (b *builder) reset() {
	b.daysOwned, b.poolOwned, b.loansOwned = true, true, true
	b.calendarAt, b.roomAt = make(map[int64]int, len(b.Calendars)), make(map[int64]int, len(b.Rooms))
	for i, c := range b.Calendars {
		b.calendarAt[c.ID] = i
	}
	for i, r := range b.Rooms {
		b.roomAt[r.ID] = i
	}
	days := b.Window.Days()
	cells, rooms := len(b.Calendars)*len(b.Rooms)*days, len(b.Rooms)*days
	b.closed, b.confirmed = make([]uint16, cells), make([]uint16, cells)
	b.status, b.reason = make([]uint8, cells), make([]uint8, cells)
	b.committed, b.external = make([]uint16, rooms), make([]uint16, rooms)
	b.borrowed, b.lent = make([]uint16, rooms), make([]uint16, rooms)
	b.loaned = make([]uint16, len(b.Shares)*days)
}

// day adds the record of a day.
func (b *builder) day(d rules.Day) {
	c, known := b.calendarAt[d.CalendarID]
	r, there := b.roomAt[d.RoomID]
	if !known || !there {
		return // the calendar or room is being deleted
	}
	if !b.daysOwned {
		b.daysOwned = true
		b.closed, b.confirmed = slices.Clone(b.closed), slices.Clone(b.confirmed)
		b.status, b.reason = slices.Clone(b.status), slices.Clone(b.reason)
	}
	i, _ := b.span(c*len(b.Rooms)+r, civil.Range{From: d.Date, To: d.Date})
	b.closed[i], b.confirmed[i] = short(d.Closed), short(d.Confirmed)
	b.status[i], b.reason[i] = d.Status.Code(), d.Reason.Code()
}

// pool adds a row of the pool.
func (b *builder) pool(p rules.Pool) {
	r, there := b.roomAt[p.RoomID]
	if !there {
		return
	}
	if !b.poolOwned {
		b.poolOwned = true
		b.committed, b.external = slices.Clone(b.committed), slices.Clone(b.external)
		b.borrowed, b.lent = slices.Clone(b.borrowed), slices.Clone(b.lent)
	}
	i, _ := b.span(r, civil.Range{From: p.Date, To: p.Date})
	b.committed[i], b.external[i] = short(p.Committed), short(p.External)
	b.borrowed[i], b.lent[i] = short(p.Borrowed), short(p.Lent)
}

// loan adds the loan of a rule on a date.
func (b *builder) loan(l rules.Loan) {
	s, there := b.shareAt[l.ShareID]
	if !there {
		return
	}
	if !b.loansOwned {
		b.loansOwned = true
		b.loaned = slices.Clone(b.loaned)
	}
	i, _ := b.span(s, civil.Range{From: l.Date, To: l.Date})
	b.loaned[i] = short(l.Units)
}

// finish computes the derived arrays that may differ from those of prev.
func (b *builder) finish() {
	rooms := b.prev != nil && slices.Equal(b.prev.Rooms, b.Rooms)
	if !rooms || b.prev.Today != b.Today || !slices.Equal(b.prev.Blocks, b.Blocks) {
		b.allot()
	}
	if b.poolOwned || b.loansOwned || !rooms || !slices.Equal(b.prev.Shares, b.Shares) {
		b.settleRemaining()
	}
}

// allot computes the allotments: all units for the Master, blocks for the others.
func (s *Snapshot) allot() {
	days := s.Window.Days()
	s.allotted = make([]uint16, len(s.Calendars)*len(s.Rooms)*days)
	for c, calendar := range s.Calendars {
		if calendar.Kind != rules.KindMaster {
			continue
		}
		for r, room := range s.Rooms {
			from, to := s.span(c*len(s.Rooms)+r, s.Window)
			for i := from; i < to; i++ {
				s.allotted[i] = short(room.Units)
			}
		}
	}
	for _, b := range s.Blocks {
		c, known := s.calendarAt[b.CalendarID]
		r, there := s.roomAt[b.RoomID]
		season, reaches := b.Season().Intersect(s.Window)
		if !known || !there || !reaches {
			continue
		}
		from, _ := s.span(c*len(s.Rooms)+r, season)
		for date := range season.All() {
			s.allotted[from] = short(b.InForce(date, s.Today))
			from++
		}
	}
}

// settleRemaining computes the units left in every room or, if none are, those
// that it could borrow.
func (s *Snapshot) settleRemaining() {
	s.remaining, s.borrowing = make([]uint16, len(s.committed)), make([]rules.Borrowing, len(s.committed))
	days := s.Window.Days()
	for r, room := range s.Rooms {
		for i := r * days; i < (r+1)*days; i++ {
			s.remaining[i] = short(room.Units + int(s.borrowed[i]) - int(s.committed[i]) - int(s.external[i]) - int(s.lent[i]))
		}
	}
	for _, rule := range s.Shares {
		if r, there := s.roomAt[rule.RecipientRoom]; there && rule.IsActive {
			s.lend(r)
		}
	}
}

// lend adds what a room could borrow on days without units of its own.
func (s *Snapshot) lend(room int) {
	days := s.Window.Days()
	for day := range days {
		at := room*days + day
		if s.remaining[at] > 0 { // its own, or added by an older rule
			continue
		}
		units, how := rules.Borrowable(s.Window.From+civil.Date(day), s.Rooms[room].ID, s.Shares,
			func(share int) int { return int(s.loaned[share*days+day]) },
			func(donor int64) int { return s.spare(donor, day) })
		s.remaining[at], s.borrowing[at] = short(units), how
	}
}

// spare returns what a room has left of its own units; borrowed ones are not lent.
func (s *Snapshot) spare(id int64, day int) int {
	room, there := s.roomAt[id]
	if !there {
		return 0
	}
	i := room*s.Window.Days() + day
	return s.Rooms[room].Units - int(s.committed[i]) - int(s.external[i]) - int(s.lent[i])
}

// short stores a count in two bytes; room types have far fewer units.
func short(n int) uint16 { return uint16(min(max(n, 0), math.MaxUint16)) }
