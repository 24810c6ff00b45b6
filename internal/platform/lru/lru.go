// Package lru keeps values in memory up to a number of bytes, for any number of
// readers. It knows nothing of whether a value still holds: who asks does.
package lru

import (
	"container/list"
	"sync"
)

// Cache keeps values up to a number of bytes; what was unused for longest goes.
type Cache[K comparable, V any] struct {
	mu     sync.Mutex
	limit  int
	used   int
	byKey  map[K]*list.Element // of *kept
	recent *list.List          // the latest used first
}

type kept[K comparable, V any] struct {
	key   K
	value V
	size  int
}

// New makes a cache for so many bytes.
func New[K comparable, V any](limit int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, byKey: map[K]*list.Element{}, recent: list.New()}
}

// Limit is how many bytes the cache may have.
func (c *Cache[K, V]) Limit() int { return c.limit }

// Kept is how many values there are and what they take.
func (c *Cache[K, V]) Kept() (n, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.byKey), c.used
}

// Get finds a value.
func (c *Cache[K, V]) Get(key K) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.byKey[key]
	if !found {
		return value, false
	}
	c.recent.MoveToFront(e)
	return e.Value.(*kept[K, V]).value, true
}

// Put keeps a value instead of what the key had. One that is larger than the
// whole cache is not kept.
func (c *Cache[K, V]) Put(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.byKey[key]; found {
		c.remove(e)
	}
	if size > c.limit {
		return
	}
	c.byKey[key] = c.recent.PushFront(&kept[K, V]{key, value, size})
	c.used += size
	for c.used > c.limit {
		c.remove(c.recent.Back())
	}
}

// Drop forgets everything.
func (c *Cache[K, V]) Drop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.byKey)
	c.recent.Init()
	c.used = 0
}

func (c *Cache[K, V]) remove(e *list.Element) {
	gone := c.recent.Remove(e).(*kept[K, V])
	delete(c.byKey, gone.key)
	c.used -= gone.size
}
