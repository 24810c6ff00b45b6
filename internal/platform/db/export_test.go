package db

import (
	"context"

	"allot/internal/platform/stamp"
)

// What looks whether a connection has been silent.
var (
	Silent  = silent
	CanPeek = canPeek
)

// Turns are the turns of a database, for tests.
type Turns struct{ turns *turns }

func NewTurns(connections int) Turns { return Turns{newTurns(connections)} }

func (t Turns) AcquireTurn(ctx context.Context, account int64) (leave func(), err error) {
	return t.turns.acquireTurn(ctx, account)
}

// Waiting counts the transactions that wait for a turn.
func Waiting(d *DB) int {
	d.turns.mu.Lock()
	defer d.turns.mu.Unlock()
	n := 0
	for _, list := range d.turns.waiting {
		n += len(list)
	}
	return n
}

// SharedStamps returns what reads stamps for many readers with the queries of read.
func SharedStamps(read func(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error)) func(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error) {
	return (&sharedStamps{read: read}).stamps
}
