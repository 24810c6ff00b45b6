package mapping

import (
	"context"
	"slices"
	"time"

	"allot/internal/content/publication"
	"allot/internal/platform/apperr"
)

// mapped is a mapping that work can change.
type mapped[M any] interface {
	*M
	targetID() int64 // id of the property or room
	rowID() int64    // id of its own
	same(other M) bool
	touch(now time.Time)
}

// work applies inputs to the mappings of one operator.
type work[M any, P mapped[M]] struct {
	operator int64
	now      time.Time
	list     map[int64]*M // by property or room, after the change
	before   map[int64]M  // before the change, if they existed
	dirty    []*M         // must be written
	created  int
	seen     map[int64]bool
}

func newWork[M any, P mapped[M]](operator int64, now time.Time, existing []M) work[M, P] {
	w := work[M, P]{operator: operator, now: now, list: map[int64]*M{}, before: map[int64]M{}, seen: map[int64]bool{}}
	for _, m := range existing {
		w.before[P(&m).targetID()] = m
		w.list[P(&m).targetID()] = &m
	}
	return w
}

// checkOnce refuses an input for something that is not visible, or that an
// earlier input names.
func (w *work[M, P]) checkOnce(f *apperr.Fields, field string, id int64, visible bool, unseen string) {
	f.Check(id != 0, field, "is required")
	f.Check(visible, field, unseen)
	f.Check(!w.seen[id], field, "stands in the list twice")
	w.seen[id] = true
}

// put changes a mapping, or creates it from fresh, and reports whether anything
// is different.
func (w *work[M, P]) put(fresh M, change func(*M)) (m *M, result outcome) {
	id := P(&fresh).targetID()
	m, ok := w.list[id]
	if !ok {
		m, w.list[id] = &fresh, &fresh
		w.dirty, w.created, result = append(w.dirty, m), w.created+1, created
	}
	was := *m
	change(m)
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
func (w *work[M, P]) recordChanges(ctx context.Context, s *Service, object string) error {
	for _, m := range w.dirty {
		action, before := "create", any(nil)
		if b, ok := w.before[P(m).targetID()]; ok {
			action, before = "update", b
		}
		if err := s.record(ctx, action, object, P(m).rowID(), before, *m); err != nil {
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

func newPropertyWork(operator int64, now time.Time, cards map[int64]publication.Card, existing []PropertyMapping) *propertyWork {
	return &propertyWork{newWork[PropertyMapping, *PropertyMapping](operator, now, existing), cards}
}

// take checks one input of a body and applies it.
func (w *propertyWork) take(f *apperr.Fields, prefix string, in PropertyInput) {
	_, visible := w.cards[in.PropertyID]
	w.checkOnce(f, prefix+"property", in.PropertyID, visible, noProperty)
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

func newRoomWork(operator int64, now time.Time, rooms map[int64]publication.Room, existing []RoomMapping) *roomWork {
	return &roomWork{newWork[RoomMapping, *RoomMapping](operator, now, existing), rooms}
}

// take checks one input of a body and applies it.
func (w *roomWork) take(f *apperr.Fields, prefix string, in RoomInput) {
	_, visible := w.rooms[in.RoomID]
	w.checkOnce(f, prefix+"room", in.RoomID, visible, noRoom)
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

// outcome is the result of an input; a row for a property and a room has the
// larger of the two.
type outcome uint8

const (
	unchanged outcome = iota
	updated
	created
)
