package ratelimit_test

import (
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/ratelimit"
	"allot/internal/testkit/clocktest"
)

func TestAddresses_Take(t *testing.T) {
	t.Parallel()
	one, other := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("203.0.113.8")

	t.Run("an address gets so many an hour, counted from its first", func(t *testing.T) {
		t.Parallel()
		clock := clocktest.New()
		a := ratelimit.NewAddresses(2, time.Hour, clock.Now)
		require.True(t, a.Take(one).Allowed)
		clock.Advance(20 * time.Minute)
		require.True(t, a.Take(one).Allowed)
		require.Equal(t, ratelimit.Charge{Limit: 2, Reset: 40 * time.Minute}, a.Take(one))
		require.True(t, a.Take(other).Allowed, "another address has its own")
		clock.Advance(40 * time.Minute)
		require.True(t, a.Take(one).Allowed)
	})

	t.Run("the addresses of one IPv6 network are one", func(t *testing.T) {
		t.Parallel()
		a := ratelimit.NewAddresses(1, time.Hour, clocktest.New().Now)
		require.True(t, a.Take(netip.MustParseAddr("2001:db8::1")).Allowed)
		require.False(t, a.Take(netip.MustParseAddr("2001:db8::ffff:2")).Allowed)
		require.True(t, a.Take(netip.MustParseAddr("2001:db8:0:1::1")).Allowed)
		require.True(t, a.Take(one).Allowed)
		require.False(t, a.Take(netip.MustParseAddr("::ffff:203.0.113.7")).Allowed, "the same address in another form")
	})

	t.Run("no limit, and nobody's address, are not counted", func(t *testing.T) {
		t.Parallel()
		free, limited := ratelimit.NewAddresses(0, time.Hour, clocktest.New().Now), ratelimit.NewAddresses(1, time.Hour, clocktest.New().Now)
		for range 10 {
			require.True(t, free.Take(one).Allowed)
			require.True(t, limited.Take(netip.Addr{}).Allowed)
		}
		require.Zero(t, free.Windows())
	})

	t.Run("what is remembered is bounded", func(t *testing.T) {
		t.Parallel()
		a := ratelimit.NewAddresses(1, time.Hour, clocktest.New().Now)
		a.Bound(10)
		ip := one
		for range 1000 {
			ip = ip.Next()
			a.Take(ip)
		}
		require.Equal(t, 10, a.Windows())
	})
}
