package stamp

import "github.com/maypok86/otter/v2"

// entries keeps values up to a number of bytes. An interface hides the library: its
// generic type would be compiled again in every package into which a method of
// library is inlined, a second each.
type entries[K comparable] interface {
	get(key K) (value any, found bool)
	set(key K, value any, bytes int)
	// kept returns how many values there are and what they take.
	kept() (n, size int)
	clear()
}

// library keeps entries with otter.
type library[K comparable] struct{ cache *otter.Cache[K, weighed] }

type weighed struct {
	value any
	bytes uint32
}

// entryBytes is about what an entry takes beside its value.
const entryBytes = 200

func newEntries[K comparable](bytes int) entries[K] {
	weigh := func(_ K, w weighed) uint32 { return w.bytes }
	return &library[K]{otter.Must(&otter.Options[K, weighed]{MaximumWeight: uint64(bytes), Weigher: weigh})}
}

func (l *library[K]) get(key K) (any, bool) {
	w, found := l.cache.GetIfPresent(key)
	return w.value, found
}

func (l *library[K]) set(key K, value any, bytes int) {
	l.cache.Set(key, weighed{value, uint32(min(bytes+entryBytes, 1<<31))})
}

func (l *library[K]) kept() (n, size int) {
	l.cache.CleanUp()
	return l.cache.EstimatedSize(), int(l.cache.WeightedSize())
}

func (l *library[K]) clear() { l.cache.InvalidateAll() }
