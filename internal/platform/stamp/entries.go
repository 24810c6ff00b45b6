package stamp

import "github.com/maypok86/otter/v2"

// entries keeps values up to a number of bytes. It is no generic type: with one,
// otter would be compiled again in every package with a key of its own, seconds each.
type entries interface {
	get(key any) (value any, found bool)
	set(key, value any, bytes int)
	kept() (n, size int) // how many values, and what they take
	clear()
}

// library keeps entries with otter.
type library struct{ cache *otter.Cache[any, weighed] }

type weighed struct {
	value any
	bytes uint32
}

const entryBytes = 200 // about what an entry takes beside its value

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
