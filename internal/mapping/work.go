package mapping

import (
	"context"
	"slices"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// mapped is a mapping that work can change.
type mapped[M any] interface {
	*M
	about() int64 // id of the property or room
	row() int64   // id of its own
	same(other M) bool
	touch(now time.Time)
}

// work turns inputs into mappings of one operator.
type work[M any, P mapped[M]] struct {
	operator int64
	now      time.Time
	list     map[int64]*M // by what they are about, as they shall be
	before   map[int64]M  // as they were, if they were
	dirty    []*M         // must be written
	created  int
	seen     map[int64]bool
}

func newWork[M any, P mapped[M]](operator int64, now time.Time, known []M) work[M, P] {
	w := work[M, P]{operator: operator, now: now, list: map[int64]*M{}, before: map[int64]M{}, seen: map[int64]bool{}}
	for _, m := range known {
		w.before[P(&m).about()] = m
		w.list[P(&m).about()] = &m
	}
	return w
}

// once checks what one input of a body is about.
func (w *work[M, P]) once(f *apperr.Fields, field string, id int64, visible bool, unseen string) {
	f.Check(id != 0, field, "is required")
	f.Check(visible, field, unseen)
	f.Check(!w.seen[id], field, "stands in the list twice")
	w.seen[id] = true
}

// put changes a mapping, or the fresh one if there is none, and tells whether
// anything is different.
func (w *work[M, P]) put(fresh M, change func(*M)) (m *M, what outcome) {
	id := P(&fresh).about()
	m, ok := w.list[id]
	if !ok {
		m, w.list[id] = &fresh, &fresh
		w.dirty, w.created, what = append(w.dirty, m), w.created+1, created
	}
	was := *m
	change(m)
	if P(m).same(was) || what == created {
		return m, what
	}
	P(m).touch(w.now)
	if !slices.Contains(w.dirty, m) {
		w.dirty = append(w.dirty, m)
	}
	return m, updated
}

// trace writes down what the work has changed.
func (w *work[M, P]) trace(ctx context.Context, s *Service, object string) error {
	for _, m := range w.dirty {
		action, before := "create", any(nil)
		if b, ok := w.before[P(m).about()]; ok {
			action, before = "update", b
		}
		if err := s.record(ctx, action, object, P(m).row(), before, *m); err != nil {
			return err
		}
	}
	return nil
}

// propertyWork is work on mappings of properties that the operator may see.
type propertyWork struct {
	work[PropertyMapping, *PropertyMapping]
	cards map[int64]publication.Card
}

func newPropertyWork(operator int64, now time.Time, cards map[int64]publication.Card, known []PropertyMapping) *propertyWork {
	return &propertyWork{newWork[PropertyMapping, *PropertyMapping](operator, now, known), cards}
}

// take checks one input of a body and applies it.
func (w *propertyWork) take(f *apperr.Fields, prefix string, in PropertyInput) {
	_, visible := w.cards[in.PropertyID]
	w.once(f, prefix+"property", in.PropertyID, visible, noProperty)
	m, _ := w.apply(in)
	m.check(f, prefix)
	m.checkFilled(f, prefix)
}

func (w *propertyWork) apply(in PropertyInput) (*PropertyMapping, outcome) {
	return w.put(PropertyMapping{
		OperatorID: w.operator, OwnerID: w.cards[in.PropertyID].OwnerID, PropertyID: in.PropertyID, CreatedAt: w.now, UpdatedAt: w.now,
	}, in.apply)
}

// roomWork is work on mappings of rooms that the operator may see.
type roomWork struct {
	work[RoomMapping, *RoomMapping]
	rooms map[int64]publication.Room
}

func newRoomWork(operator int64, now time.Time, rooms map[int64]publication.Room, known []RoomMapping) *roomWork {
	return &roomWork{newWork[RoomMapping, *RoomMapping](operator, now, known), rooms}
}

// take checks one input of a body and applies it.
func (w *roomWork) take(f *apperr.Fields, prefix string, in RoomInput) {
	_, visible := w.rooms[in.RoomID]
	w.once(f, prefix+"room", in.RoomID, visible, noRoom)
	m, _ := w.apply(in)
	m.check(f, prefix+"code", prefix+"name")
	m.checkFilled(f, prefix)
}

func (w *roomWork) apply(in RoomInput) (*RoomMapping, outcome) {
	r := w.rooms[in.RoomID]
	return w.put(RoomMapping{
		OperatorID: w.operator, OwnerID: r.OwnerID, PropertyID: r.PropertyID, RoomID: in.RoomID, CreatedAt: w.now, UpdatedAt: w.now,
	}, in.apply)
}

// outcome is what became of an input; the larger one counts for a row that is
// about two things.
type outcome uint8

const (
	unchanged outcome = iota
	updated
	created
)
