package mapping

import (
	"slices"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/publication"
)

// propertyWork turns inputs into mappings of one operator.
type propertyWork struct {
	operator int64
	now      time.Time
	cards    map[int64]publication.Card // that the operator may see
	list     map[int64]*PropertyMapping // by property, as they shall be
	before   map[int64]PropertyMapping  // as they were, if they were
	dirty    []*PropertyMapping         // must be written
	created  int
	seen     map[int64]bool
}

func newPropertyWork(operator int64, now time.Time, cards map[int64]publication.Card, known []PropertyMapping) *propertyWork {
	w := &propertyWork{
		operator: operator, now: now, cards: cards,
		list: map[int64]*PropertyMapping{}, before: map[int64]PropertyMapping{}, seen: map[int64]bool{},
	}
	for _, m := range known {
		w.before[m.PropertyID] = m
		w.list[m.PropertyID] = &m
	}
	return w
}

// take checks one input of a body and applies it.
func (w *propertyWork) take(f *apperr.Fields, prefix string, in PropertyInput) {
	_, visible := w.cards[in.PropertyID]
	f.Check(in.PropertyID != 0, prefix+"property", "is required")
	f.Check(visible, prefix+"property", noProperty)
	f.Check(!w.seen[in.PropertyID], prefix+"property", "stands in the list twice")
	w.seen[in.PropertyID] = true
	m, _ := w.apply(in)
	m.check(f, prefix)
	m.checkFilled(f, prefix)
}

// apply changes or makes a mapping and tells whether anything is different.
func (w *propertyWork) apply(in PropertyInput) (m *PropertyMapping, what outcome) {
	m, ok := w.list[in.PropertyID]
	if !ok {
		m = &PropertyMapping{
			OperatorID: w.operator, OwnerID: w.cards[in.PropertyID].OwnerID, PropertyID: in.PropertyID, CreatedAt: w.now, UpdatedAt: w.now,
		}
		w.list[in.PropertyID] = m
		w.dirty, w.created, what = append(w.dirty, m), w.created+1, created
	}
	was := *m
	in.apply(m)
	if was.same(*m) || what == created {
		return m, what
	}
	m.UpdatedAt = w.now
	if !slices.Contains(w.dirty, m) {
		w.dirty = append(w.dirty, m)
	}
	return m, updated
}

// roomWork is propertyWork for rooms.
type roomWork struct {
	operator int64
	now      time.Time
	rooms    map[int64]publication.Room
	list     map[int64]*RoomMapping
	before   map[int64]RoomMapping
	dirty    []*RoomMapping
	created  int
	seen     map[int64]bool
}

func newRoomWork(operator int64, now time.Time, rooms map[int64]publication.Room, known []RoomMapping) *roomWork {
	w := &roomWork{
		operator: operator, now: now, rooms: rooms,
		list: map[int64]*RoomMapping{}, before: map[int64]RoomMapping{}, seen: map[int64]bool{},
	}
	for _, m := range known {
		w.before[m.RoomID] = m
		w.list[m.RoomID] = &m
	}
	return w
}

// take checks one input of a body and applies it.
func (w *roomWork) take(f *apperr.Fields, prefix string, in RoomInput) {
	_, visible := w.rooms[in.RoomID]
	f.Check(in.RoomID != 0, prefix+"room", "is required")
	f.Check(visible, prefix+"room", noRoom)
	f.Check(!w.seen[in.RoomID], prefix+"room", "stands in the list twice")
	w.seen[in.RoomID] = true
	m, _ := w.apply(in)
	m.check(f, prefix+"code", prefix+"name")
	m.checkFilled(f, prefix)
}

// apply changes or makes a mapping and tells whether anything is different.
func (w *roomWork) apply(in RoomInput) (m *RoomMapping, what outcome) {
	m, ok := w.list[in.RoomID]
	if !ok {
		r := w.rooms[in.RoomID]
		m = &RoomMapping{
			OperatorID: w.operator, OwnerID: r.OwnerID, PropertyID: r.PropertyID, RoomID: in.RoomID, CreatedAt: w.now, UpdatedAt: w.now,
		}
		w.list[in.RoomID] = m
		w.dirty, w.created, what = append(w.dirty, m), w.created+1, created
	}
	was := *m
	in.apply(m)
	if was.same(*m) || what == created {
		return m, what
	}
	m.UpdatedAt = w.now
	if !slices.Contains(w.dirty, m) {
		w.dirty = append(w.dirty, m)
	}
	return m, updated
}

// outcome is what became of an input; the larger one counts for a row that is
// about two things.
type outcome uint8

const (
	unchanged outcome = iota
	updated
	created
)
