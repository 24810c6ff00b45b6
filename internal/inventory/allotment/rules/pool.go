package rules

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
// and how a day shows that lives on it: as the rule wants that lends the next
// unit. spare gives what a donor has left. It is exactly what settle would lend.
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
