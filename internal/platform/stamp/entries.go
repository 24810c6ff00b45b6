package stamp

import "github.com/maypok86/otter/v2"

// entries keeps values up to a number of bytes, by keys of any comparable type. It
// is neither generic nor seen by who uses a cache: otter's generic type would be
// compiled again in every package with a key of its own, seconds each.
type entries interface {
	get(key any) (value any, found bool)
	set(key, value any, bytes int)
	// kept returns how many values there are and what they take.
	kept() (n, size int)
	clear()
}

// library keeps entries with otter.
type library struct{ cache *otter.Cache[any, weighed] }

type weighed struct {
	value any
	bytes uint32
}

// entryBytes is about what an entry takes beside its value.
const entryBytes = 200

func newEntries(bytes int) entries {
	weigh := func(_ any, w weighed) uint32 { return w.bytes }
	return &library{otter.Must(&otter.Options[any, weighed]{MaximumWeight: uint64(bytes), Weigher: weigh})}
}

func (l *library) get(key any) (any, bool) {
	w, found := l.cache.GetIfPresent(key)
	return w.value, found
}

func (l *library) set(key, value any, bytes int) {
	l.cache.Set(key, weighed{value, uint32(min(bytes+entryBytes, 1<<31))})
}

func (l *library) kept() (n, size int) {
	l.cache.CleanUp()
	return l.cache.EstimatedSize(), int(l.cache.WeightedSize())
}

func (l *library) clear() { l.cache.InvalidateAll() }
