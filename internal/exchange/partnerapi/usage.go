package partnerapi

import (
	"sync"
	"time"
)

// usage remembers when keys were used until it is written down, so that a
// request that only reads never waits for the database's writer.
type usage struct {
	mu   sync.Mutex
	seen map[int64]time.Time
}

func newUsage() *usage { return &usage{seen: map[int64]time.Time{}} }

func (u *usage) note(key int64, at time.Time) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at.After(u.seen[key]) {
		u.seen[key] = at
	}
}

// latest is the later of what the database and this process know.
func (u *usage) latest(k Key) time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	if at := u.seen[k.ID]; at.After(k.LastUsedAt) {
		return at
	}
	return k.LastUsedAt
}

// drainUses hands over everything not yet written.
func (u *usage) drainUses() map[int64]time.Time {
	u.mu.Lock()
	defer u.mu.Unlock()
	seen := u.seen
	u.seen = map[int64]time.Time{}
	return seen
}
