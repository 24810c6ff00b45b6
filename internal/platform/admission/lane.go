package admission

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// lane lets bodies pass as long as those inside weigh no more than it holds, and those of
// one sender no more than a share. A body heavier than the share is the only one of its
// sender. Senders that wait get their turns one after another.
type lane struct {
	capacity, share int64
	queue           int // waiting at most, of one sender
	// least is above 0 where bodies stay as long as their senders like. A sender has an eighth
	// of what others leave there, and this much in any case: however many fill their parts,
	// there is a rest for the next.
	least int64

	mu      sync.Mutex
	free    int64
	senders map[Sender]*place
	turns   []*place // of senders that wait, the next one first
}

// place is a sender's part of a lane.
type place struct {
	who     Sender
	inside  int64
	waiting []*waiter
}

type waiter struct {
	weight int64
	ready  chan struct{} // closed when it may pass
}

func newLane(capacity, share int64, queue int) *lane {
	return &lane{capacity: capacity, share: share, queue: queue, free: capacity, senders: map[Sender]*place{}}
}

// newSlowLane makes a lane in which bodies stay as long as their senders like.
func newSlowLane(capacity, share, least int64) *lane {
	l := newLane(capacity, share, 64)
	l.least = least
	return l
}

// most is what a body counts for at most. It is half of a share where bodies stay as long as
// their senders like: one of no known length must find room beside those of others.
func (l *lane) most() int64 {
	if l.least == 0 {
		return l.capacity
	}
	return l.share / 2
}

// fits reports whether a sender may have a weight more.
func (l *lane) fits(p *place, weight int64) bool {
	if l.least == 0 {
		return p.inside == 0 || p.inside+weight <= l.share
	}
	const part = 8
	return p.inside+weight <= min(l.share, max(l.least, (l.free+p.inside)/part))
}

// enter waits until a weight may pass. Call leave in the end.
func (l *lane) enter(ctx context.Context, who Sender, weight int64) (leave func(), err error) {
	weight = min(weight, l.most())
	w, err := l.ask(who, weight)
	if err != nil {
		return nil, err
	}
	left := sync.OnceFunc(func() { l.leave(who, weight) })
	if w == nil {
		return left, nil
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-w.ready:
		return left, nil
	case <-ctx.Done():
		err = fmt.Errorf("wait for a turn: %w", ctx.Err())
	case <-timer.C:
		err = ErrBusy
	}
	if !l.giveUp(who, w) {
		left() // its turn came meanwhile
	}
	return nil, err
}

// try takes a weight if that is possible at once.
func (l *lane) try(who Sender, weight int64) (leave func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.place(who)
	if p.inside+weight > l.share || weight > l.free {
		l.forget(p)
		return nil, false
	}
	l.free -= weight
	p.inside += weight
	return sync.OnceFunc(func() { l.leave(who, weight) }), true
}

// place returns the part of a sender.
func (l *lane) place(who Sender) *place {
	p := l.senders[who]
	if p == nil {
		p = &place{who: who}
		l.senders[who] = p
	}
	return p
}

// ask takes a weight at once, or returns what to wait for.
func (l *lane) ask(who Sender, weight int64) (*waiter, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.place(who)
	w := &waiter{weight, make(chan struct{})}
	if p.waiting = append(p.waiting, w); len(p.waiting) == 1 {
		l.turns = append(l.turns, p)
	}
	l.next()
	select {
	case <-w.ready:
		return nil, nil // there is nothing to wait for
	default:
	}
	if len(p.waiting) > l.queue {
		l.takeBack(p, w)
		return nil, ErrBusy
	}
	return w, nil
}

// next lets pass what can. A sender whose share is taken is passed over; one for whom the
// lane itself is too full is the next, so that smaller ones do not pass it for ever.
func (l *lane) next() {
	for i := 0; i < len(l.turns); {
		p := l.turns[i]
		w := p.waiting[0]
		switch {
		case !l.fits(p, w.weight):
			i++
			continue
		case w.weight > l.free:
			return
		}
		l.free -= w.weight
		p.inside += w.weight
		p.waiting = p.waiting[1:]
		close(w.ready)
		l.turns = slices.Delete(l.turns, i, i+1)
		if len(p.waiting) > 0 {
			l.turns = append(l.turns, p)
		}
	}
}

func (l *lane) leave(who Sender, weight int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.senders[who]
	l.free += weight
	p.inside -= weight
	l.next()
	l.forget(p)
}

// giveUp takes back a waiter; it returns false if its turn has come.
func (l *lane) giveUp(who Sender, w *waiter) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.senders[who]
	return p != nil && l.takeBack(p, w)
}

func (l *lane) takeBack(p *place, w *waiter) bool {
	i := slices.Index(p.waiting, w)
	if i < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, i, i+1)
	if len(p.waiting) == 0 {
		l.turns = slices.DeleteFunc(l.turns, func(t *place) bool { return t == p })
	}
	l.next()
	l.forget(p)
	return true
}

func (l *lane) forget(p *place) {
	if p.inside == 0 && len(p.waiting) == 0 {
		delete(l.senders, p.who)
	}
}
