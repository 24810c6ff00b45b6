package stamp

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// Cache caches values up to a number of bytes. Each is returned only while the
// stamps that it was made under are current. Values that are used often stay when
// many are read once (otter's admission).
type Cache[K comparable, V any] struct {
	name    string
	source  Source
	size    func(V) int
	entries entries

	mu      sync.Mutex
	loading map[K]chan struct{} // closed when the load has ended

	hits, misses atomic.Uint64
}

// Measured is a cache as metrics see it.
type Measured interface{ Usage() Usage }

// Usage is how a cache is used.
type Usage struct {
	Name         string
	Hits, Misses uint64 // since the start
	Entries      int
	Bytes        int // an estimate
}

// Usage returns how the cache is used.
func (c *Cache[K, V]) Usage() Usage {
	n, size := c.Kept()
	return Usage{Name: c.name, Hits: c.hits.Load(), Misses: c.misses.Load(), Entries: n, Bytes: size}
}

type entry[V any] struct {
	value  V
	stamps Stamps
}

// Load reads a value and, in the same read transaction, the stamps that it depends
// on.
type Load[V any] func(ctx context.Context) (V, Stamps, error)

// LoadAll is Load for several values. Keys without one it leaves out.
type LoadAll[K comparable, V any] func(ctx context.Context, keys []K, add func(key K, v V, st Stamps)) error

// NewCache returns a cache of at most bytes, with a name for the metrics. size
// estimates the bytes of a value.
func NewCache[K comparable, V any](name string, source Source, bytes int, size func(V) int) *Cache[K, V] {
	c := &Cache[K, V]{name: name, source: source, size: size, loading: map[K]chan struct{}{}, entries: newEntries(bytes)}
	if list, ok := source.(interface{ AddCache(c Measured) }); ok {
		list.AddCache(c)
	}
	return c
}

func (c *Cache[K, V]) find(key K) (*entry[V], bool) {
	e, found := c.entries.get(key)
	if !found {
		return nil, false
	}
	return e.(*entry[V]), true
}

func (c *Cache[K, V]) set(key K, e *entry[V]) {
	c.entries.set(key, e, c.size(e.value)+24*len(e.stamps.Keys)) // 16 bytes a key, 8 a value
}

// Get returns the value of key, from memory if it is current, else from load.
func (c *Cache[K, V]) Get(ctx context.Context, key K, load Load[V]) (V, error) {
	return c.GetIf(ctx, key, nil, load)
}

// GetIf is Get for values that depend on more than their stamps: a cached one is
// returned only if it fits. Concurrent callers share one load, unless a newer
// write was acknowledged before one of them called. A caller waits at most as long
// as its context. In a transaction values are loaded and not cached.
func (c *Cache[K, V]) GetIf(ctx context.Context, key K, fits func(V) bool, load Load[V]) (v V, err error) {
	if c.source.InTransaction(ctx) {
		v, _, err = load(ctx)
		return v, err
	}
	e, err := c.current(ctx, key, fits)
	switch {
	case err != nil:
		return v, err
	case e != nil:
		c.hits.Add(1)
		return e.value, nil
	}
	c.misses.Add(1)
	return c.share(ctx, key, fits, func(ctx context.Context) (*entry[V], bool, error) {
		newest := c.source.Newest()
		e := &entry[V]{}
		err := c.source.ReadTx(ctx, func(ctx context.Context) (err error) {
			e.value, e.stamps, err = load(ctx)
			return err
		})
		return e, !slices.ContainsFunc(e.stamps.Values, func(n int64) bool { return n > newest }), err
	})
}

