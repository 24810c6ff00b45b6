package allotment

import "allot/internal/platform/civil"

// ReportedUnits is what a property management system reports of a room type on
// a date. Counted is its part of the pool.
type ReportedUnits struct {
	RoomID     int64      `bun:"room_id"`
	Date       civil.Date `bun:"date"`
	Source     string     `bun:"source"`
	Reserved   int        `bun:"reserved"`
	CheckedIn  int        `bun:"checked_in"`
	OutOfOrder int        `bun:"out_of_order"`
	Counted    int        `bun:"counted"`
}
