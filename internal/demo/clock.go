package demo

import (
	"sync/atomic"
	"time"

	"allot/internal/platform/civil"
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

// east is how far the easternmost property of the demo is ahead of UTC.
const east = 3 * time.Hour

// today is the day that the first of the properties has reached.
func (c *Clock) today() civil.Date { return civil.Of(c.real().UTC().Add(east)) }

// back moves the clock so many days into the past, to noon, when it is the same day at
// all properties: in the evening some of them are a day ahead. 0 is the time of now.
func (c *Clock) back(days int) {
	if days == 0 {
		c.behind.Store(0)
		return
	}
	noon := c.today().Add(-days).Time(time.UTC).Add(12 * time.Hour)
	c.behind.Store(int64(c.real().Sub(noon)))
}
