package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/civil"
)

// source is where the numbers of a world come from: rapid, or bytes of a fuzzer.
type source func(from, to int) int

// world is a hotel on one date, in the module's shape and in that of the
// reference.
type world struct {
	date, today civil.Date
	pools       []Pool
	shares      []Share
	loans       []int
	calendars   []Calendar
	blocks      [][]Block // by calendar and room
	days        [][]Day
	ref         refHotel
}

func newWorld(n source) *world {
	w := &world{today: civil.MustParse("2030-06-01")}
	w.date = w.today.Add(n(0, 4))
	for i := range n(1, 3) {
		units := n(0, 4)
		w.pools = append(w.pools, Pool{RoomID: int64(i + 1), Date: w.date, Total: units})
		w.ref.Rooms = append(w.ref.Rooms, refRoom{Name: nameOf(i), Units: units})
	}
	if len(w.pools) > 1 {
		for range n(0, 4) {
			w.addShare(n)
		}
	}
	w.calendars = []Calendar{{Kind: KindMaster}}
	for range n(0, 2) {
		w.calendars = append(w.calendars, Calendar{Kind: Kinds[n(1, len(Kinds)-1)]})
	}
	for c := range w.calendars {
		blocks, days := make([]Block, len(w.pools)), make([]Day, len(w.pools))
		for r := range w.pools {
			blocks[r] = Block{Quantity: n(0, 3), ReleaseDays: n(0, 4)}
			days[r].Status = append([]Status{StatusNone, StatusNone, StatusNone}, Statuses...)[n(0, len(Statuses)+2)]
		}
		w.calendars[c].ID = int64(c + 1)
		w.blocks, w.days = append(w.blocks, blocks), append(w.days, days)
	}
	return w
}

func nameOf(room int) string { return string(rune('A' + room)) }

func (w *world) addShare(n source) {
	donor := n(0, len(w.pools)-1)
	recipient := (donor + n(1, len(w.pools)-1)) % len(w.pools)
	s := Share{
		ID: int64(len(w.shares) + 1), DonorRoom: int64(donor + 1), RecipientRoom: int64(recipient + 1),
		MaxUnits: n(1, 3), OpenWhileBorrowing: n(0, 1) == 1, IsActive: n(0, 5) > 0,
	}
	rule := refRule{Donor: nameOf(donor), Recipient: nameOf(recipient), Max: s.MaxUnits, Open: s.OpenWhileBorrowing}
	switch n(0, 5) {
	case 0:
		s.StartDate, rule.Max = w.date+1, 0
	case 1:
		s.EndDate, rule.Max = w.date-1, 0
	case 2:
		s.StartDate, s.EndDate = w.date, w.date
	}
	if !s.IsActive {
		rule.Max = 0
	}
	w.shares, w.loans, w.ref.Rules = append(w.shares, s), append(w.loans, 0), append(w.ref.Rules, rule)
}

// step is a write at random, of one change or some: it is taken over if it is
// possible.
func (w *world) step(t require.TestingT, n source) {
	before := *w
	w.pools, w.loans, w.ref = slices.Clone(w.pools), slices.Clone(w.loans), w.ref.clone()
	w.days = make([][]Day, len(before.days))
	for c := range before.days {
		w.days[c] = slices.Clone(before.days[c])
	}
	frees := true // it only gives units back, or is a report of a system
	for range n(1, 3) {
		frees = w.edit(n) && frees
	}
	short := Settle(w.date, w.pools, w.shares, w.loans)
	ref, possible := w.ref.settled()
	before.must(t, possible == (len(short) == 0), "both refuse, or none", w.pools)
	before.must(t, possible || !frees, "nobody is refused who gives back or reports", w.pools)
	if !possible {
		*w = before
		return
	}
	w.ref = ref
	w.check(t, before)
}

// edit is one change; it tells whether nobody could mind.
func (w *world) edit(n source) (frees bool) {
	room := n(0, len(w.pools)-1)
	pool, ref := &w.pools[room], &w.ref.Rooms[room]
	switch n(0, 4) {
	case 0: // a system reports
		pool.Reported = n(0, 6)
		ref.Reported = pool.Reported
		return true
	case 1: // the fact sheet has another number
		was := pool.Total
		pool.Total = n(0, 5)
		ref.Units = pool.Total
		return pool.Total >= was
	}
	c := n(0, len(w.calendars)-1)
	if !w.calendars[c].Kind.Pooled() {
		return true
	}
	d := &w.days[c][room]
	was := *d
	if n(0, 1) == 0 {
		d.Closed = n(0, 4)
	} else {
		d.Confirmed = n(0, 4)
	}
	pool.Committed += d.Held() - was.Held()
	ref.Committed += d.Closed + d.Confirmed - was.Closed - was.Confirmed
	return d.Held() <= was.Held()
}

// must fails with the whole world. Worlds are many: nothing is put in words as
// long as all is well.
func (w *world) must(t require.TestingT, ok bool, what string, after any) {
	if !ok {
		require.FailNow(t, what, "pools %+v\nshares %+v\nloans %v\nbecome %+v", w.pools, w.shares, w.loans, after)
	}
}

