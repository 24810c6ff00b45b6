// Package admission decides when a request body may be received and worked on. One
// Admission serves the whole process, whatever the body is: JSON, a form, XML, a file.
//
// A body passes two steps. It arrives, in memory if it is small and else on disk, so that
// a slow sender holds nothing that others need. Then it enters with its cost, the memory
// that the work on it will take. Each step has a bound for the process and a share for each
// sender. Senders get their turns one after another: whoever sends much at once waits
// behind itself, and is told to come back when too much of its own waits.
package admission

import (
	"context"
	"net/netip"
	"time"

	"allot/internal/platform/apperr"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

const (
	// unasked is how much of a body is read before its sender needs a share: a common
	// body is whole by then. A connection takes as much memory itself.
	unasked = 4 * kib
	// inMemory is up to where a body is kept in memory while it arrives.
	inMemory = 64 * kib
	// free is the cost up to which a body enters without a share.
	free = 64 * kib
	// smallCost is up to where a body enters beside large ones.
	smallCost = 4 * mib
	// largeCost is the least that a larger body counts for, so that few of a sender are
	// worked on at once: they take processor time as well.
	largeCost = 24 * mib
	// largestCost is what a body counts for at most: it is the only large one then. An
	// operation that takes bodies of a higher cost is declared wrongly.
	largestCost = 96 * mib
	// StreamCost is what a body counts for that is worked on in pieces while it arrives.
	StreamCost = 4 * mib
	// patience is how long a body waits for its turn.
	patience = 30 * time.Second
)

// ErrBusy means that too many bodies of the same sender are waiting, or that one has
// waited too long.
var ErrBusy = apperr.New(apperr.Unavailable, "busy", "too much that you have sent is being worked on; try again in a moment").After(5 * time.Second)

// Sender is who sends a body: an account, or the address of somebody unknown.
type Sender struct {
	Account int64 // 0: nobody is signed in
	Address netip.Addr
}

// Admission admits the bodies of a process.
type Admission struct {
	arriving, small, large, streams *lane
	unknownArriving, unknownInside  *lane // of senders without an account
}

// New makes an Admission. What it lets in takes some 200 MB of memory, and as much again
// until the collector has run.
func New() *Admission {
	return &Admission{
		arriving: newLane(1024*mib, 128*mib, 64),
		small:    newLane(32*mib, 2*smallCost, 64),
		large:    newLane(largestCost, 2*largeCost, 64),
		streams:  newLane(16*StreamCost, 2*StreamCost, 64),

		unknownArriving: newLane(16*mib, mib, 64),
		unknownInside:   newLane(16*mib, smallCost, 64),
	}
}

type insideKey struct{}

// within reports whether the work in ctx belongs to a body that has entered. What it sends
// on to another operation is part of its cost: it must not wait for itself.
func within(ctx context.Context) bool { return ctx.Value(insideKey{}) != nil }

// Within returns a context for the work on a body that has entered.
func Within(ctx context.Context) context.Context {
	return context.WithValue(ctx, insideKey{}, true)
}

// arrivingOf returns the lane in which a body arrives.
func (a *Admission) arrivingOf(who Sender) *lane {
	if who.Account == 0 {
		return a.unknownArriving
	}
	return a.arriving
}

// insideOf returns the lane in which a body of a cost is worked on, and what it counts for
// there.
func (a *Admission) insideOf(who Sender, cost int64) (*lane, int64) {
	switch {
	case who.Account == 0:
		return a.unknownInside, cost
	case cost <= smallCost:
		return a.small, cost
	}
	return a.large, max(cost, largeCost)
}
