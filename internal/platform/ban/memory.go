package ban

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Memory is the Guard of a single process. What it knows is lost on restart.
//
// It is a plain map and not a cache with a policy: such a cache evicts what is
// seldom used, later and in another goroutine, and an address at its first
// failures is exactly that; the tenth failure must be the tenth. The map stays
// small by itself, because a failure costs a password hash and those are
// bounded (package passwd); MaxEntries only makes that certain.
type Memory struct {
	opts Options
	now  func() time.Time

	// lastBan is when the latest of all bans ends, in Unix nanoseconds. While
	// nobody is banned, which is nearly always, a request reads this and no lock.
	lastBan atomic.Int64

	mu        sync.RWMutex
	entries   map[netip.Addr]entry
	nextSweep time.Time
}

// entry is one address: its recent failures, oldest first, or its ban.
type entry struct {
	failures []time.Time
	until    time.Time
}

var _ Guard = (*Memory)(nil)

// NewMemory makes an empty Memory.
func NewMemory(o Options, now func() time.Time) *Memory {
	return &Memory{opts: o.withDefaults(), now: now, entries: map[netip.Addr]entry{}}
}

// Banned never fails; the error is for other Guards.
func (m *Memory) Banned(_ context.Context, ip netip.Addr) (time.Duration, bool, error) {
	now := m.now()
	if now.UnixNano() >= m.lastBan.Load() {
		return 0, false, nil
	}
	m.mu.RLock()
	until := m.entries[Key(ip)].until
	m.mu.RUnlock()
	if !now.Before(until) {
		return 0, false, nil
	}
	return until.Sub(now), true, nil
}

// Failed never fails; the error is for other Guards. Failures that were already
// on their way when the ban began do not prolong it.
func (m *Memory) Failed(_ context.Context, ip netip.Addr) error {
	key := Key(ip)
	if !key.IsValid() {
		return nil
	}
	now := m.now()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep(now)

	e, known := m.entries[key]
	if now.Before(e.until) {
		return nil
	}
	if !known {
		m.makeRoom(now)
	}
	m.entries[key] = m.count(e, now)
	return nil
}

// count adds a failure, and turns the entry into a ban if it is the last one
// allowed. After the ban counting starts anew.
func (m *Memory) count(e entry, now time.Time) entry {
	recent := append(m.recent(e.failures, now), now)
	if len(recent) < m.opts.MaxFailures {
		return entry{failures: recent}
	}
	until := now.Add(m.opts.Ban)
	m.lastBan.Store(max(m.lastBan.Load(), until.UnixNano()))
	return entry{until: until}
}

// recent drops the failures that have left the window.
func (m *Memory) recent(failures []time.Time, now time.Time) []time.Time {
	for len(failures) > 0 && now.Sub(failures[0]) >= m.opts.Window {
		failures = failures[1:]
	}
	return failures
}

// sweep forgets what is over, a few times per window, so that its cost is spread
// over many failures.
func (m *Memory) sweep(now time.Time) {
	if now.Before(m.nextSweep) {
		return
	}
	m.nextSweep = now.Add(m.opts.Window / 4)
	for key, e := range m.entries {
		if !now.Before(e.until) && len(m.recent(e.failures, now)) == 0 {
			delete(m.entries, key)
		}
	}
}

// makeRoom drops one entry of a full map, in preference one without a ban. A map
// is walked from a random place, so nobody can choose which.
func (m *Memory) makeRoom(now time.Time) {
	if len(m.entries) < m.opts.MaxEntries {
		return
	}
	const looks = 8
	var victim netip.Addr
	n := 0
	for key, e := range m.entries {
		victim = key
		if n++; n == looks || !now.Before(e.until) {
			break
		}
	}
	delete(m.entries, victim)
}

// Len is the number of remembered addresses.
func (m *Memory) Len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.entries)
}
