package demo

import (
	"sync/atomic"
	"time"
)

// Clock is the clock of the program while the demo's data is made. It can be moved
// into the past, so that last year's bookings carry the times at which they would
// have been made.
type Clock struct {
	real   func() time.Time
	behind atomic.Int64 // time.Duration
}

// NewClock makes a clock that shows the time of real until it is moved.
func NewClock(real func() time.Time) *Clock { return &Clock{real: real} }

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time { return c.real().Add(-time.Duration(c.behind.Load())) }

// back moves the clock so many days into the past.
func (c *Clock) back(days int) { c.behind.Store(int64(time.Duration(days) * 24 * time.Hour)) }
