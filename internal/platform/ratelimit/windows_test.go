package ratelimit_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/ratelimit"
	"allot/internal/testkit/clocktest"
)

func setup(limit int) (*ratelimit.Windows[int64], *clocktest.Clock) {
	clock := clocktest.New()
	return ratelimit.New[int64](limit, time.Minute, 0, clock.Now), clock
}

func take(t *testing.T, m *ratelimit.Windows[int64], caller int64) ratelimit.Charge {
	t.Helper()
	return m.Take(caller)
}

func TestWindows_Take(t *testing.T) {
	t.Parallel()

	t.Run("a window begins with its first request and ends a minute later", func(t *testing.T) {
		t.Parallel()
		m, clock := setup(2)
		require.Equal(t, ratelimit.Charge{Allowed: true, Limit: 2, Remaining: 1, Reset: time.Minute}, take(t, m, 7))
		clock.Advance(59 * time.Second)
		require.Equal(t, ratelimit.Charge{Allowed: true, Limit: 2, Remaining: 0, Reset: time.Second}, take(t, m, 7))
		require.Equal(t, ratelimit.Charge{Limit: 2, Reset: time.Second}, take(t, m, 7))
		clock.Advance(time.Second)
		require.Equal(t, ratelimit.Charge{Allowed: true, Limit: 2, Remaining: 1, Reset: time.Minute}, take(t, m, 7))
	})

	t.Run("a refused request prolongs nothing", func(t *testing.T) {
		t.Parallel()
		m, clock := setup(1)
		take(t, m, 7)
		for range 59 {
			clock.Advance(time.Second)
			require.False(t, take(t, m, 7).Allowed)
		}
		clock.Advance(time.Second)
		require.True(t, take(t, m, 7).Allowed)
	})

	t.Run("callers do not share a window", func(t *testing.T) {
		t.Parallel()
		m, _ := setup(1)
		require.True(t, take(t, m, 7).Allowed)
		require.True(t, take(t, m, 8).Allowed)
		require.False(t, take(t, m, 7).Allowed)
	})

	t.Run("a clock that is set back shuts nobody out", func(t *testing.T) {
		t.Parallel()
		m, clock := setup(1)
		take(t, m, 7)
		clock.Advance(-time.Hour)
		require.Equal(t, ratelimit.Charge{Allowed: true, Limit: 1, Reset: time.Minute}, take(t, m, 7))
	})

	t.Run("many at once get exactly what is allowed", func(t *testing.T) {
		t.Parallel()
		m, _ := setup(100)
		var allowed atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for range 50 {
					if m.Take(7).Allowed {
						allowed.Add(1)
					}
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 100, allowed.Load())
	})

	t.Run("windows that are over are forgotten", func(t *testing.T) {
		t.Parallel()
		m, clock := setup(1)
		for caller := range int64(1000) {
			take(t, m, caller)
		}
		require.Equal(t, 1000, m.Kept())
		clock.Advance(2 * time.Minute)
		take(t, m, 7)
		require.Equal(t, 1, m.Kept())
	})
}

func TestWindows_names(t *testing.T) {
	t.Parallel()
	clock := clocktest.New()
	names := ratelimit.New[string](2, time.Hour, 0, clock.Now)
	require.True(t, names.Take("a").Allowed)
	require.True(t, names.Take("a").Allowed)
	clock.Advance(20 * time.Minute)
	refused := names.Take("a")
	require.False(t, refused.Allowed)
	require.Equal(t, 40*time.Minute, refused.Reset)
	require.True(t, names.Take("b").Allowed)
	clock.Advance(40 * time.Minute)
	require.True(t, names.Take("a").Allowed)
}

func BenchmarkWindows_Take(b *testing.B) {
	m := ratelimit.New[int64](1<<60, time.Minute, 0, time.Now)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			m.Take(7)
		}
	})
}
