// Package clocktest has a clock that tests set.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a clock that only Advance moves. It is safe for concurrent use.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// New returns a clock at noon of 31 May 2030 in UTC.
func New() *Clock { return At(time.Date(2030, time.May, 31, 12, 0, 0, 0, time.UTC)) }

// At returns a clock at a time.
func At(t time.Time) *Clock { return &Clock{at: t} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock; a negative duration sets it back.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
