package ratelimit

import (
	"context"
	"time"
)

// Memory is the Limiter of a single process. What it knows is lost on restart.
//
// Callers are counted after they have proved who they are, so there are no more
// windows than callers; those that are over are swept away once a minute.
type Memory struct{ windows *windows[int64] }

var _ Limiter = (*Memory)(nil)

// NewMemory makes a Memory that allows limit requests a minute to each caller.
func NewMemory(limit int, now func() time.Time) *Memory {
	return &Memory{newWindows[int64](limit, Window, 0, now)}
}

// Take never fails; the error is for other Limiters.
func (m *Memory) Take(_ context.Context, caller int64) (Charge, error) {
	return m.windows.take(caller), nil
}
