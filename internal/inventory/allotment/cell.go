package allotment

import (
	"cmp"

	"allot/internal/platform/civil"
)

// cell is one room on one date.
type cell struct {
	room int64
	date civil.Date
}

func compareCells(a, b cell) int {
	return cmp.Or(cmp.Compare(a.room, b.room), cmp.Compare(a.date, b.date))
}
