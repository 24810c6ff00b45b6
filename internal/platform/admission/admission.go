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
	"math"
	"net/netip"
	"runtime"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/ban"
	"allot/internal/platform/request"
)

const (
	kib = 1 << 10
	mib = 1 << 20
)

const (
	// partSize is how much of a body is read at a time, so that none takes less.
	partSize = 32 * kib
	// unasked is how much of a body is read before its sender needs a share: a common
	// body is whole by then. A connection takes as much memory itself.
	unasked = 4 * kib
	// inMemory is up to where every body is kept in memory while it arrives.
	inMemory = 64 * kib
	// oftenInMemory is up to where a body is kept in memory if there is room: files that come
	// and go keep the disk busy on which the database writes.
	oftenInMemory = mib
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
	// turn is how long a body has a processor for itself at most.
	turn = 250 * time.Millisecond
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

// SenderOf returns who sends the request of ctx: the account, or the address of somebody who
// is not signed in.
func SenderOf(ctx context.Context) Sender {
	if who := request.IdentityFrom(ctx); who.OwnerID != 0 {
		return Sender{Account: who.OwnerID}
	}
	return Sender{Address: ban.Key(request.From(ctx).ClientIP)}
}

// Admission admits the bodies of a process.
type Admission struct {
	arriving, small, large, streams *lane
	unknownArriving, unknownInside  *lane // of senders without an account

	memory *lane // of bodies that arrive, beyond what all have
	// Processors are taken in turns, by bodies that arrive and by those that are worked on.
	// An account has half of them, so that it does not slow down what others do, such as a
	// transaction for which more wait.
	processors *lane
	// strangers have one of these turns together: there are more addresses than accounts.
	strangers *lane
}

// New makes an Admission. What it lets in takes some 270 MB of memory, and as much again
// until the collector has run; see memory for those that arrive.
func New() *Admission {
	processors := int64(max(2, runtime.GOMAXPROCS(0)))
	return &Admission{
		arriving: newSlowLane(1024*mib, 128*mib, 256*kib),
		small:    newLane(32*mib, 2*smallCost, 64),
		large:    newLane(largestCost, 2*largeCost, 64),
		streams:  newSlowLane(32*StreamCost, 2*StreamCost, StreamCost),

		unknownArriving: newSlowLane(16*mib, mib, inMemory),
		unknownInside:   newLane(16*mib, smallCost, 64),

		memory:     newLane(48*mib, 8*mib, 0),
		processors: newLane(processors, processors/2, math.MaxInt), // the steps bound who waits
		strangers:  newLane(1, 1, math.MaxInt),
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

// processor waits for a processor.
func (a *Admission) processor(ctx context.Context, who Sender) (leave func(), err error) {
	if who.Account != 0 {
		return a.processors.enter(ctx, who, 1)
	}
	first, err := a.strangers.enter(ctx, who, 1)
	if err != nil {
		return nil, err
	}
	second, err := a.processors.enter(ctx, Sender{}, 1)
	if err != nil {
		first()
		return nil, err
	}
	return func() { second(); first() }, nil
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
