package live

import (
	"maps"
	"slices"
	"sync"

	"allot/internal/platform/stamp"
)

// Reason is why a stream ends. Reasons are API: never rename one.
type Reason string

// The reasons.
const (
	EndAccess   Reason = "access"   // what the user may watch has changed, or the session has ended
	EndReplaced Reason = "replaced" // the user has opened too many others
	EndTime     Reason = "time"     // it was open for long enough
	EndStopping Reason = "stopping" // the program stops
)

// stream is a client that listens. The loop of the service writes to it, the goroutine
// of the client reads.
type stream struct {
	watch  *Watch
	client Client
	wake   chan struct{} // has room for one: there is something to take

	mu      sync.Mutex
	seen    []int64 // stamps, in the order of the targets; nil before the first reading
	clock   int64   // of the last reading
	pending batch
}

// batch is what a stream has not told its client yet.
type batch struct {
	changes map[Change]bool // a set: it does not grow with the number of writes
	clock   int64           // a client that knows the changes knows all before this
	checks  bool            // what the user may watch may have changed
	end     Reason          // empty: the stream goes on
}

func newStream(w *Watch, c Client) *stream {
	return &stream{watch: w, client: c, wake: make(chan struct{}, 1), pending: batch{changes: map[Change]bool{}}}
}

// begin sets the stamps that the client knows.
func (st *stream) begin(read stamp.Stamps) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.seen, st.clock = slices.Clone(read.Values), read.Clock
}

// update compares a reading of the loop with what the client knows. A reading that is
// older than the first one of the stream is ignored: later ones follow.
func (st *stream) update(values map[stamp.Key]int64, clock int64) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.seen == nil || clock < st.clock {
		return
	}
	st.clock = clock
	changed := false
	for i, t := range st.watch.targets {
		v, read := values[t.key]
		if !read || v == st.seen[i] {
			continue
		}
		st.seen[i], changed = v, true
		st.pending.add(t)
	}
	if changed {
		st.signal()
	}
}

// add notes that a stamp has changed.
func (b *batch) add(t target) {
	if t.change.Name != "" {
		b.changes[t.change] = true
	}
	b.checks = b.checks || t.checks
}

// finish lets the client's goroutine end the stream.
func (st *stream) finish(why Reason) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.pending.end == "" {
		st.pending.end = why
	}
	st.signal()
}

func (st *stream) signal() {
	select {
	case st.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// drainPending returns what there is to tell and forgets it.
func (st *stream) drainPending() batch {
	st.mu.Lock()
	defer st.mu.Unlock()
	b := st.pending
	b.clock = st.clock
	st.pending = batch{changes: map[Change]bool{}, end: b.end}
	return b
}

// list returns the changes in the order in which they are told.
func (b *batch) list() []Change {
	return slices.SortedFunc(maps.Keys(b.changes), compareChanges)
}
