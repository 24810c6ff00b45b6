package stamp_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
	"allot/internal/testkit/dbtest"
)

const fruit stamp.Kind = "fruit"

// shelf is a cache of one value that depends on one stamp.
type shelf struct {
	*stamp.Cache[string, int64]
	db    *db.DB
	loads atomic.Int64
	stop  func() // half-way through a load
}

func newShelf(t *testing.T) *shelf {
	t.Helper()
	d := dbtest.New(t)
	return &shelf{db: d, Cache: stamp.NewCache[string]("shelf", d, 1<<20, func(int64) int { return 8 })}
}

// get returns the number of the load.
func (s *shelf) get(ctx context.Context, key string) (int64, error) {
	return s.Get(ctx, key, func(ctx context.Context) (int64, stamp.Stamps, error) {
		n := s.loads.Add(1)
		if s.stop != nil {
			s.stop()
		}
		st, err := s.db.Stamps(ctx, fruit.Of(1))
		return n, st, err
	})
}

func (s *shelf) raise(t *testing.T) {
	t.Helper()
	require.NoError(t, s.db.InTx(t.Context(), func(ctx context.Context) error {
		s.db.Raise(ctx, fruit, 1)
		return nil
	}))
}

func TestCache_Get(t *testing.T) {
	t.Parallel()
	want := func(t *testing.T, s *shelf, n int64) {
		t.Helper()
		got, err := s.get(t.Context(), "a")
		require.NoError(t, err)
		require.Equal(t, n, got)
	}

	t.Run("a value is read once until its stamp is raised", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		want(t, s, 1)
		want(t, s, 1)
		s.raise(t)
		want(t, s, 2)
		want(t, s, 2)
	})

	t.Run("what was read while others wrote is not taken for current", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		s.stop = func() {
			s.stop = nil
			s.raise(t)
		}
		want(t, s, 1)
		got, err := s.get(t.Context(), "a")
		require.NoError(t, err)
		if s.db.Engine() == db.SQLite { // PostgreSQL read the stamp with the data, of before or of after
			require.EqualValues(t, 2, got)
		}
	})

	t.Run("many who come at once share one load", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		arrived, goOn := make(chan struct{}, 100), make(chan struct{})
		s.stop = func() { arrived <- struct{}{}; <-goOn }
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if n, err := s.get(t.Context(), "a"); n != 1 || err != nil {
					t.Errorf("load %d: %v", n, err)
				}
			})
		}
		<-arrived
		close(goOn)
		all.Wait()
	})

	t.Run("who waits stops with its context, and another load does not fail with it", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		arrived, goOn, done := make(chan struct{}), make(chan struct{}), make(chan error)
		s.stop = func() { close(arrived); <-goOn }
		go func() { _, err := s.get(t.Context(), "a"); done <- err }()
		<-arrived
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := s.get(ctx, "a")
		require.ErrorIs(t, err, context.Canceled)
		close(goOn)
		require.NoError(t, <-done)
	})

	t.Run("a failure is not kept", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		broken := errors.New("broken")
		_, err := s.Get(t.Context(), "a", func(context.Context) (int64, stamp.Stamps, error) { return 7, stamp.Stamps{}, broken })
		require.ErrorIs(t, err, broken)
		want(t, s, 1)
	})

	t.Run("a transaction reads for itself", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		want(t, s, 1)
		require.NoError(t, s.db.InTx(t.Context(), func(ctx context.Context) error {
			n, err := s.get(ctx, "a")
			require.EqualValues(t, 2, n)
			return err
		}))
		want(t, s, 1)
	})

	t.Run("what does not fit is read anew", func(t *testing.T) {
		t.Parallel()
		s := newShelf(t)
		want(t, s, 1)
		got, err := s.GetIf(t.Context(), "a", func(n int64) bool { return n > 1 }, func(ctx context.Context) (int64, stamp.Stamps, error) {
			st, err := s.db.Stamps(ctx, fruit.Of(1))
			return 5, st, err
		})
		require.NoError(t, err)
		require.EqualValues(t, 5, got)
		want(t, s, 5)
	})
}

// A reader of a thousand values once does not push out what is used often.
func TestCache_bounded(t *testing.T) {
	t.Parallel()
	const each, limit, often = 1000, 100_000, 60
	c := stamp.NewCache[int]("test", dbtest.New(t), limit, func(b []byte) int { return len(b) })
	for i := range often {
		c.Put(i, make([]byte, each))
	}
	for n := range 5 * often {
		c.Peek(n % often)
		c.Kept() // it notes what is used after a while
	}
	for i := range 1000 {
		if _, found := c.Peek(1000 + i); !found {
			c.Put(1000+i, make([]byte, each))
		}
	}
	_, size := c.Kept()
	require.LessOrEqual(t, size, limit)
	there := 0
	for i := range often {
		if _, found := c.Peek(i); found {
			there++
		}
	}
	require.GreaterOrEqual(t, there, often*9/10)
	c.Put(-1, make([]byte, limit))
	_, size = c.Kept()
	require.LessOrEqual(t, size, limit, "what is larger than all of it is not kept")
	c.Clear()
	n, _ := c.Kept()
	require.Zero(t, n)
}
