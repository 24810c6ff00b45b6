package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// A thousand log-ins at once, from as many addresses: password hashing is
// bounded, so memory stays small and other requests are served meanwhile.
func TestSlow_LoginFlood(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	p := newSite(t, "ALLOT_TRUSTED_PROXIES=127.0.0.0/8", "ALLOT_LOG_LEVEL=warn").start(t)
	token, _ := p.register("anna@poseidon.example")

	const attempts = 1000
	var statuses [600]atomic.Int64
	var flood sync.WaitGroup
	for i := range attempts {
		flood.Go(func() {
			a := p.call(http.MethodPost, "/api/auth/login/", "", object{"email": "anna@poseidon.example", "password": "wrong password"},
				"X-Forwarded-For", fmt.Sprintf("198.51.%d.%d", i/250, i%250+1))
			statuses[a.status].Add(1)
		})
	}
	done := make(chan struct{})
	go func() { flood.Wait(); close(done) }()

	served, slowest := 0, time.Duration(0)
	for flooding := true; flooding; {
		start := time.Now()
		a := p.call(http.MethodGet, "/api/auth/check-token/", token, nil)
		require.Equal(t, http.StatusOK, a.status, a.raw)
		slowest = max(slowest, time.Since(start))
		select {
		case <-done:
			flooding = false
		default:
			served++
		}
	}
	refused, busy := statuses[http.StatusUnauthorized].Load(), statuses[http.StatusServiceUnavailable].Load()
	peak := peakMemory(t, p.cmd.Process.Pid)
	t.Logf("%d wrong, %d told to come back, %d other requests served meanwhile (slowest %v), peak memory %d MB", refused, busy, served, slowest, peak>>20)
	require.EqualValues(t, attempts, refused+busy, "each attempt got its answer")
	require.Positive(t, refused)
	require.Greater(t, served, 20, "other requests were served meanwhile")
	require.Less(t, peak, int64(raceFactor*300<<20), "unbounded, a thousand hashes would need 19 GB")
	require.Equal(t, http.StatusOK, p.login("anna@poseidon.example").status, "and the door is open afterwards")
}

// peakMemory reads the highest resident size of a process.
func peakMemory(t *testing.T, pid int) int64 {
	t.Helper()
	return statusValue(t, pid, "VmHWM:")
}

// statusValue reads a size from what the system tells of a process.
func statusValue(t *testing.T, pid int, name string) int64 {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			kb, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			require.NoError(t, err)
			return kb << 10
		}
	}
	t.Fatalf("no %s in the process's status", name)
	return 0
}
