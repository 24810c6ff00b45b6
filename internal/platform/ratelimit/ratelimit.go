// Package ratelimit counts requests by caller in windows of one minute, and what
// strangers do by client address, and says which are too many.
//
// A window begins with its first request. Who is refused is not charged, so that
// asking too often makes nobody wait longer.
package ratelimit

import (
	"context"
	"time"
)

// Window is how long requests are counted before counting starts anew.
const Window = time.Minute

// Limiter is asked once for every request that is to be charged. One process
// uses Memory; several share their counts through another implementation.
type Limiter interface {
	// Take charges a request to a caller.
	Take(ctx context.Context, caller int64) (Charge, error)
}

// Charge is where a caller stands after a request.
type Charge struct {
	Allowed   bool
	Limit     int           // requests a window
	Remaining int           // of them, after this one
	Reset     time.Duration // until the window is over; more than zero
}
