package picture

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"allot/internal/platform/apperr"
)

// ErrBusy is the answer when slots and queue are full.
var ErrBusy = apperr.New(apperr.Unavailable, "busy",
	"too many pictures are being worked on right now; try again in a moment").After(5 * time.Second)

// Gate bounds how many pictures are in memory at once: each may take some
// hundred megabytes, and anybody can send many. A short queue waits; whoever
// comes after that is sent away at once.
type Gate struct {
	slots   chan struct{} // holds one element per running work
	queue   int64
	waiting atomic.Int64
}

// NewGate makes a gate of so many slots and places to wait.
func NewGate(slots, queue int) *Gate {
	return &Gate{slots: make(chan struct{}, slots), queue: int64(queue)}
}

// Do runs work in a slot. A caller who goes away stops waiting.
func (g *Gate) Do(ctx context.Context, work func() error) error {
	if err := g.acquire(ctx); err != nil {
		return err
	}
	defer func() { <-g.slots }()
	return work()
}

// acquire takes a slot or waits for one, in the order of asking.
func (g *Gate) acquire(ctx context.Context) error {
	select {
	case g.slots <- struct{}{}:
		return nil
	default:
	}
	if g.waiting.Add(1) > g.queue {
		g.waiting.Add(-1)
		return ErrBusy
	}
	defer g.waiting.Add(-1)
	select {
	case g.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for a picture's turn: %w", ctx.Err())
	}
}
