package main

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/pgtest"
)

// onServer is a site on a PostgreSQL server that the test may stop.
func onServer(t *testing.T, settings ...string) (*site, *pgtest.Cluster) {
	t.Helper()
	if dbtest.Engine() != db.Postgres {
		t.Skip("a server is PostgreSQL's")
	}
	c, err := pgtest.Start(t.Context(), settings...)
	if errors.Is(err, pgtest.ErrNotInstalled) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED ON POSTGRESQL: %v", err)
	}
	require.NoError(t, err)
	t.Cleanup(c.Stop)
	return newSite(t, "ALLOT_LOG_LEVEL=warn").with("ALLOT_DATABASE_URL=" + c.URL), c
}

// with is the site with further settings, which win.
func (s *site) with(env ...string) *site {
	return &site{dir: s.dir, env: append(s.env[:len(s.env):len(s.env)], env...)}
}

// welcomed waits for the letter that a job writes after a registration.
func (s *site) welcomed(t *testing.T, letters int) {
	t.Helper()
	require.Eventually(t, func() bool {
		files, _ := filepath.Glob(filepath.Join(s.dir, "mail", "account-welcome-*.eml"))
		return len(files) == letters
	}, time.Minute, 50*time.Millisecond)
}

// requireUnavailable asks for several things at once and wants to hear of each that
// the database is away.
func requireUnavailable(t *testing.T, code string, requests int, ask func(i int) answer) {
	t.Helper()
	var all sync.WaitGroup
	for i := range requests {
		all.Go(func() {
			a := ask(i)
			assert.Equal(t, http.StatusServiceUnavailable, a.status, a.raw)
			assert.Equal(t, code, a.body["code"], a.raw)
			assert.NotEmpty(t, a.header.Get("Retry-After"))
		})
	}
	all.Wait()
}

// requireToldOnceASecond looks at the log after some time of trouble.
func requireToldOnceASecond(t *testing.T, p *program, message string, since time.Time) {
	t.Helper()
	lines := 0
	for line := range strings.Lines(p.logged()) {
		if strings.Contains(line, message) {
			lines++
			continue
		}
		require.NotContains(t, line, "level=ERROR")
		require.NotContains(t, line, "level=WARN")
	}
	require.NotZero(t, lines)
	require.LessOrEqual(t, lines, int(time.Since(since)/time.Second)+2)
	t.Logf("%d lines in %s", lines, time.Since(since).Round(time.Millisecond))
}

func TestProgram_StoppedServer(t *testing.T) {
	t.Parallel()
	s, c := onServer(t)
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	made := p.call(http.MethodPost, "/api/settings/api-key/create/", token, object{"name": "Our system", "permissions": object{"fact_sheet": true}})
	require.Equal(t, http.StatusCreated, made.status, made.raw)
	key, _ := made.body["token"].(string)
	s.welcomed(t, 1)

	began := time.Now()
	require.NoError(t, c.Down(t.Context()))
	requireUnavailable(t, "database_unavailable", 60, func(i int) answer {
		switch i % 3 {
		case 0:
			return p.call(http.MethodGet, "/api/auth/session/", token, nil)
		case 1:
			return p.call(http.MethodPost, "/api/auth/register/", "", registration(fmt.Sprintf("a%d@poseidon.example", i)), "Idempotency-Key", fmt.Sprint(i))
		}
		return p.call(http.MethodGet, "/api/v1/facts/"+key+"/", "", nil)
	})
	ready := p.call(http.MethodGet, "/readyz", "", nil)
	require.Equal(t, http.StatusServiceUnavailable, ready.status)
	require.Contains(t, ready.raw, "database: failed\n")
	require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/healthz", "", nil).status)

	require.NoError(t, c.Up(t.Context()))
	require.Equal(t, http.StatusOK, p.check(token), "it recovers by itself")
	require.Eventually(t, func() bool { return p.call(http.MethodGet, "/readyz", "", nil).status == http.StatusOK }, 2*time.Minute, 50*time.Millisecond)
	p.register("bob@poseidon.example")
	s.welcomed(t, 2) // jobs too
	requireToldOnceASecond(t, p, "the database is not available", began)
	require.Zero(t, p.stop())
}

