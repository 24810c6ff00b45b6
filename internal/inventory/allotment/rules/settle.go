package rules

import (
	"allot/internal/platform/civil"
)

// settlement works out the loans between rooms on one date.
type settlement struct {
	pools            []Pool
	granted          []int // for each room, reported units that were counted before and still are reported
	loans            []int // for each rule
	limits           []int
	donor, recipient []int // for each rule, the index of the room in pools
}

// Settle works out what rooms borrow of each other on one date and how many
// reported units fit. pools are the rooms with their new Committed, Reported and
// Total, and the previous External, Borrowed and Lent; shares are the rules among
// them by age, and loans the units that each lends so far.
//
//  1. Units that a recipient no longer needs are returned, the youngest loan first.
//  2. Rooms that hold more than they have borrow, by the oldest rule first, for
//     units that are committed, lent or were counted before.
//  3. Rooms borrow for newly reported units, of what is left.
//
// A loan stays while it is needed, because guests were promised the room. A donor
// lends only its own spare units, never borrowed ones; it may have to borrow later
// for units that it still sells. A rule that has ended keeps the loans of past
// days.
//
// settle returns the indexes of rooms with too few units. Step 1 takes nothing that
// is needed, so these are rooms that hold more or have fewer units than before:
// a write that returns units is never refused, nor is the report of a system.
func Settle(date civil.Date, pools []Pool, shares []Share, loans []int) (short []int) {
	s := newSettlement(date, pools, shares, loans)
	s.giveBack()
	s.borrow(func(room int) int { return s.granted[room] })
	s.borrow(func(room int) int { return pools[room].Reported })
	for i := range pools {
		p := &pools[i]
		p.External = min(p.Reported, s.left(i))
		if p.External < s.granted[i] || p.Lent > p.Total {
			short = append(short, i)
		}
	}
	return short
}

func newSettlement(date civil.Date, pools []Pool, shares []Share, loans []int) *settlement {
	n := len(shares)
	places := make([]int, len(pools)+3*n)
	s := &settlement{
		pools: pools, loans: loans,
		granted: places[:len(pools)], limits: places[len(pools) : len(pools)+n],
		donor: places[len(pools)+n : len(pools)+2*n], recipient: places[len(pools)+2*n:],
	}
	for i := range pools {
		s.granted[i] = min(pools[i].External, pools[i].Reported)
	}
	if n == 0 {
		return s
	}
	at := make(map[int64]int, len(pools))
	for i := range pools {
		at[pools[i].RoomID] = i
	}
	for i, rule := range shares {
		s.donor[i], s.recipient[i], s.limits[i] = at[rule.DonorRoom], at[rule.RecipientRoom], rule.Limit(date)
	}
	return s
}

// left returns the units of a room that are neither committed nor lent.
func (s *settlement) left(i int) int {
	p := &s.pools[i]
	return p.Total + p.Borrowed - p.Committed - p.Lent
}

// lend adds units to the loan of a rule, or returns them if negative.
func (s *settlement) lend(rule, units int) {
	s.loans[rule] += units
	s.pools[s.donor[rule]].Lent += units
	s.pools[s.recipient[rule]].Borrowed += units
}

// giveBack returns units that their recipient does not need. A donor that gets
// units back may then need its own loans no more, so it starts again with the
// youngest loan after each step.
func (s *settlement) giveBack() {
	for i := len(s.loans) - 1; i >= 0; i-- {
		to := s.recipient[i]
		if n := min(s.loans[i], s.left(to)-s.pools[to].Reported); n > 0 {
			s.lend(i, -n)
			i = len(s.loans)
		}
	}
}

// borrow lets every room that has less than wanted borrow the rest. A loan never
// makes another room need more, so one pass over the rules is enough.
func (s *settlement) borrow(wanted func(room int) int) {
	for i := range s.loans {
		from, to := &s.pools[s.donor[i]], s.recipient[i]
		spare := from.Total - from.Committed - from.Reported - from.Lent
		if n := min(s.limits[i]-s.loans[i], spare, wanted(to)-s.left(to)); n > 0 {
			s.lend(i, n)
		}
	}
}
