package allotment

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Pool is what a room type holds on a date, over all calendars.
type Pool struct {
	RoomID     int64      `bun:"room_id,pk"`
	Date       civil.Date `bun:"date,pk"`
	OwnerID    int64      `bun:"owner_id"`
	PropertyID int64      `bun:"property_id"`
	Total      int        `bun:"total"`     // room_total_units
	Committed  int        `bun:"committed"` // closed and confirmed on calendars
	Reported   int        `bun:"reported"`  // taken, as property management systems say
	External   int        `bun:"external"`  // the part of it that fits
	Borrowed   int        `bun:"borrowed"`
	Lent       int        `bun:"lent"`
	Version    int64      `bun:"version"`
}

// ErrPoolExceeded refuses to commit what does not exist.
var ErrPoolExceeded = apperr.New(apperr.Conflict, "pool_exceeded", "there are not so many units left")

// Remaining is what is left of the room's own units and those it has borrowed.
func (p Pool) Remaining() int { return p.Total + p.Borrowed - p.Committed - p.External - p.Lent }

// Overbooked is how much more property management systems report than fits.
func (p Pool) Overbooked() int { return p.Reported - p.External }

// settle works out what rooms borrow of each other on one date and how much of
// what was reported fits. pools are the rooms with what they shall hold, and
// with the External they had; shares are the rules among them in order of age,
// and loans, beside them, what each lends so far.
//
// What is lent stays lent while it is needed, because guests were promised it;
// what is needed beyond comes from the oldest rule that has something. A donor
// lends only what it has itself. The answer names the rooms for which there is
// too little: what is committed does not fit, or would push out what a property
// management system has already been granted.
func settle(date civil.Date, pools []Pool, shares []Share, loans []int) (short []int) {
	at := make(map[int64]int, len(pools))
	before := make([]int, len(pools))
	for i := range pools {
		at[pools[i].RoomID], before[i] = i, pools[i].External
		pools[i].Borrowed, pools[i].Lent = 0, 0
	}
	need := func(p *Pool) int { return max(0, p.Committed+p.Reported-p.Total-p.Borrowed) }
	lend := func(i, units int) {
		donor, recipient := &pools[at[shares[i].DonorRoom]], &pools[at[shares[i].RecipientRoom]]
		loans[i] += units
		donor.Lent += units
		recipient.Borrowed += units
	}
	for i, s := range shares {
		kept := min(loans[i], s.Limit(date))
		donor, recipient := &pools[at[s.DonorRoom]], &pools[at[s.RecipientRoom]]
		kept = max(0, min(kept, donor.Total-donor.Committed-donor.Lent, need(recipient)))
		loans[i] = 0
		lend(i, kept)
	}
	for i, s := range shares {
		donor, recipient := &pools[at[s.DonorRoom]], &pools[at[s.RecipientRoom]]
		spare := donor.Total - donor.Committed - donor.Reported - donor.Lent
		lend(i, max(0, min(s.Limit(date)-loans[i], spare, need(recipient))))
	}
	for i := range pools {
		p := &pools[i]
		p.External = min(p.Reported, p.Total+p.Borrowed-p.Committed-p.Lent)
		if p.External < min(before[i], p.Reported) || p.External < 0 {
			short = append(short, i)
		}
	}
	return short
}

// Borrowing is whether a room lives on what others can lend it, and how that
// shows.
type Borrowing uint8

// The ways of borrowing.
const (
	BorrowingNone Borrowing = iota
	BorrowingOnRequest
	BorrowingOpen
)

// borrowable is what a room that has nothing left could still borrow on a date,
// and how a day shows that lives on it. spare gives what a donor has left.
func borrowable(date civil.Date, room int64, shares []Share, lent func(share int) int, spare func(room int64) int) (units int, shows Borrowing) {
	taken := map[int64]int{}
	for i, s := range shares {
		if s.RecipientRoom != room {
			continue
		}
		n := min(s.Limit(date)-lent(i), spare(s.DonorRoom)-taken[s.DonorRoom])
		if n <= 0 {
			continue
		}
		units += n
		taken[s.DonorRoom] += n
		shows = max(shows, BorrowingOnRequest)
		if s.OpenWhileBorrowing {
			shows = BorrowingOpen
		}
	}
	return units, shows
}
