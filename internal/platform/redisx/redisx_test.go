package redisx_test

import (
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/ban"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/redisx"
	"allot/internal/testkit/logtest"
	"allot/internal/testkit/redistest"
)

// logs is what a client has said.
type logs struct{ logtest.Log }

func (l *logs) lines() int { return strings.Count(l.String(), "\n") }

// node returns a client as a node of an installation has it.
func node(t *testing.T, url, installation string) (*redisx.Client, *logs) {
	t.Helper()
	said := &logs{}
	c, err := redisx.New(url, installation, slog.New(slog.NewTextHandler(said, nil)))
	require.NoError(t, err)
	c.Wait(10 * time.Second)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c, said
}

func windows(c *redisx.Client, limit int, length time.Duration) *ratelimit.Windows[int64] {
	return ratelimit.New[int64](limit, length, 0, time.Now).Share(c, "keys")
}

func TestNew(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"", "http://u:hunter2@x", "redis://u:hunter2@x:port", "redis://u:hunter2@x/zero", "redis://u:hunter2@x/-1", "redis://u:hunter2@x?db=1",
		"redis://", "unix://u:hunter2@x/run/redis.sock", "unix:///run/redis.sock?pool=3",
	} {
		_, err := redisx.New(url, "x", slog.Default())
		require.ErrorContains(t, err, "redis://", url)
		require.NotContains(t, err.Error(), "hunter2")
	}
	for _, url := range []string{"redis://cache", "rediss://u:p@cache:6380/3", "unix:///run/redis.sock", "unix:///run/redis.sock?db=3", "redis://[::1]:6379"} {
		require.NoError(t, redisx.Check(url), url)
	}
}

// A server with a password, of which an installation uses a database.
func TestClient_logsIn(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	admin, err := redis.DialURL(server.URL)
	require.NoError(t, err)
	defer admin.Close()
	_, err = admin.Do("CONFIG", "SET", "requirepass", "hunter2")
	require.NoError(t, err)
	host := strings.TrimSuffix(strings.TrimPrefix(server.URL, "redis://"), "/0")

	c, said := node(t, "redis://:hunter2@"+host+"/3", "x")
	require.NoError(t, c.Ping(t.Context()))
	require.True(t, windows(c, 1, time.Hour).Take(7).Allowed)
	require.Zero(t, said.lines(), said)
	for database, keys := range map[int]int{0: 0, 3: 1} {
		_, err = admin.Do("SELECT", database)
		require.NoError(t, err)
		n, err := redis.Int(admin.Do("DBSIZE"))
		require.NoError(t, err)
		require.Equal(t, keys, n, "database %d", database)
	}

	wrong, said := node(t, "redis://:other@"+host, "x")
	require.ErrorContains(t, wrong.Ping(t.Context()), "WRONGPASS")
	require.True(t, windows(wrong, 1, time.Hour).Take(7).Allowed)
	require.Equal(t, 1, said.lines(), said)
	require.NotContains(t, said.String(), "other")
}

