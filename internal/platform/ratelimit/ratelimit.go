// Package ratelimit counts by caller, by client address or by name in windows of
// time, and says what is too many.
//
// A window begins with its first request. Who is refused is not charged, so that
// asking too often makes nobody wait longer. What is counted is lost on restart.
package ratelimit

import "time"

// Charge is where a caller stands after a request.
type Charge struct {
	Allowed   bool
	Limit     int           // requests a window
	Remaining int           // of them, after this one
	Reset     time.Duration // until the window is over; more than zero
}
