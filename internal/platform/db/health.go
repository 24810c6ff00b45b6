package db

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"
)

// fullPeriod is how long a write without disk space counts against the database.
// Meanwhile a later write that needs no space may succeed.
const fullPeriod = 10 * time.Second

var errNoRoom = fmt.Errorf("a write found no room a moment ago: %w", syscall.ENOSPC)

// health has the time when a write last found the storage full.
type health struct{ full atomic.Pointer[time.Time] }

// note records how a transaction ended.
func (h *health) note(err error) {
	if TroubleOf(err) == StorageFull {
		now := time.Now() //nolint:forbidigo // how long ago, not when
		h.full.Store(&now)
	}
}

// Storage returns an error if a recent write found the storage full.
func (d *DB) Storage() error {
	if at := d.health.full.Load(); at != nil && time.Since(*at) < fullPeriod {
		return errNoRoom
	}
	return nil
}
