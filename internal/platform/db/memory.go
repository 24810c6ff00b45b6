package db

import (
	"container/list"
	"context"
	"slices"
	"sync"
)

// Memory keeps what was found by a key until a write that decides it has been
// committed, for what nearly every request asks. It keeps something on SQLite
// only, where one process owns the data and knows of every change; PostgreSQL
// serves several nodes and is asked each time.
//
// A record is read while others write, so what was read is kept only if nothing
// was dropped since the reading began: it might be of before.
type Memory[V any] struct {
	db     *DB
	most   int
	owners func(V) []int64

	mu      sync.Mutex
	drops   uint64
	byKey   map[string]*list.Element // of *kept[V]
	byOwner map[int64][]*list.Element
	recent  *list.List // the latest used first
}

type kept[V any] struct {
	key   string
	value V
}

// NewMemory makes one for at most so many values; the one unused for longest
// goes. owners tells who decides over a value: it is dropped by any of them.
func NewMemory[V any](d *DB, most int, owners func(V) []int64) *Memory[V] {
	m := &Memory[V]{db: d, most: most, owners: owners}
	m.empty()
	return m
}

func (m *Memory[V]) empty() {
	m.byKey, m.byOwner, m.recent = map[string]*list.Element{}, map[int64][]*list.Element{}, list.New()
}

// Get gives what is kept, else what read finds. What is not found is not kept.
func (m *Memory[V]) Get(ctx context.Context, key []byte, read func(ctx context.Context, key []byte) (V, error)) (V, error) {
	if m.db.engine != SQLite || current(ctx) != nil { // a transaction sees what nobody else does yet
		return read(ctx, key)
	}
	v, known, state := m.find(key)
	if known {
		return v, nil
	}
	v, err := read(ctx, key)
	if err == nil {
		m.keep(key, v, state)
	}
	return v, err
}

// Drop forgets the values of an owner once what the transaction of ctx wrote can
// be seen. Every write of a row that decides one of them calls it.
func (m *Memory[V]) Drop(ctx context.Context, owner int64) {
	if m.db.engine == SQLite {
		m.db.Forget(ctx, func() { m.drop(owner) })
	}
}

// DropAll is Drop for writes that choose their owners themselves.
func (m *Memory[V]) DropAll(ctx context.Context) {
	if m.db.engine == SQLite {
		m.db.Forget(ctx, m.dropAll)
	}
}

// find gives a value that is kept, else the state that keep asks for.
func (m *Memory[V]) find(key []byte) (v V, known bool, state uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	e, known := m.byKey[string(key)]
	if !known {
		return v, false, m.drops
	}
	m.recent.MoveToFront(e)
	return in[V](e).value, true, 0
}

// keep remembers a value that was read after find had told the state.
func (m *Memory[V]) keep(key []byte, v V, state uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.byKey[string(key)]; known || state != m.drops {
		return
	}
	if m.recent.Len() >= m.most {
		m.remove(m.recent.Back())
	}
	e := m.recent.PushFront(&kept[V]{string(key), v})
	m.byKey[string(key)] = e
	for _, owner := range m.owners(v) {
		m.byOwner[owner] = append(m.byOwner[owner], e)
	}
}

func (m *Memory[V]) drop(owner int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drops++
	for _, e := range slices.Clone(m.byOwner[owner]) {
		m.remove(e)
	}
}

func (m *Memory[V]) dropAll() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.drops++
	m.empty()
}

func (m *Memory[V]) remove(e *list.Element) {
	m.recent.Remove(e)
	k := in[V](e)
	delete(m.byKey, k.key)
	for _, owner := range m.owners(k.value) {
		rest := slices.DeleteFunc(m.byOwner[owner], func(o *list.Element) bool { return o == e })
		if len(rest) == 0 {
			delete(m.byOwner, owner)
		} else {
			m.byOwner[owner] = rest
		}
	}
}

func in[V any](e *list.Element) *kept[V] {
	return e.Value.(*kept[V])
}
