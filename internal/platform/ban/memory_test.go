package ban_test

import (
	"context"
	"encoding/binary"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/ban"
	"allot/internal/testkit/clocktest"
)

func fail(t require.TestingT, m *ban.Memory, ip string, times int) {
	for range times {
		require.NoError(t, m.Failed(context.Background(), netip.MustParseAddr(ip)))
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	const ip = "203.0.113.7"

	banned := func(t *testing.T, m *ban.Memory, ip string) (time.Duration, bool) {
		t.Helper()
		left, is, err := m.Banned(t.Context(), netip.MustParseAddr(ip))
		require.NoError(t, err)
		return left, is
	}

	t.Run("the tenth failure bans for fifteen minutes, the ninth does not", func(t *testing.T) {
		t.Parallel()
		c := clocktest.New()
		m := ban.NewMemory(ban.Options{}, c.Now)
		fail(t, m, ip, 9)
		_, is := banned(t, m, ip)
		require.False(t, is)

		fail(t, m, ip, 1)
		left, is := banned(t, m, ip)
		require.True(t, is)
		require.Equal(t, 15*time.Minute, left)

		c.Advance(15*time.Minute - 1)
		left, is = banned(t, m, ip)
		require.True(t, is)
		require.Equal(t, time.Nanosecond, left)

		c.Advance(1)
		_, is = banned(t, m, ip)
		require.False(t, is)
	})

	t.Run("others are not banned with it", func(t *testing.T) {
		t.Parallel()
		m := ban.NewMemory(ban.Options{}, clocktest.New().Now)
		fail(t, m, ip, 10)
		_, is := banned(t, m, "203.0.113.8")
		require.False(t, is)
	})

	t.Run("the window slides: old failures leave one by one", func(t *testing.T) {
		t.Parallel()
		c := clocktest.New()
		m := ban.NewMemory(ban.Options{MaxFailures: 3, Window: 10 * time.Minute}, c.Now)
		for range 10 { // one every five minutes: two in any window
			fail(t, m, ip, 1)
			c.Advance(5 * time.Minute)
			_, is := banned(t, m, ip)
			require.False(t, is)
		}
		c.Advance(-time.Minute) // the last failure is four minutes old, the one before nine
		fail(t, m, ip, 1)
		_, is := banned(t, m, ip)
		require.True(t, is)
	})

	t.Run("failures during a ban do not prolong it and do not count after it", func(t *testing.T) {
		t.Parallel()
		c := clocktest.New()
		m := ban.NewMemory(ban.Options{Ban: time.Minute}, c.Now)
		fail(t, m, ip, 10)
		c.Advance(30 * time.Second)
		fail(t, m, ip, 50)
		c.Advance(30 * time.Second)
		_, is := banned(t, m, ip)
		require.False(t, is)
		fail(t, m, ip, 9)
		_, is = banned(t, m, ip)
		require.False(t, is)
	})

	t.Run("a short ban after a long one leaves the long one in force", func(t *testing.T) {
		t.Parallel()
		c := clocktest.New()
		m := ban.NewMemory(ban.Options{}, c.Now)
		fail(t, m, ip, 10)
		c.Advance(-time.Hour) // a clock that is set back
		fail(t, m, "203.0.113.8", 10)
		c.Advance(time.Hour)
		_, is := banned(t, m, ip)
		require.True(t, is)
	})

	t.Run("an IPv4 address is the same in IPv6 clothes", func(t *testing.T) {
		t.Parallel()
		m := ban.NewMemory(ban.Options{}, clocktest.New().Now)
		fail(t, m, "::ffff:"+ip, 10)
		_, is := banned(t, m, ip)
		require.True(t, is)
	})

	t.Run("IPv6 counts by the /64", func(t *testing.T) {
		t.Parallel()
		m := ban.NewMemory(ban.Options{MaxFailures: 2}, clocktest.New().Now)
		fail(t, m, "2001:db8:1:2::1", 1)
		fail(t, m, "2001:db8:1:2:ffff::9", 1)
		_, is := banned(t, m, "2001:db8:1:2:abcd::")
		require.True(t, is)
		_, is = banned(t, m, "2001:db8:1:3::1")
		require.False(t, is)
		fail(t, m, "fe80::1%eth0", 2)
		_, is = banned(t, m, "fe80::2%eth1")
		require.True(t, is)
	})

	t.Run("an unknown address is never banned", func(t *testing.T) {
		t.Parallel()
		m := ban.NewMemory(ban.Options{MaxFailures: 1}, clocktest.New().Now)
		require.NoError(t, m.Failed(t.Context(), netip.Addr{}))
		fail(t, m, ip, 1)
		_, is, err := m.Banned(t.Context(), netip.Addr{})
		require.NoError(t, err)
		require.False(t, is)
	})

	t.Run("it works on the running clock too", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			m := ban.NewMemory(ban.Options{}, time.Now)
			fail(t, m, ip, 10)
			time.Sleep(15*time.Minute - time.Second)
			_, is := banned(t, m, ip)
			require.True(t, is)
			time.Sleep(time.Second)
			_, is = banned(t, m, ip)
			require.False(t, is)
		})
	})
}

func address(n uint32) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], n)
	return netip.AddrFrom4(b)
}

