package db

import (
	"context"
	"hash/maphash"
	"slices"
	"sync"

	"allot/internal/platform/stamp"
)

type memoKey struct{}

// memo has the stamps that one request has read. Each is read once, because it
// includes every write acknowledged before the request began.
type memo struct {
	db      *DB
	asker   uint64
	mu      sync.Mutex
	stamps  map[stamp.Key]memoStamp
	needed  []stamp.Key // by this request
	begun   bool        // what the last request of the asker needed is in stamps
	differs bool        // this one needs something else
	clock   int64       // of the first reading, which is the earliest
}

type memoStamp struct {
	value                  int64
	read, expected, needed bool
}

// neededBytes bounds the cached keys that requests need.
const neededBytes = 16 << 20

var askers = maphash.MakeSeed()

// Request returns a context in which every stamp is read at most once until
// something is written. The first read also reads the stamps that the last request
// of the same asker needed, such as the same address called with the same token,
// so that a repeated request costs one query. On SQLite nothing is read.
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
	return context.WithValue(ctx, memoKey{}, &memo{db: d, asker: h.Sum64(), stamps: map[stamp.Key]memoStamp{}})
}

// Later returns a context for what is read long after the request of ctx began, such
// as by a stream of events: every stamp is read each time.
func (d *DB) Later(ctx context.Context) context.Context {
	if ctx.Value(memoKey{}) == nil {
		return ctx
	}
	return context.WithValue(ctx, memoKey{}, (*memo)(nil))
}

// need notes that the request needs some keys, for the next one too, and returns
// which have to be read. The first time these include what the last request needed.
func (m *memo) need(keys []stamp.Key) (missing []stamp.Key) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var expected []stamp.Key
	if !m.begun {
		m.begun = true
		expected, _ = m.db.needed.Peek(m.asker)
		for _, k := range expected {
			m.stamps[k] = memoStamp{expected: true}
		}
	}
	for _, k := range keys {
		s := m.stamps[k]
		if !s.needed {
			s.needed, m.differs = true, m.differs || !s.expected
			m.stamps[k], m.needed = s, append(m.needed, k)
		}
		if !s.read {
			missing = append(missing, k)
		}
	}
	if m.differs {
		m.db.needed.Put(m.asker, slices.Clone(m.needed))
	}
	for _, k := range expected {
		if !m.stamps[k].needed {
			missing = append(missing, k)
		}
	}
	return missing
}

// add stores stamps that were read.
func (m *memo) add(st stamp.Stamps) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.clock == 0 {
		m.clock = st.Clock
	}
	for i, k := range st.Keys {
		s := m.stamps[k]
		s.value, s.read = st.Values[i], true
		m.stamps[k] = s
	}
}

// read returns the stored stamps of keys.
func (m *memo) read(keys []stamp.Key) stamp.Stamps {
	m.mu.Lock()
	defer m.mu.Unlock()
	st := stamp.Stamps{Keys: keys, Values: make([]int64, len(keys)), Clock: m.clock}
	for i, k := range keys {
		st.Values[i] = m.stamps[k].value
	}
	return st
}

// forget drops the stamps after a write, so that later reads see it.
func (m *memo) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for k, s := range m.stamps {
		s.read = false
		m.stamps[k] = s
	}
	m.clock = 0
}
