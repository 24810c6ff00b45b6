package allotment

import (
	"container/list"
	"sync"
)

// cache keeps values up to a number of bytes; what was unused for longest goes.
type cache[K comparable, V any] struct {
	mu     sync.Mutex
	limit  int
	used   int
	byKey  map[K]*list.Element // of *cached
	recent *list.List          // the latest used first
}

type cached[K comparable, V any] struct {
	key   K
	value V
	size  int
}

func newCache[K comparable, V any](limit int) *cache[K, V] {
	return &cache[K, V]{limit: limit, byKey: map[K]*list.Element{}, recent: list.New()}
}

// get finds a value.
func (c *cache[K, V]) get(key K) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.byKey[key]
	if !found {
		return value, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*cached[K, V]).value, true //nolint:forcetypeassert // the list holds nothing else
}

// put keeps a value instead of what the key had. One that is larger than the
// whole cache is not kept.
func (c *cache[K, V]) put(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.byKey[key]; found {
		c.remove(e)
	}
	if size > c.limit {
		return
	}
	c.byKey[key] = c.recent.PushFront(&cached[K, V]{key, value, size})
	c.used += size
	for c.used > c.limit {
		c.remove(c.recent.Back())
	}
}

func (c *cache[K, V]) remove(e *list.Element) {
	gone := c.recent.Remove(e).(*cached[K, V]) //nolint:forcetypeassert // the list holds nothing else
	delete(c.byKey, gone.key)
	c.used -= gone.size
}
