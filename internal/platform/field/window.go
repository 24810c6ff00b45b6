package field

import (
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// MaxWindow bounds the days that one request reads: three years.
const MaxWindow = 1100

// CheckWindow refuses a range of days, from and to included, that ends before it
// starts or is longer than MaxWindow. A missing end is open.
func CheckWindow(f *apperr.Fields, from, to civil.Date) {
	if from.IsZero() || to.IsZero() {
		return
	}
	f.Check(from <= to, "to", "must not be before from")
	f.Checkf(to.Sub(from) < MaxWindow, "to", "must be at most %d days after from, counting both", MaxWindow)
}
