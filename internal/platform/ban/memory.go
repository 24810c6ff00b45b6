package ban

import (
	"context"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// Memory is the Guard of a single process. Its counts are lost on restart.
//
// It is a map and not a cache: a cache evicts entries that are seldom used, such
// as an address at its first failures, but the tenth failure must be counted as
// the tenth. The map stays small, because a failure costs a password hash, which
// package passwd limits; MaxEntries bounds it in any case.
type Memory struct {
	opts Options
	now  func() time.Time

	// lastBan is the end of the latest ban in Unix nanoseconds. While nobody is
	// banned, requests take no lock.
	lastBan atomic.Int64

	mu        sync.RWMutex
	entries   map[netip.Addr]entry
	nextSweep time.Time
}

// entry holds the recent failures of an address, oldest first, or its ban.
type entry struct {
	failures []time.Time
	until    time.Time
}

var _ Guard = (*Memory)(nil)

// NewMemory returns an empty Memory.
func NewMemory(o Options, now func() time.Time) *Memory {
	return &Memory{opts: o.WithDefaults(), now: now, entries: map[netip.Addr]entry{}}
}

// Banned implements Guard. Its error is always nil.
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

// BannedNow implements Guard. One process counts, so it is Banned.
func (m *Memory) BannedNow(ctx context.Context, ip netip.Addr) (time.Duration, bool, error) {
	return m.Banned(ctx, ip)
}

// Count returns how many addresses are banned now.
func (m *Memory) Count() int {
	now := m.now()
	if now.UnixNano() >= m.lastBan.Load() {
		return 0
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	n := 0
	for _, e := range m.entries {
		if now.Before(e.until) {
			n++
		}
	}
	return n
}

// Failed implements Guard. Its error is always nil. Failures during a ban do not
// prolong it.
func (m *Memory) Failed(_ context.Context, ip netip.Addr) error {
	if m.opts.OnFailure != nil {
		m.opts.OnFailure()
	}
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

// count returns the entry with one more failure, or a ban if it was the last one
// allowed. After the ban counting starts again.
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

// sweep deletes expired entries, a few times in each window.
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

// makeRoom deletes one entry of a full map, if possible one without a ban. Maps
// iterate from a random entry, so nobody can choose which.
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