// check holds the pool against the reference and the rules that always hold.
func (w *world) check(t require.TestingT, before world) {
	must := func(ok bool, what string) { before.must(t, ok, what, w.pools) }
	borrowed, lent := 0, 0
	for i, p := range w.pools {
		name := nameOf(i)
		must(p.External == w.ref.Rooms[i].Fits && p.Borrowed == w.ref.borrowed(name) && p.Lent == w.ref.lent(name), "as the reference has it")
		must(p.Remaining() >= 0, "never oversold")
		must(p.Lent <= p.Total, "a donor lends its own")
		must(p.External >= min(before.pools[i].External, p.Reported) && p.External <= p.Reported, "nothing is pushed out")
		must(p.Remaining() == 0 || p.Borrowed == 0 && p.Overbooked() == 0, "who has something left borrows nothing, and nothing waits")
		borrowed, lent = borrowed+p.Borrowed, lent+p.Lent
	}
	must(lent == borrowed, "what is lent is borrowed")
	for i, units := range w.loans {
		must(w.ref.Rules[i].Lends == units, "every rule lends as the reference has it")
		must(units >= 0 && units <= w.shares[i].Limit(w.date), "within the limit")
	}
	again, loans := slices.Clone(w.pools), slices.Clone(w.loans)
	must(len(Settle(w.date, again, w.shares, loans)) == 0, "settling again refuses nothing")
	must(slices.Equal(w.pools, again) && slices.Equal(w.loans, loans), "settling again changes nothing")
}

// remaining is what a snapshot has of a room.
func (w *world) remaining(room int) (uint16, Borrowing) {
	if left := w.pools[room].Remaining(); left > 0 {
		return uint16(left), BorrowingNone
	}
	units, shows := Borrowable(w.date, w.pools[room].RoomID, w.shares,
		func(share int) int { return w.loans[share] }, func(room int64) int { return w.pools[room-1].Remaining() })
	return uint16(units), shows
}

// row is one room and day of a calendar as a snapshot has it.
func (w *world) row(calendar, room int) Row {
	kind, d := w.calendars[calendar].Kind, w.days[calendar][room]
	allotted := w.blocks[calendar][room].InForce(w.date, w.today)
	if kind == KindMaster {
		allotted = w.pools[room].Total
	}
	remaining, borrowing := w.remaining(room)
	return Row{
		Master: kind == KindMaster, Standalone: !kind.Pooled(),
		Allotted: []uint16{uint16(allotted)}, Closed: []uint16{uint16(d.Closed)}, Confirmed: []uint16{uint16(d.Confirmed)},
		Own: []uint8{d.Status.Code()}, MasterDay: []uint8{w.days[0][room].Status.Code()},
		Remaining: []uint16{remaining}, Borrowing: []Borrowing{borrowing},
	}
}

// resolve holds every cell against the reference.
func (w *world) resolve(t require.TestingT) {
	var cells Cells
	for room := range w.pools {
		name := nameOf(room)
		left, _ := w.remaining(room)
		want, next := w.ref.remaining(name)
		w.must(t, want == int(left), "what is shown can be had, and no more", name)
		for c, calendar := range w.calendars {
			d, block := w.days[c][room], w.blocks[c][room]
			Cascade(w.row(c, room), &cells)
			got := refDay{cells.State[0].String(), string(StatusOf(cells.Status[0])), int(cells.OwnAvailable[0])}
			cell := refCell{
				Kind: string(calendar.Kind), Status: string(d.Status), Master: string(w.days[0][room].Status),
				Base: block.Quantity, ReleaseDays: block.ReleaseDays, DaysAhead: w.date.Sub(w.today), Closed: d.Closed, Confirmed: d.Confirmed,
			}
			if day := w.ref.day(name, cell, want, next); day != got {
				w.must(t, false, fmt.Sprintf("room %s, %+v: wants %+v", name, cell, day), got)
			}
		}
	}
}

// TestWorlds plays random hotels in both implementations.
func TestWorlds(t *testing.T) {
	t.Parallel()
	t.Run("100,000 worlds resolve as the rules say", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			numbers := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), seeded))
			n := func(from, to int) int { return from + numbers.IntN(to-from+1) }
			for range seeded {
				play(t, n, n(1, 6))
			}
		})
	})
	t.Run("and some more, which rapid makes smaller where they do not", func(t *testing.T) {
		t.Parallel()
		rapid.Check(t, func(t *rapid.T) {
			n := func(from, to int) int { return rapid.IntRange(from, to).Draw(t, "n") }
			play(t, n, n(1, 6))
		})
	})
}

func play(t require.TestingT, n source, steps int) {
	w := newWorld(n)
	for range steps {
		w.step(t, n)
	}
	w.resolve(t)
}

// FuzzSettle plays worlds that a fuzzer makes up.
func FuzzSettle(f *testing.F) {
	f.Add([]byte{2, 1, 4, 3, 0, 1, 1, 2, 0, 1, 3, 1, 5, 0, 0, 6, 1, 2, 4, 3, 2, 1, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1})
	f.Add([]byte("a donor that has lent borrows itself"))
	f.Fuzz(func(t *testing.T, numbers []byte) {
		n := func(from, to int) int {
			if len(numbers) == 0 {
				return from
			}
			b := int(numbers[0])
			numbers = numbers[1:]
			return from + b%(to-from+1)
		}
		w := newWorld(n)
		for len(numbers) > 0 {
			w.step(t, n)
		}
		w.resolve(t)
	})
}
