// Package ratelimit counts by caller, by client address or by name in windows of
// time, and says what is too many.
//
// A window begins with its first request. Who is refused is not charged, so that
// asking too often makes nobody wait longer. What is counted is lost on restart, unless a
// Counter that several processes share has it.
package ratelimit

import "time"

// Charge is where a caller stands after a request.
type Charge struct {
	Allowed   bool
	Limit     int           // requests a window
	Remaining int           // of them, after this one
	Reset     time.Duration // until the window is over; more than zero
}

// Counter counts in windows for several processes together.
type Counter interface {
	// Take charges one to a window that has a name. ok is false if nobody answers: then
	// the process counts by itself.
	Take(name string, limit int, length time.Duration) (c Charge, ok bool)
}
