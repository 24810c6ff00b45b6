package partnerapi

import "sync"

// waiting is what was counted and not yet written.
type waiting struct {
	mu   sync.Mutex
	rows map[Place]Counts
}

func newWaiting() *waiting { return &waiting{rows: map[Place]Counts{}} }

// add counts a call and tells how many rows wait.
func (w *waiting) add(at Place, c Counts) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	sum := w.rows[at]
	sum.Add(c)
	w.rows[at] = sum
	return len(w.rows)
}

// drainRows hands over everything that waits, in order.
func (w *waiting) drainRows() []Row {
	w.mu.Lock()
	rows := w.rows
	w.rows = map[Place]Counts{}
	w.mu.Unlock()
	return inOrder(rows)
}

// batch is rows that are written together. Its number stays the same until it
// is written for certain.
type batch struct {
	number int64
	rows   []Row
}
