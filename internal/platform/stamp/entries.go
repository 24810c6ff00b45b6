package stamp

import "github.com/maypok86/otter/v2"

// entries keeps values up to a number of bytes. It hides the library behind a plain
// type: a generic type of its size would be compiled again in every package that uses
// a Cache.
type entries struct{ cache *otter.Cache[any, weighed] }

type weighed struct {
	value any
	bytes uint32
}

// entryBytes estimates the overhead of an entry.
const entryBytes = 200

func newEntries(bytes int) *entries {
	weigh := func(_ any, w weighed) uint32 { return w.bytes }
	return &entries{otter.Must(&otter.Options[any, weighed]{MaximumWeight: uint64(bytes), Weigher: weigh})}
}

func (e *entries) get(key any) (any, bool) {
	w, found := e.cache.GetIfPresent(key)
	return w.value, found
}

func (e *entries) set(key, value any, bytes int) {
	e.cache.Set(key, weighed{value, uint32(min(bytes+entryBytes, 1<<31))})
}

// kept returns the number and the size of the values.
func (e *entries) kept() (n, size int) {
	e.cache.CleanUp()
	return e.cache.EstimatedSize(), int(e.cache.WeightedSize())
}

func (e *entries) clear() { e.cache.InvalidateAll() }
