package db

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"allot/internal/platform/stamp"
)

const (
	// maxShared bounds the stamps that a reader who shares its query asks for.
	maxShared = 500
	// maxTogether bounds those of all who share a query.
	maxTogether = 10_000
	// sharePatience is how long a reader waits for a query that it shares before it asks by
	// itself: one connection that hangs must not hold up everybody.
	sharePatience = 50 * time.Millisecond
	// shareTimeout bounds a shared query, which no reader's leaving ends.
	shareTimeout = 10 * time.Second
)

// sharedStamps reads stamps for many readers with few queries. Whoever comes while a query runs
// shares the next one, never that: its answer may be of before a write that the reader has
// already been told of.
type sharedStamps struct {
	read func(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error)

	mu      sync.Mutex
	running bool
	next    *sharedQuery // nil while nobody waits
}

// sharedQuery is one query and those who wait for it.
type sharedQuery struct {
	keys   []stamp.Key
	places map[stamp.Key]int // in keys
	done   chan struct{}     // closed at the end; then the rest is set
	stamps stamp.Stamps
	err    error
}

// stamps reads stamps as they are now.
func (s *sharedStamps) stamps(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error) {
	if len(keys) == 0 || len(keys) > maxShared {
		return s.read(ctx, keys)
	}
	s.mu.Lock()
	if !s.running {
		s.running = true
		s.mu.Unlock()
		st, err := s.read(ctx, keys)
		s.goOn() //nolint:contextcheck // what others wait for does not end with this request
		return st, err
	}
	if s.next != nil && len(s.next.keys) > maxTogether {
		s.mu.Unlock()
		return s.read(ctx, keys)
	}
	if s.next == nil {
		s.next = &sharedQuery{places: map[stamp.Key]int{}, done: make(chan struct{})}
	}
	q := s.next
	q.add(keys)
	s.mu.Unlock()

	patience := time.NewTimer(sharePatience)
	defer patience.Stop()
	select {
	case <-q.done:
		if q.err == nil {
			return q.of(keys), nil
		}
		if !errors.Is(q.err, context.DeadlineExceeded) {
			return stamp.Stamps{}, q.err
		}
	case <-patience.C:
	case <-ctx.Done():
		return stamp.Stamps{}, fmt.Errorf("read %d stamps: %w", len(keys), ctx.Err())
	}
	return s.read(ctx, keys)
}

// goOn starts the query that others wait for, if there is one.
func (s *sharedStamps) goOn() {
	s.mu.Lock()
	defer s.mu.Unlock()
	q := s.next
	s.next, s.running = nil, q != nil
	if q != nil {
		go s.run(q)
	}
}

func (s *sharedStamps) run(q *sharedQuery) {
	ctx, cancel := context.WithTimeout(context.Background(), shareTimeout) //nolint:forbidigo // it is for many requests and part of none
	defer cancel()
	defer s.goOn()
	defer close(q.done)
	q.stamps, q.err = s.read(ctx, q.keys)
}

// add adds what a reader asks for. The caller holds the lock.
func (q *sharedQuery) add(keys []stamp.Key) {
	for _, k := range keys {
		if _, there := q.places[k]; !there {
			q.places[k] = len(q.keys)
			q.keys = append(q.keys, k)
		}
	}
}

// of returns what was read of some keys.
func (q *sharedQuery) of(keys []stamp.Key) stamp.Stamps {
	st := stamp.Stamps{Keys: keys, Values: make([]int64, len(keys)), Clock: q.stamps.Clock}
	for i, k := range keys {
		st.Values[i] = q.stamps.Values[q.places[k]]
	}
	return st
}
