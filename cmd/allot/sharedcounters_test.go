package main

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/redistest"
)

// Wrong passwords count on all nodes together, and whoever is shut out by one is shut
// out by all. Without Redis nobody is refused for it.
func TestProgram_SharedCounters(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("only PostgreSQL has several nodes")
	}
	const most = 10
	redis := redistest.Start(t)
	s := newSite(t, "ALLOT_REDIS_URL="+redis.URL, "ALLOT_LOGIN_MAX_FAILURES=10", "ALLOT_LOGIN_BAN=5s", "ALLOT_LOG_LEVEL=warn")
	one := s.start(t)
	other := s.beside(t).start(t)
	one.register("anna@poseidon.example")
	guess := func(p *program) int {
		return p.call(http.MethodPost, "/api/auth/login/", "", object{"email": "anna@poseidon.example", "password": "wrong"}).status
	}
	tries := 0
	for guess([]*program{one, other}[tries%2]) != http.StatusTooManyRequests {
		tries++
		require.Less(t, tries, 2*most-2, "each node counts by itself")
	}
	require.GreaterOrEqual(t, tries, most)
	for _, p := range []*program{one, other} {
		require.Eventually(t, func() bool {
			return p.call(http.MethodGet, "/api/auth/session/", "", nil).status == http.StatusTooManyRequests
		},
			4*time.Second, 50*time.Millisecond)
	}
	require.Eventually(t, func() bool { return one.login("anna@poseidon.example").status == http.StatusOK }, time.Minute, 200*time.Millisecond)

	redis.Down(t)
	for range 3 {
		for _, p := range []*program{one, other} {
			require.Equal(t, http.StatusOK, p.login("anna@poseidon.example").status)
			require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/readyz", "", nil).status)
		}
	}
	require.Equal(t, http.StatusUnauthorized, guess(one))
	require.Eventually(t, func() bool { return strings.Contains(one.logged(), "redis does not answer") }, 10*time.Second, 20*time.Millisecond)
	require.NotContains(t, one.logged(), "level=ERROR")
}
