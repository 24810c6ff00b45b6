package db

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"allot/internal/platform/request"
)

// turns has as many transactions write at once as there are connections, and the others wait:
// those of one account in their order, accounts in turn. Left to itself, database/sql gives a
// free connection to any of those that wait, so whoever sends many at once takes most turns
// and somebody else's single write may wait for a long time.
type turns struct {
	mu      sync.Mutex
	free    int
	waiting map[int64][]chan struct{} // by account
	next    []int64                   // accounts that wait
}

func newTurns(connections int) *turns {
	return &turns{free: connections, waiting: map[int64][]chan struct{}{}}
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

// take waits for a turn. Call done after it.
func (t *turns) take(ctx context.Context, account int64) error {
	mine := t.ask(account)
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	if !t.giveUp(account, mine) {
		t.done() // its turn came meanwhile
	}
	return fmt.Errorf("wait for a turn to write: %w", ctx.Err())
}

// ask returns what is closed when it is the caller's turn.
func (t *turns) ask(account int64) chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	mine := make(chan struct{})
	if t.free > 0 { // nobody waits
		t.free--
		close(mine)
		return mine
	}
	if t.waiting[account] == nil {
		t.next = append(t.next, account)
	}
	t.waiting[account] = append(t.waiting[account], mine)
	return mine
}

// done gives the turn to the next.
func (t *turns) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.next) == 0 {
		t.free++
		return
	}
	account := t.next[0]
	t.next = t.next[1:]
	list := t.waiting[account]
	close(list[0])
	if len(list) == 1 {
		delete(t.waiting, account)
		return
	}
	t.waiting[account] = list[1:]
	t.next = append(t.next, account)
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