func TestProgram_TooManyConnections(t *testing.T) {
	t.Parallel()
	s, c := onServer(t, "max_connections=30")
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	s.welcomed(t, 1)
	began := time.Now()
	var others []*pgx.Conn
	for {
		conn, err := pgx.Connect(t.Context(), c.URL)
		if err != nil {
			require.ErrorContains(t, err, "53300")
			break
		}
		others = append(others, conn)
	}
	require.GreaterOrEqual(t, len(others), 10, "the program takes 20 at most")
	// What the program has goes on; whoever needs one more is told to come again.
	answers := map[int]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			a := p.call(http.MethodPost, "/api/auth/register/", "", registration(fmt.Sprintf("a%d@poseidon.example", i)))
			mu.Lock()
			defer mu.Unlock()
			answers[a.status]++
			if a.status == http.StatusServiceUnavailable {
				assert.NotEmpty(t, a.header.Get("Retry-After"))
			}
		})
	}
	all.Wait()
	require.Equal(t, 100, answers[http.StatusCreated]+answers[http.StatusServiceUnavailable], "%v", answers)
	for _, conn := range others {
		require.NoError(t, conn.Close(t.Context()))
	}
	require.Eventually(t, func() bool { return p.check(token) == http.StatusOK }, 2*time.Minute, 50*time.Millisecond)
	require.NotContains(t, p.logged(), "request failed")
	t.Logf("%v in %s", answers, time.Since(began).Round(time.Millisecond))
}

// The disk of the data folder is full: reads go on, writes are told so, and once
// there is room everything works again.
func TestProgram_FullDisk(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		t.Skip("the disk of a PostgreSQL server is its own")
	}
	disk := smallDisk(t, 48<<20)
	s := newSite(t, "ALLOT_LOG_LEVEL=warn")
	s.dir = filepath.Join(disk, "data")
	require.NoError(t, os.Mkdir(s.dir, 0o700))
	p := s.start(t)
	token, _ := p.register("anna@poseidon.example")
	s.welcomed(t, 1)
	require.Equal(t, http.StatusOK, p.call(http.MethodGet, "/readyz", "", nil).status)

	ballast := filepath.Join(disk, "ballast")
	fillDisk(t, ballast)
	began := time.Now()
	requireUnavailable(t, "storage_full", 20, func(i int) answer {
		return p.call(http.MethodPut, "/api/auth/profile/update", token, object{"first_name": strings.Repeat("a", 10+i)})
	})
	ready := p.call(http.MethodGet, "/readyz", "", nil)
	require.Equal(t, http.StatusServiceUnavailable, ready.status)
	require.Contains(t, ready.raw, "storage: failed\n")
	require.Equal(t, http.StatusOK, p.check(token), "what is there can be read")
	requireToldOnceASecond(t, p, "there is no room to store anything", began)

	require.NoError(t, os.Remove(ballast))
	require.Eventually(t, func() bool {
		return p.call(http.MethodPut, "/api/auth/profile/update", token, object{"first_name": "Anna"}).status == http.StatusOK
	}, 2*time.Minute, 50*time.Millisecond, "it recovers by itself")
	p.register("bob@poseidon.example")
	s.welcomed(t, 2)
	require.Eventually(t, func() bool { return p.call(http.MethodGet, "/readyz", "", nil).status == http.StatusOK }, time.Minute, 200*time.Millisecond)
	require.Zero(t, p.stop())
}

// smallDisk is a disk in memory of so many bytes.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	path := t.TempDir()
	unmount, err := mountMemory(path, size)
	if err != nil {
		require.NotEqual(t, "true", os.Getenv("CI"), "no small disk: %v", err)
		t.Skipf("SKIPPED, NOT TESTED WITH A FULL DISK (%s, user %d): %v", runtime.GOOS, os.Geteuid(), err)
	}
	t.Cleanup(unmount)
	return path
}

// fillDisk writes until the disk has no room left.
func fillDisk(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	require.NoError(t, err)
	for _, size := range []int{1 << 20, 4096, 1} {
		for {
			if _, err := f.Write(make([]byte, size)); err != nil {
				require.ErrorIs(t, err, syscall.ENOSPC)
				break
			}
		}
	}
	require.NoError(t, f.Close())
}
