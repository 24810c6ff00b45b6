package field

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// MaxWindow bounds, in days, what one request reads: three years.
const MaxWindow = 1100

// CheckWindow names the end of a window of days, from and to included, that lies
// before its start or too far after it. A missing end is open.
func CheckWindow(f *apperr.Fields, from, to civil.Date) {
	if from.IsZero() || to.IsZero() {
		return
	}
	f.Check(from <= to, "to", "must not be before from")
	f.Checkf(to.Sub(from) < MaxWindow, "to", "must be at most %d days after from, counting both", MaxWindow)
}
