package db

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"
)

// memoryOfTrouble is how long a write that found no room counts against the
// database. A later one that needs none, such as the change of a number, may
// succeed meanwhile.
const memoryOfTrouble = 10 * time.Second

var errNoRoom = fmt.Errorf("a write found no room a moment ago: %w", syscall.ENOSPC)

// health remembers when a write last found the storage full.
type health struct{ full atomic.Pointer[time.Time] }

// note looks at how a transaction ended.
func (h *health) note(err error) {
	if TroubleOf(err) == StorageFull {
		now := time.Now() //nolint:forbidigo // how long ago, not when
		h.full.Store(&now)
	}
}

// Storage reports that there was no room for a write a moment ago.
func (d *DB) Storage() error {
	if at := d.health.full.Load(); at != nil && time.Since(*at) < memoryOfTrouble {
		return errNoRoom
	}
	return nil
}
