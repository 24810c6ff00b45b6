package lru_test

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/lru"
)

func TestCache(t *testing.T) {
	t.Parallel()
	has := func(c *lru.Cache[int, string], key int) bool { _, found := c.Get(key); return found }

	t.Run("what was unused for longest makes room", func(t *testing.T) {
		t.Parallel()
		c := lru.New[int, string](10)
		c.Put(1, "a", 4)
		c.Put(2, "b", 4)
		require.True(t, has(c, 1)) // so that 2 is older
		c.Put(3, "c", 4)
		require.Equal(t, []bool{true, false, true}, []bool{has(c, 1), has(c, 2), has(c, 3)})
		n, size := c.Kept()
		require.Equal(t, []int{2, 8}, []int{n, size})
	})

	t.Run("a value takes the place of the one before", func(t *testing.T) {
		t.Parallel()
		c := lru.New[int, string](10)
		c.Put(1, "a", 9)
		c.Put(1, "b", 2)
		v, _ := c.Get(1)
		_, size := c.Kept()
		require.Equal(t, "b", v)
		require.Equal(t, 2, size)
	})

	t.Run("what is larger than all of it is not kept, and neither is what it replaces", func(t *testing.T) {
		t.Parallel()
		c := lru.New[int, string](10)
		c.Put(1, "a", 1)
		c.Put(1, "b", 11)
		require.False(t, has(c, 1))
		require.Equal(t, 10, c.Limit())
	})

	t.Run("forgetting leaves nothing", func(t *testing.T) {
		t.Parallel()
		c := lru.New[int, string](10)
		c.Put(1, "a", 1)
		c.Drop()
		n, size := c.Kept()
		require.Zero(t, n+size)
		require.False(t, has(c, 1))
	})

	t.Run("any number of readers and writers share it", func(t *testing.T) {
		t.Parallel()
		c := lru.New[int, string](50)
		var all sync.WaitGroup
		for w := range 8 {
			all.Go(func() {
				for i := range 500 {
					c.Put((i+w)%70, "x", 1)
					c.Get(i % 70)
				}
			})
		}
		all.Wait()
		n, size := c.Kept()
		require.Equal(t, 50, size)
		require.Equal(t, 50, n)
	})
}