// LoadMany loads values with one call of load, but for those that somebody else is loading, and
// returns what load has added. It takes none from memory: that is for its caller to do first.
// In a transaction it loads nothing.
func (c *Cache[K, V]) LoadMany(ctx context.Context, keys []K, load LoadAll[K, V]) (map[K]V, error) {
	if c.source.InTransaction(ctx) {
		return nil, nil
	}
	claimed := make([]K, 0, len(keys))
	defer func() {
		for _, key := range claimed {
			c.leave(key)
		}
	}()
	for _, key := range keys {
		if c.startLoad(key) == nil {
			claimed = append(claimed, key)
		}
	}
	if len(claimed) == 0 {
		return nil, nil
	}
	loaded := make(map[K]V, len(claimed))
	newest := c.source.Newest()
	err := c.source.ReadTx(ctx, func(ctx context.Context) error {
		return load(ctx, claimed, func(key K, v V, st Stamps) {
			loaded[key] = v
			if !slices.ContainsFunc(st.Values, func(n int64) bool { return n > newest }) {
				c.set(key, &entry[V]{v, st})
			}
		})
	})
	return loaded, err
}

// makeEntry makes an entry, and reports whether to keep it.
type makeEntry[V any] func(ctx context.Context) (e *entry[V], keep bool, err error)

// share returns the value of key from the load of another caller, or from its own.
func (c *Cache[K, V]) share(ctx context.Context, key K, fits func(V) bool, fresh makeEntry[V]) (v V, err error) {
	for {
		other := c.startLoad(key)
		if other == nil {
			return c.loadOnce(ctx, key, fits, fresh)
		}
		select {
		case <-other:
		case <-ctx.Done():
			return v, fmt.Errorf("wait for another reader of the same: %w", ctx.Err())
		}
		if e, err := c.current(ctx, key, fits); e != nil || err != nil {
			return valueOf(e), err
		}
	}
}

func valueOf[V any](e *entry[V]) (v V) {
	if e != nil {
		v = e.value
	}
	return v
}

// current returns the cached entry of key if it may be used, or nil.
func (c *Cache[K, V]) current(ctx context.Context, key K, fits func(V) bool) (*entry[V], error) {
	e, found := c.find(key)
	if !found || fits != nil && !fits(e.value) {
		return nil, nil
	}
	if len(e.stamps.Keys) == 0 {
		return e, nil
	}
	if same, err := c.source.Current(ctx, e.stamps); err != nil || !same {
		return nil, err
	}
	return e, nil
}

// loadOnce loads the value of key while others wait, unless another caller has
// done so meanwhile.
func (c *Cache[K, V]) loadOnce(ctx context.Context, key K, fits func(V) bool, fresh makeEntry[V]) (v V, err error) {
	defer c.leave(key)
	if e, err := c.current(ctx, key, fits); e != nil || err != nil {
		return valueOf(e), err
	}
	e, keep, err := fresh(ctx)
	if err != nil {
		return v, err
	}
	if keep {
		c.set(key, e)
	}
	return e.value, nil
}

// startLoad returns nil if the caller must load the value of key, or else a channel
// that is closed when the load of another caller ends.
func (c *Cache[K, V]) startLoad(key K) (other <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if done, taken := c.loading[key]; taken {
		return done
	}
	c.loading[key] = make(chan struct{})
	return nil
}

func (c *Cache[K, V]) leave(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.loading[key])
	delete(c.loading, key)
}

// Peek returns the cached value of key, current or not.
func (c *Cache[K, V]) Peek(key K) (v V, found bool) {
	e, found := c.find(key)
	if !found {
		c.misses.Add(1)
		return v, false
	}
	c.hits.Add(1)
	return e.value, true
}

// Has reports whether there is a value of key, current or not.
func (c *Cache[K, V]) Has(key K) bool {
	_, found := c.find(key)
	return found
}

// Put caches a value that never goes out of date because its key names a version.
func (c *Cache[K, V]) Put(key K, v V) { c.set(key, &entry[V]{value: v}) }

// Kept returns the number and the size of the cached values.
func (c *Cache[K, V]) Kept() (n, size int) { return c.entries.kept() }

// Clear removes all values.
func (c *Cache[K, V]) Clear() { c.entries.clear() }
