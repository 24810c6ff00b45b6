package account

import (
	"maps"
	"slices"
	"sync"
	"time"
)

const (
	// writeEvery is how often a busy session is written to the database.
	writeEvery = time.Minute
	// maxUnwritten bounds the sessions whose last use is held in memory.
	maxUnwritten = 10_000
)

// activity holds when sessions were last used, between two writes to the database. A session in
// use does not expire because its last use was too recent to be written.
type activity struct {
	mu        sync.Mutex
	seen      map[int64]SessionUse // by session
	nextSweep time.Time
}

func newActivity() *activity { return &activity{seen: map[int64]SessionUse{}} }

// latest returns the later of the stored last use and the one in memory.
func (a *activity) latest(s Session) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if use, ok := a.seen[s.ID]; ok && use.At.After(s.LastSeen) {
		return use.At
	}
	return s.LastSeen
}

// note records that a session is used now. It reports whether the use is due to be written.
func (a *activity) note(s Session, now time.Time) (due bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(s.LastSeen) >= writeEvery {
		delete(a.seen, s.ID)
		return true
	}
	if _, ok := a.seen[s.ID]; !ok && len(a.seen) >= maxUnwritten {
		a.sweep(now)
		if len(a.seen) >= maxUnwritten {
			return true // no room in memory, so it is written
		}
	}
	a.seen[s.ID] = SessionUse{SessionID: s.ID, UserID: s.UserID, At: now}
	return false
}

// sweep drops the entries of sessions that are idle past the short limit. A session with the
// long limit loses at most a minute of it. It runs once a minute at most, because it reads
// every entry.
func (a *activity) sweep(now time.Time) {
	if now.Before(a.nextSweep) {
		return
	}
	a.nextSweep = now.Add(writeEvery)
	for id, use := range a.seen {
		if now.Sub(use.At) >= idleLimit {
			delete(a.seen, id)
		}
	}
}

// drainUses returns and removes every unwritten entry.
func (a *activity) drainUses() []SessionUse {
	a.mu.Lock()
	defer a.mu.Unlock()
	seen := slices.Collect(maps.Values(a.seen))
	clear(a.seen)
	return seen
}