func TestClient_Take(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)

	t.Run("nodes share a window, which begins with its first request", func(t *testing.T) {
		t.Parallel()
		a, said := node(t, server.URL, "one")
		b, _ := node(t, server.URL, "one")
		const length = 4 * time.Second
		here, there := windows(a, 2, length), windows(b, 2, length)
		first := here.Take(7)
		require.Equal(t, ratelimit.Charge{Allowed: true, Limit: 2, Remaining: 1, Reset: length}, first)
		second := there.Take(7)
		require.True(t, second.Allowed)
		require.Zero(t, second.Remaining)
		require.LessOrEqual(t, second.Reset, length)
		var refused ratelimit.Charge
		for range 5 { // none of which prolongs it
			refused = here.Take(7)
			require.False(t, refused.Allowed)
			require.Equal(t, 2, refused.Limit)
			require.Zero(t, refused.Remaining)
			require.Positive(t, refused.Reset)
			require.LessOrEqual(t, refused.Reset, second.Reset)
		}
		require.True(t, there.Take(8).Allowed, "another caller has a window of its own")
		time.Sleep(refused.Reset + 10*time.Millisecond)
		require.True(t, there.Take(7).Allowed)
		require.Zero(t, said.lines())
	})

	t.Run("many at once get exactly what is allowed", func(t *testing.T) {
		t.Parallel()
		a, _ := node(t, server.URL, "many")
		b, _ := node(t, server.URL, "many")
		var allowed atomic.Int64
		var wg sync.WaitGroup
		for i := range 8 {
			w := windows([]*redisx.Client{a, b}[i%2], 100, time.Hour)
			wg.Go(func() {
				for range 50 {
					if w.Take(7).Allowed {
						allowed.Add(1)
					}
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 100, allowed.Load())
	})

	t.Run("installations on one server do not meet", func(t *testing.T) {
		t.Parallel()
		a, _ := node(t, server.URL, "red")
		b, _ := node(t, server.URL, "blue")
		require.True(t, windows(a, 1, time.Hour).Take(7).Allowed)
		require.True(t, windows(b, 1, time.Hour).Take(7).Allowed)
		require.False(t, windows(b, 1, time.Hour).Take(7).Allowed)
	})
}

// While Redis is away each node counts by itself, says so once and waits for nothing;
// when it is back they count together again.
func TestClient_away(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	a, said := node(t, server.URL, "x")
	b, _ := node(t, server.URL, "x")
	here, there := windows(a, 3, time.Hour), windows(b, 3, time.Hour)
	require.True(t, here.Take(7).Allowed)
	server.Down(t)
	for range 3 {
		require.True(t, here.Take(7).Allowed)
		require.True(t, there.Take(7).Allowed)
	}
	require.False(t, here.Take(7).Allowed)
	require.False(t, there.Take(7).Allowed)
	require.Equal(t, 1, said.lines(), said.String())
	server.Up(t)
	caller := int64(7)
	require.Eventually(t, func() bool {
		caller++
		return here.Take(caller).Remaining == 2 && there.Take(caller).Remaining == 1
	}, time.Minute, 100*time.Millisecond)
}

// A server that takes connections and says nothing holds nobody up for long.
func TestClient_silent(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	c, said := node(t, "redis://"+l.Addr().String(), "x")
	c.Wait(50 * time.Millisecond)
	began := time.Now()
	w := windows(c, 1000, time.Hour)
	for range 1000 {
		require.True(t, w.Take(7).Allowed)
	}
	require.Less(t, time.Since(began), 10*time.Second)
	require.Equal(t, 1, said.lines(), said.String())
}

func TestBans(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	ip, other := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("203.0.113.8")
	opt := ban.Options{MaxFailures: 4, Window: time.Hour, Ban: 6 * time.Second}
	guard := func(t *testing.T, url, installation string) *redisx.Bans {
		t.Helper()
		c, _ := node(t, url, installation)
		return redisx.NewBans(c, opt, time.Now)
	}
	fail := func(t *testing.T, g ban.Guard, ip netip.Addr, times int) {
		t.Helper()
		for range times {
			require.NoError(t, g.Failed(t.Context(), ip))
		}
	}
	banned := func(t *testing.T, g ban.Guard, ip netip.Addr) (time.Duration, bool) {
		t.Helper()
		left, is, err := g.Banned(t.Context(), ip)
		require.NoError(t, err)
		return left, is
	}

	t.Run("failures on all nodes count together, and the ban holds on all", func(t *testing.T) {
		t.Parallel()
		a, b := guard(t, server.URL, "one"), guard(t, server.URL, "one")
		fail(t, a, ip, 2)
		fail(t, b, ip, 1)
		_, is := banned(t, a, ip)
		require.False(t, is)
		fail(t, b, ip, 1)
		left, is := banned(t, b, ip)
		require.True(t, is, "at once where it was made")
		require.LessOrEqual(t, left, opt.Ban)
		require.Equal(t, 1, b.Count())
		_, is, err := a.BannedNow(t.Context(), ip)
		require.NoError(t, err)
		require.True(t, is, "elsewhere before the next secret is verified")
		require.Eventually(t, func() bool { _, is := banned(t, a, ip); return is }, opt.Ban/2, 20*time.Millisecond, "and soon elsewhere")
		_, is = banned(t, a, other)
		require.False(t, is)
		fail(t, a, ip, 10) // which does not prolong it
		require.Eventually(t, func() bool {
			_, here := banned(t, a, ip)
			_, there := banned(t, b, ip)
			return !here && !there
		}, 2*opt.Ban, 20*time.Millisecond)
		fail(t, a, ip, 3)
		_, is = banned(t, a, ip)
		require.False(t, is, "counting starts again")
	})

	t.Run("the addresses of one IPv6 network are one, and nobody's address is not counted", func(t *testing.T) {
		t.Parallel()
		g := guard(t, server.URL, "two")
		fail(t, g, netip.MustParseAddr("2001:db8::1"), 2)
		fail(t, g, netip.MustParseAddr("2001:db8::2"), 2)
		_, is := banned(t, g, netip.MustParseAddr("2001:db8::3"))
		require.True(t, is)
		fail(t, g, netip.Addr{}, 10)
		_, is = banned(t, g, netip.Addr{})
		require.False(t, is)
	})

	t.Run("only recent failures count", func(t *testing.T) {
		t.Parallel()
		c, _ := node(t, server.URL, "three")
		g := redisx.NewBans(c, ban.Options{MaxFailures: 2, Window: time.Second, Ban: time.Hour}, time.Now)
		fail(t, g, ip, 1)
		time.Sleep(1100 * time.Millisecond)
		fail(t, g, ip, 1)
		_, is := banned(t, g, ip)
		require.False(t, is)
	})

	t.Run("without Redis a node bans by itself, and what it knew goes on", func(t *testing.T) {
		t.Parallel()
		own := redistest.Start(t)
		a, b := guard(t, own.URL, "x"), guard(t, own.URL, "x")
		fail(t, a, ip, 4)
		own.Down(t)
		fail(t, a, other, 4)
		_, is := banned(t, a, other)
		require.True(t, is)
		_, is = banned(t, a, ip)
		require.True(t, is)
		_, is = banned(t, b, other)
		require.False(t, is)
	})
}
