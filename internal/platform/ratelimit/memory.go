package ratelimit

import (
	"context"
	"sync"
	"time"
)

// Memory is the Limiter of a single process. What it knows is lost on restart.
//
// Callers are counted after they have proved who they are, so there are no more
// windows than callers; those that are over are swept away once a minute.
type Memory struct {
	limit int
	now   func() time.Time

	mu        sync.Mutex
	windows   map[int64]window
	nextSweep time.Time
}

// window is one caller's minute.
type window struct {
	start time.Time
	used  int
}

// over tells that a window has ended, or that the clock was set back before it:
// nobody shall wait for that hour to pass again.
func (w window) over(now time.Time) bool {
	age := now.Sub(w.start)
	return age < 0 || age >= Window
}

var _ Limiter = (*Memory)(nil)

// NewMemory makes a Memory that allows limit requests a minute to each caller.
func NewMemory(limit int, now func() time.Time) *Memory {
	return &Memory{limit: limit, now: now, windows: map[int64]window{}}
}

// Take never fails; the error is for other Limiters.
func (m *Memory) Take(_ context.Context, caller int64) (Charge, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now() // under the lock, so that time does not run backwards between two requests
	m.sweep(now)
	w, known := m.windows[caller]
	if !known || w.over(now) {
		w = window{start: now}
	}
	c := Charge{Allowed: w.used < m.limit, Limit: m.limit, Reset: Window - now.Sub(w.start)}
	if c.Allowed {
		w.used++
		m.windows[caller] = w
	}
	c.Remaining = m.limit - w.used
	return c, nil
}

func (m *Memory) sweep(now time.Time) {
	if left := m.nextSweep.Sub(now); left > 0 && left <= Window {
		return
	}
	m.nextSweep = now.Add(Window)
	for caller, w := range m.windows {
		if w.over(now) {
			delete(m.windows, caller)
		}
	}
}
