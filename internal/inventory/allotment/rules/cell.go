package rules

import (
	"cmp"

	"allot/internal/platform/civil"
)

// Cell is one room on one date.
type Cell struct {
	Room int64
	Date civil.Date
}

// CompareCells orders by room, then by date.
func CompareCells(a, b Cell) int {
	return cmp.Or(cmp.Compare(a.Room, b.Room), cmp.Compare(a.Date, b.Date))
}
