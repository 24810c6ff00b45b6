package db

import (
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"sync"

	"allot/internal/platform/stamp"
)

type memoKey struct{}

// memo has the stamps that one request has read: within a request each is read
// once, because whatever was acknowledged before it began is in them.
type memo struct {
	db     *DB
	asker  uint64
	mu     sync.Mutex
	begun  bool // what earlier requests of the asker needed was read
	values map[stamp.Key]int64
	needed map[stamp.Key]struct{}
	clock  int64 // of the first reading, which is the earliest
}

// neededBytes bounds what is kept of the keys that requests need.
const neededBytes = 16 << 20

var askers = maphash.MakeSeed()

// Request returns a context in which every stamp is read at most once until
// something is written. The first reading also reads what the last request of the
// same asker needed, such as the same address called with the same token, so that
// whoever asks again costs one query. On SQLite nothing is read.
func (d *DB) Request(ctx context.Context, asker ...string) context.Context {
	if d.commits != nil {
		return ctx
	}
	var h maphash.Hash
	h.SetSeed(askers)
	for _, part := range asker {
		_, _ = h.WriteString(part) // a hash takes everything
		_ = h.WriteByte(0)
	}
	return context.WithValue(ctx, memoKey{}, &memo{
		db: d, asker: h.Sum64(), values: map[stamp.Key]int64{}, needed: map[stamp.Key]struct{}{},
	})
}

// missing returns the keys that have to be read.
func (m *memo) missing(keys []stamp.Key) []stamp.Key {
	m.mu.Lock()
	defer m.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(keys), m.has)
	if len(list) > 0 && !m.begun {
		m.begun = true
		more, _ := m.db.needed.Peek(m.asker)
		list = append(list, slices.DeleteFunc(slices.Clone(more), m.has)...)
	}
	return list
}

func (m *memo) has(k stamp.Key) bool {
	_, has := m.values[k]
	return has
}

// add keeps stamps that were read because the request needs some keys.
func (m *memo) add(needs []stamp.Key, st stamp.Stamps) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.clock == 0 {
		m.clock = st.Clock
	}
	for i, k := range st.Keys {
		m.values[k] = st.Values[i]
	}
	for _, k := range needs {
		m.needed[k] = struct{}{}
	}
	m.db.needed.Put(m.asker, slices.Collect(maps.Keys(m.needed)))
}

// stamps returns what was read.
func (m *memo) stamps(keys []stamp.Key) stamp.Stamps {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := stamp.Stamps{Keys: keys, Values: make([]int64, len(keys)), Clock: m.clock}
	for i, k := range keys {
		st.Values[i] = m.values[k]
	}
	return st
}

// forget makes what comes after a write see it.
func (m *memo) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	clear(m.values)
	m.clock = 0
}
