package mapping

import (
	"context"
	"slices"
	"time"

	"allot/internal/platform/apperr"
)

// work applies inputs to the mappings of one operator.
type work[M any, P Mapped[M], C Change[M]] struct {
	operator int64
	now      time.Time
	fresh    freshFunc[M]
	list     map[int64]*M // by target, after the change
	before   map[int64]M  // before the change, if they existed
	dirty    []*M         // must be written
	created  int
	seen     map[int64]bool
}

func newWork[M any, P Mapped[M], C Change[M]](operator int64, now time.Time, fresh freshFunc[M], existing []M) *work[M, P, C] {
	w := &work[M, P, C]{operator: operator, now: now, fresh: fresh, list: map[int64]*M{}, before: map[int64]M{}, seen: map[int64]bool{}}
	for _, m := range existing {
		w.before[P(&m).TargetID()] = m
		w.list[P(&m).TargetID()] = &m
	}
	return w
}

// checkOnce refuses an input for something that is not visible, or that an
// earlier input names.
func (w *work[M, P, C]) checkOnce(f *apperr.Fields, field string, target int64, unseen string) {
	_, visible := w.fresh(target)
	f.Check(target != 0, field, "is required")
	f.Check(visible, field, unseen)
	f.Check(!w.seen[target], field, "stands in the list twice")
	w.seen[target] = true
}

// apply changes the mapping of a target, or creates it, and reports whether anything is
// different.
func (w *work[M, P, C]) apply(in Input[C]) (m *M, result outcome) {
	m, ok := w.list[in.Target]
	if !ok {
		fresh, _ := w.fresh(in.Target)
		P(&fresh).begin(w.operator, w.now)
		m, w.list[in.Target] = &fresh, &fresh
		w.dirty, w.created, result = append(w.dirty, m), w.created+1, created
	}
	was := *m
	in.Change.apply(m)
	if P(m).same(was) || result == created {
		return m, result
	}
	P(m).touch(w.now)
	if !slices.Contains(w.dirty, m) {
		w.dirty = append(w.dirty, m)
	}
	return m, updated
}

// recordChanges audits the changes.
func (w *work[M, P, C]) recordChanges(ctx context.Context, s *Service, object string) error {
	for _, m := range w.dirty {
		action, before := "create", any(nil)
		if b, ok := w.before[P(m).TargetID()]; ok {
			action, before = "update", b
		}
		if err := s.record(ctx, action, object, P(m).RowID(), before, *m); err != nil {
			return err
		}
	}
	return nil
}

// outcome is the result of an input; a row for a property and a room has the
// larger of the two.
type outcome uint8

const (
	unchanged outcome = iota
	updated
	created
)