func TestMemory_bounded(t *testing.T) {
	t.Parallel()

	t.Run("never more addresses than allowed, and a ban survives the flood", func(t *testing.T) {
		t.Parallel()
		m := ban.NewMemory(ban.Options{MaxFailures: 2, MaxEntries: 100}, clocktest.New().Now)
		fail(t, m, "203.0.113.7", 2)
		for n := range uint32(5000) {
			require.NoError(t, m.Failed(t.Context(), address(n)))
			require.LessOrEqual(t, m.Len(), 100)
		}
		_, is, err := m.Banned(t.Context(), netip.MustParseAddr("203.0.113.7"))
		require.NoError(t, err)
		require.True(t, is)
	})

	t.Run("room is made even when everybody is banned", func(t *testing.T) {
		t.Parallel()
		m := ban.NewMemory(ban.Options{MaxFailures: 1, MaxEntries: 20}, clocktest.New().Now)
		for n := range uint32(200) {
			require.NoError(t, m.Failed(t.Context(), address(n)))
			_, is, err := m.Banned(t.Context(), address(n))
			require.NoError(t, err)
			require.True(t, is)
		}
		require.Equal(t, 20, m.Len())
	})

	t.Run("what is over is forgotten", func(t *testing.T) {
		t.Parallel()
		c := clocktest.New()
		m := ban.NewMemory(ban.Options{MaxFailures: 2}, c.Now)
		for n := range uint32(500) {
			require.NoError(t, m.Failed(t.Context(), address(n)))
			require.NoError(t, m.Failed(t.Context(), address(n/2)))
		}
		c.Advance(20 * time.Minute)
		fail(t, m, "203.0.113.7", 1)
		require.Equal(t, 1, m.Len())
	})
}

// Whatever the times of the failures, Memory agrees with counting them all.
func TestMemory_agreesWithCounting(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const most, window, length = 4, 10 * time.Minute, 3 * time.Minute
		c := clocktest.New()
		m := ban.NewMemory(ban.Options{MaxFailures: most, Window: window, Ban: length}, c.Now)
		var failures []time.Time
		var until time.Time
		for _, minutes := range rapid.SliceOfN(rapid.IntRange(0, 6), 1, 60).Draw(t, "pauses") {
			c.Advance(time.Duration(minutes) * time.Minute)
			now := c.Now()
			fail(t, m, "203.0.113.7", 1)
			if !now.Before(until) {
				failures = append(failures, now)
				recent := 0
				for _, f := range failures {
					if now.Sub(f) < window {
						recent++
					}
				}
				if recent == most {
					until, failures = now.Add(length), nil
				}
			}
			left, is, err := m.Banned(context.Background(), netip.MustParseAddr("203.0.113.7"))
			require.NoError(t, err)
			require.Equal(t, now.Before(until), is)
			require.Equal(t, max(0, until.Sub(now)), left)
		}
	})
}

func TestMemory_race(t *testing.T) {
	t.Parallel()
	c := clocktest.New()
	m := ban.NewMemory(ban.Options{MaxEntries: 50}, c.Now)
	var wg sync.WaitGroup
	for w := range uint32(8) {
		wg.Go(func() {
			for n := range uint32(500) {
				_ = m.Failed(t.Context(), address(n%70))
				_, _, _ = m.Banned(t.Context(), address(n%70))
				c.Advance(time.Duration(w) * time.Millisecond)
			}
		})
	}
	wg.Wait()
	require.LessOrEqual(t, m.Len(), 50)

	exact := ban.NewMemory(ban.Options{MaxFailures: 1000}, clocktest.New().Now)
	for range 10 {
		wg.Go(func() { fail(t, exact, "203.0.113.7", 100) })
	}
	wg.Wait()
	_, is, err := exact.Banned(t.Context(), netip.MustParseAddr("203.0.113.7"))
	require.NoError(t, err)
	require.True(t, is, "no failure is lost between goroutines")
}

func FuzzKey(f *testing.F) {
	for _, s := range []string{"203.0.113.7", "::ffff:203.0.113.7", "2001:db8::1", "fe80::1%eth0", "::"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		ip, err := netip.ParseAddr(s)
		key := ban.Key(ip)
		require.Equal(t, err == nil, key.IsValid())
		require.Equal(t, key, ban.Key(key))
		require.Empty(t, key.Zone())
	})
}

func BenchmarkMemory_Banned(b *testing.B) {
	ip := netip.MustParseAddr("203.0.113.7")
	for name, others := range map[string]int{"nobody is banned": 0, "somebody is": 10} {
		b.Run(name, func(b *testing.B) {
			m := ban.NewMemory(ban.Options{}, time.Now)
			fail(b, m, "203.0.113.8", others)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					_, _, _ = m.Banned(b.Context(), ip)
				}
			})
		})
	}
}

func TestMemory_tells(t *testing.T) {
	t.Parallel()
	failures, c := 0, clocktest.New()
	m := ban.NewMemory(ban.Options{MaxFailures: 2, Ban: time.Minute, OnFailure: func() { failures++ }}, c.Now)
	fail(t, m, "203.0.113.7", 3)
	fail(t, m, "203.0.113.8", 1)
	require.Equal(t, 4, failures, "those of a banned address are told too")
	require.Equal(t, 1, m.Count())
	c.Advance(time.Minute)
	require.Zero(t, m.Count())
}
