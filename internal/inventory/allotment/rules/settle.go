package rules

import "allot/internal/platform/civil"

// settlement is one date on its way to what rooms borrow of each other.
type settlement struct {
	pools            []Pool
	granted          []int // what systems were promised before and still report, a room
	loans            []int // beside shares
	limits           []int
	donor, recipient []int // the rooms of a rule, by their place in pools
}

// settle works out what rooms borrow of each other on one date and how much of
// what was reported fits. pools are the rooms with what they shall hold, and
// with External, Borrowed and Lent as they were; shares are the rules among them
// in order of age, and loans, beside them, what each lends so far.
//
//  1. What a recipient no longer needs goes back, the youngest loan first.
//  2. Rooms that hold more than they have borrow, of the oldest rule that has
//     something first: for what is committed, lent and was granted.
//  3. So do rooms whose systems report more than was granted, with what is left.
//
// What is lent stays lent while it is needed, because guests were promised it. A
// donor lends only spare units of its own, never what it has borrowed; it may
// have to borrow later for what it still sells. A rule that was ended since keeps
// the loans of days that have passed.
//
// The answer names the rooms for which there is too little. As the first step
// takes nothing that is needed, these are rooms that shall hold more, or have
// fewer units, than before: whoever gives something back is never refused, and no
// report of a system is.
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

// left is what a room type has for reports of systems: what is neither committed
// nor lent.
func (s *settlement) left(i int) int {
	p := &s.pools[i]
	return p.Total + p.Borrowed - p.Committed - p.Lent
}

// lend moves units by a rule, or back if negative.
func (s *settlement) lend(rule, units int) {
	s.loans[rule] += units
	s.pools[s.donor[rule]].Lent += units
	s.pools[s.recipient[rule]].Borrowed += units
}

// giveBack ends loans as far as their recipient has more than it needs. A donor
// that gets units back may itself need its own loans no more, and of these too the
// youngest goes first: so after every step it begins with the youngest again.
func (s *settlement) giveBack() {
	for i := len(s.loans) - 1; i >= 0; i-- {
		to := s.recipient[i]
		if n := min(s.loans[i], s.left(to)-s.pools[to].Reported); n > 0 {
			s.lend(i, -n)
			i = len(s.loans)
		}
	}
}

// borrow lets every room that has less than wanted borrow what it lacks. Nobody
// needs more because another borrows, so once over the rules is enough.
func (s *settlement) borrow(wanted func(room int) int) {
	for i := range s.loans {
		from, to := &s.pools[s.donor[i]], s.recipient[i]
		spare := from.Total - from.Committed - from.Reported - from.Lent
		if n := min(s.limits[i]-s.loans[i], spare, wanted(to)-s.left(to)); n > 0 {
			s.lend(i, n)
		}
	}
}
