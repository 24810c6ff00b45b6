package db

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"allot/internal/platform/request"
)

// turns has as many transactions write at once as there are connections, and the others wait:
// those of one account in their order, accounts in turn. Left to itself, database/sql gives a
// free connection to any of those that wait, so whoever sends many at once takes most turns
// and somebody else's single write may wait for a long time.
//
// Where there is one connection, a long transaction keeps everybody from writing. After it,
// the accounts that write so leave the connection to the others for twice as long as it took:
// a short write takes a few milliseconds, so of a hundred of theirs at most one met it.
type turns struct {
	mu      sync.Mutex
	free    int
	single  bool                      // one connection
	waiting map[int64][]chan struct{} // by account
	next    []int64                   // accounts that wait

	long      map[int64]time.Time // when an account last had a long turn
	longFrom  time.Time           // when those may write again
	shortLast time.Time           // when one of the others last asked
}

const (
	// longTurn is a turn that others notice.
	longTurn = 100 * time.Millisecond
	// longFor is how long an account that had one counts among those that have long turns.
	longFor = 10 * time.Second
	// shortFor is how long the connection is left to those that have short ones and ask no more.
	shortFor = time.Second
	// longRest bounds for how long it is left to them.
	longRest = 5 * time.Second
)

func newTurns(connections int) *turns {
	return &turns{free: connections, single: connections == 1, waiting: map[int64][]chan struct{}{}, long: map[int64]time.Time{}}
}

// strangers write without an account, as whoever logs in. The program's own jobs are account 0.
const strangers = -1

func accountOf(ctx context.Context) int64 {
	owner := request.IdentityFrom(ctx).OwnerID
	if owner == 0 && request.From(ctx).ID != "" {
		return strangers
	}
	return owner
}

func turnTime() time.Time { return time.Now() } //nolint:forbidigo // how long it takes, not when

// acquireTurn waits for a turn. Call leave after it.
func (t *turns) acquireTurn(ctx context.Context, account int64) (leave func(), err error) {
	mine := t.ask(account)
	select {
	case <-mine:
		began := turnTime()
		return func() { t.done(account, turnTime().Sub(began)) }, nil
	case <-ctx.Done():
	}
	if !t.giveUp(account, mine) {
		t.done(account, 0) // its turn came meanwhile
	}
	return nil, fmt.Errorf("wait for a turn to write: %w", ctx.Err())
}

// ask returns what is closed when it is the caller's turn.
func (t *turns) ask(account int64) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := turnTime(); account != 0 && !t.isLong(account, now) {
		t.shortLast = now
	}
	mine := make(chan struct{})
	if t.waiting[account] == nil {
		t.next = append(t.next, account)
	}
	t.waiting[account] = append(t.waiting[account], mine)
	t.giveOut()
	return mine
}

// done gives the turn to the next. held is how long it took.
func (t *turns) done(account int64, held time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.free++
	if t.single && held >= longTurn && account != 0 {
		t.rest(account, min(2*held, longRest))
	}
	t.giveOut()
}

// rest has the accounts with long turns wait, if others write.
func (t *turns) rest(account int64, pause time.Duration) {
	now := turnTime()
	maps.DeleteFunc(t.long, func(account int64, _ time.Time) bool { return !t.isLong(account, now) })
	t.long[account] = now
	if now.Sub(t.shortLast) > shortFor+pause {
		return
	}
	t.longFrom = now.Add(pause)
	time.AfterFunc(pause, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.giveOut()
	})
}

func (t *turns) isLong(account int64, now time.Time) bool {
	last, long := t.long[account]
	return long && now.Sub(last) <= longFor
}

// giveOut gives the free turns to the next accounts that may write.
func (t *turns) giveOut() {
	now := turnTime()
	for t.free > 0 {
		i := slices.IndexFunc(t.next, func(account int64) bool {
			return !now.Before(t.longFrom) || !t.isLong(account, now)
		})
		if i < 0 {
			return
		}
		account := t.next[i]
		t.next = slices.Delete(t.next, i, i+1)
		list := t.waiting[account]
		t.free--
		close(list[0])
		if len(list) == 1 {
			delete(t.waiting, account)
			continue
		}
		t.waiting[account] = list[1:]
		t.next = append(t.next, account)
	}
}

// giveUp takes a waiting one back; it returns false if its turn has come.
func (t *turns) giveUp(account int64, mine chan struct{}) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := t.waiting[account]
	i := slices.Index(list, mine)
	if i < 0 {
		return false
	}
	if len(list) > 1 {
		t.waiting[account] = slices.Delete(list, i, i+1)
		return true
	}
	delete(t.waiting, account)
	t.next = slices.DeleteFunc(t.next, func(a int64) bool { return a == account })
	return true
}
