package ratelimit

import (
	"fmt"
	"sync"
	"time"
)

// Windows counts by key in fixed windows, each beginning with its first charge.
type Windows[K comparable] struct {
	limit  int
	length time.Duration
	most   int
	now    func() time.Time
	shared Counter // may be nil
	name   string  // in shared

	mu        sync.Mutex
	open      map[K]window
	nextSweep time.Time
}

// New makes Windows that allow so many a window to each key. At most so many keys are
// remembered at once; with zero, as many as there are.
func New[K comparable](limit int, length time.Duration, most int, now func() time.Time) *Windows[K] {
	return &Windows[K]{limit: limit, length: length, most: most, now: now, open: map[K]window{}}
}

// Share has the windows counted together with those of other processes, under a name
// that they have in common. It returns l, and c may be nil.
func (l *Windows[K]) Share(c Counter, name string) *Windows[K] {
	l.shared, l.name = c, name
	return l
}

// window is one key's share of time.
type window struct {
	start time.Time
	used  int
}

// over tells that a window has ended, or that the clock was set back before it:
// nobody shall wait for that hour to pass again.
func (l *Windows[K]) over(w window, now time.Time) bool {
	age := now.Sub(w.start)
	return age < 0 || age >= l.length
}

// Take charges one to a key.
func (l *Windows[K]) Take(key K) Charge {
	if l.shared != nil {
		if c, ok := l.shared.Take(l.name+":"+fmt.Sprint(key), l.limit, l.length); ok {
			return c
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now() // under the lock, so that time does not run backwards between two requests
	l.sweep(now)
	w, known := l.open[key]
	if !known || l.over(w, now) {
		w = window{start: now}
	}
	c := Charge{Allowed: w.used < l.limit, Limit: l.limit, Reset: l.length - now.Sub(w.start)}
	if c.Allowed {
		if !known {
			l.makeRoom()
		}
		w.used++
		l.open[key] = w
	}
	c.Remaining = l.limit - w.used
	return c
}

func (l *Windows[K]) sweep(now time.Time) {
	if left := l.nextSweep.Sub(now); left > 0 && left <= l.length {
		return
	}
	l.nextSweep = now.Add(l.length)
	for key, w := range l.open {
		if l.over(w, now) {
			delete(l.open, key)
		}
	}
}

// makeRoom forgets one key of a full map. A map is walked from a random place,
// so nobody can choose which.
func (l *Windows[K]) makeRoom() {
	if l.most == 0 || len(l.open) < l.most {
		return
	}
	for key := range l.open {
		delete(l.open, key)
		return
	}
}
