package rules

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// Pool is the units of a room type on a date, over all calendars.
type Pool struct {
	RoomID     int64      `bun:"room_id,pk"`
	Date       civil.Date `bun:"date,pk"`
	OwnerID    int64      `bun:"owner_id"`
	PropertyID int64      `bun:"property_id"`
	Total      int        `bun:"total"`     // room_total_units
	Committed  int        `bun:"committed"` // closed and confirmed on calendars
	Reported   int        `bun:"reported"`  // taken in property management systems
	External   int        `bun:"external"`  // the part of reported that fits
	Borrowed   int        `bun:"borrowed"`
	Lent       int        `bun:"lent"`
	Version    int64      `bun:"version"`
}

// ErrPoolExceeded refuses a write that needs more units than there are.
var ErrPoolExceeded = apperr.New(apperr.Conflict, "pool_exceeded", "there are not so many units left")

// Remaining returns the units left, borrowed ones included.
func (p Pool) Remaining() int { return p.Total + p.Borrowed - p.Committed - p.External - p.Lent }

// Overbooked returns how many reported units do not fit.
func (p Pool) Overbooked() int { return p.Reported - p.External }

// Borrowing says whether a room has only units that it can borrow, and which state
// that gives.
type Borrowing uint8

// The ways of borrowing.
const (
	BorrowingNone Borrowing = iota
	BorrowingOnRequest
	BorrowingOpen
)

// Borrowable returns the units that a room with nothing left could borrow on a
// date, as settle would lend them, and how the day shows: as set by the rule that
// lends the next unit. spare returns the units that a donor has left.
func Borrowable(date civil.Date, room int64, shares []Share, lent func(share int) int, spare func(room int64) int) (units int, how Borrowing) {
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
		if how == BorrowingNone {
			how = s.borrowing()
		}
	}
	return units, how
}
