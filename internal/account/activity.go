package account

import (
	"sync"
	"time"
)

const (
	// writeEvery is how often a busy session is written to the database.
	writeEvery = time.Minute
	// maxRemembered bounds the memory of signs of life not yet written.
	maxRemembered = 10_000
)

// activity remembers signs of life between two writes, so that a session used
// a moment ago does not end because that moment was not worth a write.
type activity struct {
	mu        sync.Mutex
	seen      map[int64]sign
	nextSweep time.Time
}

type sign struct {
	user int64
	at   time.Time
}

func newActivity() *activity { return &activity{seen: map[int64]sign{}} }

// latest is the later of what the database and this process know.
func (a *activity) latest(s Session) time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	if m, ok := a.seen[s.ID]; ok && m.at.After(s.LastSeen) {
		return m.at
	}
	return s.LastSeen
}

// note remembers a sign of life. It reports whether it is time to write it.
func (a *activity) note(s Session, now time.Time) (due bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if now.Sub(s.LastSeen) >= writeEvery {
		delete(a.seen, s.ID)
		return true
	}
	if _, known := a.seen[s.ID]; !known && len(a.seen) >= maxRemembered {
		a.sweep(now)
		if len(a.seen) >= maxRemembered {
			return true // no room to remember it, so it is written
		}
	}
	a.seen[s.ID] = sign{s.UserID, now}
	return false
}

// sweep forgets sessions that have been idle since; what is lost is a minute
// of a week at most, for sessions that are remembered that long. It looks
// through everything, so it does that no more than once a minute.
func (a *activity) sweep(now time.Time) {
	if now.Before(a.nextSweep) {
		return
	}
	a.nextSweep = now.Add(writeEvery)
	for id, m := range a.seen {
		if now.Sub(m.at) >= idleLimit {
			delete(a.seen, id)
		}
	}
}

// take hands over everything not yet written.
func (a *activity) take() map[int64]sign {
	a.mu.Lock()
	defer a.mu.Unlock()
	seen := a.seen
	a.seen = map[int64]sign{}
	return seen
}
