// Package clocktest is a clock for tests: time passes when the test says so.
package clocktest

import (
	"sync"
	"time"
)

// Clock is a time that only the test moves. Several goroutines may ask it.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// New makes a clock that stands at noon of a day in May.
func New() *Clock { return At(time.Date(2030, time.May, 31, 12, 0, 0, 0, time.UTC)) }

// At makes a clock that stands at a time.
func At(t time.Time) *Clock { return &Clock{at: t} }

// Now is the time the clock stands at.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance lets time pass; a negative duration sets the clock back.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}
