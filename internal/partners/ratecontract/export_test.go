package ratecontract

import "allot/internal/platform/apperr"

// Overlaps lets a test compare what is named with what it finds itself.
func Overlaps(rows []RoomAllotment) apperr.Fields {
	var f apperr.Fields
	checkOverlaps(&f, rows)
	return f
}
