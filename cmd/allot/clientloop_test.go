package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/docs"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// The clients of the guide, each as a reader would run it.
var clientLoops = map[string]struct {
	file  string
	build []string
	run   []string
}{
	"go":     {"loop.go", []string{"go", "build", "-o", "loop", "loop.go"}, []string{"./loop"}},
	"python": {"loop.py", nil, []string{"python3", "loop.py"}},
}

// TestSlow_ClientLoop_OfTheGuide runs the clients of docs/partner-api/README.md against the
// program: they have the right copy after kills, refusals and answers that break off.
func TestSlow_ClientLoop_OfTheGuide(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	s := newTrade(t, "ALLOT_V1_RATE_PER_MINUTE=0")
	for language := range clientLoops { //nolint:paralleltest // each builds with all processors
		t.Run(language, func(t *testing.T) {
			hotel := s.open("accommodation", "hotel-"+language+"@x.example", "Hotel "+language)
			operator := s.open("tour_operator", "operator-"+language+"@x.example", "Operator "+language)
			contract := s.agree(hotel, operator, everything())
			house := s.publish(hotel, "House "+language, "loop")
			master := s.ok(200, get, fmt.Sprintf("%s?property=%d", calendarsPath, house.id), hotel.token, nil).list()[0]["id"]
			stop := func(day string) {
				t.Helper()
				s.ok(200, post, at(calendarsPath, master, "daily/"), hotel.token, object{"room": house.room, "date": day, "status": "stop"})
			}
			day := func(n int) string { return time.Now().UTC().AddDate(0, 0, n).Format(time.DateOnly) }
			front := newLoopFront(t, s.base)
			loop := newClientLoop(t, language, front.URL, operator.key)

			loop.start(t)
			loop.await(t, func(c loopCopy) bool { return len(c.Properties) == 1 && c.closed(day(20)) == "open" })
			stop(day(20))
			loop.await(t, func(c loopCopy) bool { return c.closed(day(20)) == "closed" && c.closed(day(21)) == "open" })
			require.Eventually(t, func() bool { return front.count(304, "since") > 2 }, time.Minute, 20*time.Millisecond, "it never got to a 304")
			require.Equal(t, 1, front.count(200, ""), "everything was pulled once")

			loop.kill(t)
			stop(day(30))
			loop.start(t)
			loop.await(t, func(c loopCopy) bool { return c.closed(day(30)) == "closed" && c.closed(day(20)) == "closed" })
			require.Equal(t, 1, front.count(200, ""), "the cursor was kept over the kill")

			front.refuseOnce()
			stop(day(40))
			loop.await(t, func(c loopCopy) bool { return c.closed(day(40)) == "closed" })
			require.GreaterOrEqual(t, front.waited(t), time.Second, "Retry-After was not kept")

			front.breakOnce()
			stop(day(50))
			loop.await(t, func(c loopCopy) bool { return c.closed(day(50)) == "closed" })

			loop.kill(t)
			loop.spoilCursor(t)
			stop(day(60))
			loop.start(t)
			loop.await(t, func(c loopCopy) bool { return c.closed(day(60)) == "closed" })
			require.Equal(t, 2, front.count(200, ""), "a cursor that is refused leads to one full answer")

			s.ok(200, del, contractPath(contract, "delete/"), hotel.token, nil)
			loop.await(t, func(c loopCopy) bool { return len(c.Properties) == 0 })
			s.ok(204, del, "/api/settings/api-key/delete/"+s.keyID(operator)+"/", operator.token, nil)
			loop.ended(t, "401")
		})
	}
}

// keyID is the id of the only key of a company.
func (s *trade) keyID(c company) string {
	s.t.Helper()
	return number(s.ok(200, get, "/api/settings/api-keys/", c.token, nil).list()[0]["id"])
}

// loopFront stands between a client and the program, counts, and does harm.
type loopFront struct {
	*httptest.Server
	mu            sync.Mutex
	seen          map[string]int
	refuse, cut   bool
	refused, next time.Time
}

func newLoopFront(t *testing.T, base string) *loopFront {
	t.Helper()
	f := &loopFront{seen: map[string]int{}}
	behind, err := url.Parse(base)
	require.NoError(t, err)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(behind) },
		ModifyResponse: func(res *http.Response) error {
			f.mu.Lock()
			defer f.mu.Unlock()
			kind := ""
			if res.Request.URL.Query().Has("since") {
				kind = "since"
			}
			f.seen[fmt.Sprint(res.StatusCode, kind)]++
			return nil
		},
	}
	f.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		refuse, cut := f.refuse, f.cut
		f.refuse, f.cut = false, false
		if !f.refused.IsZero() && f.next.IsZero() {
			f.next = time.Now()
		}
		if refuse {
			f.refused = time.Now()
		}
		f.mu.Unlock()
		switch {
		case refuse:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		case cut: // the answer ends before its length
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte(`{"generated_at":"2030-06-01T10:00:00Z","next_cursor":"AAAA","complete":true,"properties":[`))
			panic(http.ErrAbortHandler)
		default:
			proxy.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(f.Close)
	return f
}

func (f *loopFront) count(status int, kind string) int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.seen[fmt.Sprint(status, kind)]
}

func (f *loopFront) refuseOnce() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.refuse = true
}

func (f *loopFront) breakOnce() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cut = true
}

// waited is how long the client stayed away after the refusal.
func (f *loopFront) waited(t *testing.T) time.Duration {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	require.False(t, f.next.IsZero(), "it was not refused, or did not come back")
	return f.next.Sub(f.refused)
}

// clientLoop is a client of the guide that runs.
type clientLoop struct {
	dir, file string
	env, run  []string
	cmd       *exec.Cmd
	said      *heard
}

func newClientLoop(t *testing.T, language, base, token string) *clientLoop {
	t.Helper()
	l := clientLoops[language]
	if _, err := exec.LookPath(append(l.build, l.run...)[0]); err != nil {
		require.Empty(t, os.Getenv("CI"), "%v", err)
		t.Skipf("SKIPPED: the client in %s is not run: %v", language, err)
	}
	c := &clientLoop{dir: t.TempDir(), run: l.run, said: &heard{}}
	c.file = filepath.Join(c.dir, "availability.json")
	c.env = append(os.Environ(), "ALLOT_URL="+base, "ALLOT_TOKEN="+token, "ALLOT_PAUSE=0.05")
	code := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindSubmatch(docs.PartnerAPI)
	require.NotNil(t, code, "the guide has no code in %s", language)
	require.NoError(t, os.WriteFile(filepath.Join(c.dir, l.file), code[1], 0o600))
	if l.build != nil {
		cmd := exec.CommandContext(t.Context(), l.build[0], l.build[1:]...)
		cmd.Dir = c.dir
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	return c
}

func (c *clientLoop) start(t *testing.T) {
	t.Helper()
	c.cmd = exec.CommandContext(t.Context(), c.run[0], c.run[1:]...)
	c.cmd.Dir, c.cmd.Env, c.cmd.Stdout, c.cmd.Stderr = c.dir, c.env, c.said, c.said
	require.NoError(t, c.cmd.Start())
	t.Cleanup(func() {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait()
	})
}

func (c *clientLoop) kill(t *testing.T) {
	t.Helper()
	require.NoError(t, c.cmd.Process.Kill())
	_ = c.cmd.Wait()
}

// ended waits until the client has given up, and says why.
func (c *clientLoop) ended(t *testing.T, why string) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.cmd.Wait() }()
	select {
	case err := <-done:
		require.Error(t, err)
		require.Contains(t, c.said.text(), why)
	case <-time.After(time.Minute):
		t.Fatal("the client goes on with a key that was revoked")
	}
}

// loopCopy is what a client has stored.
type loopCopy struct {
	Cursor     string `json:"cursor"`
	Properties map[string]struct {
		Calendars []struct {
			Rooms []struct {
				Spans []struct{ From, To, State string }
			}
		}
	} `json:"properties"`
}

// closed is the state of the first room on a day.
func (c loopCopy) closed(day string) string {
	for _, p := range c.Properties {
		for _, s := range p.Calendars[0].Rooms[0].Spans {
			if s.From <= day && day <= s.To {
				return s.State
			}
		}
	}
	return ""
}

// await waits until the copy is as it should be. A file that cannot be read is a fault:
// it is replaced as a whole.
func (c *clientLoop) await(t *testing.T, right func(loopCopy) bool) {
	t.Helper()
	require.Eventually(t, func() bool {
		b, err := os.ReadFile(c.file)
		if err != nil {
			return false
		}
		var have loopCopy
		require.NoError(t, json.Unmarshal(b, &have))
		return right(have)
	}, time.Minute, 20*time.Millisecond, "the copy is not right: %s", lastLines{c.said})
}

// lastLines is what a client said last, when it is asked for.
type lastLines struct{ *heard }

func (l lastLines) String() string {
	lines := strings.Split(l.text(), "\n")
	return strings.Join(lines[max(0, len(lines)-12):], "\n")
}

// spoilCursor gives the stored copy a cursor that the program refuses.
func (c *clientLoop) spoilCursor(t *testing.T) {
	t.Helper()
	b, err := os.ReadFile(c.file)
	require.NoError(t, err)
	var have map[string]any
	require.NoError(t, json.Unmarshal(b, &have))
	have["cursor"] = "AAAA"
	b, err = json.Marshal(have)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(c.file, b, 0o600))
}
