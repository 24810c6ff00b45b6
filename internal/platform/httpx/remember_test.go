package httpx_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"allot/internal/platform/httpx"
)

// listening is a server on a port.
type listening struct {
	t     *testing.T
	srv   *http.Server
	addr  string
	calls atomic.Int64 // that net/http has read
}

// listen serves h as the program does.
func listen(t *testing.T, h http.Handler, change ...func(*http.Server)) *listening {
	t.Helper()
	in, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	l := &listening{t: t, addr: in.Addr().String()}
	l.srv, in = httpx.Listening(t.Context(), in, h, slog.New(slog.DiscardHandler))
	l.srv.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		l.calls.Add(1)
		h.ServeHTTP(w, r)
	})
	for _, c := range change {
		c(l.srv)
	}
	done := make(chan error, 1)
	go func() { done <- l.srv.Serve(in) }()
	t.Cleanup(func() {
		_ = l.srv.Close()
		require.ErrorIs(t, <-done, http.ErrServerClosed)
	})
	return l
}

// wire is a connection whose bytes are the test's.
type wire struct {
	t *testing.T
	*net.TCPConn
	in *bufio.Reader
}

func (l *listening) dial() *wire {
	l.t.Helper()
	c, err := (&net.Dialer{}).DialContext(l.t.Context(), "tcp", l.addr)
	require.NoError(l.t, err)
	l.t.Cleanup(func() { _ = c.Close() })
	tcp, ok := c.(*net.TCPConn)
	require.True(l.t, ok)
	return &wire{l.t, tcp, bufio.NewReader(c)}
}

// again is the request of somebody who has the answer.
func again(headers ...string) string {
	lines := append([]string{"GET /api/again/7/ HTTP/1.1", "Host: allot.test", "Authorization: Token " + manager, "If-None-Match: *"}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n"
}

// ask sends bytes in one piece and reads one answer.
func (w *wire) ask(request string) *answer {
	w.t.Helper()
	_, err := io.WriteString(w, request)
	require.NoError(w.t, err)
	return w.answer()
}

func (w *wire) answer() *answer {
	w.t.Helper()
	require.NoError(w.t, w.SetReadDeadline(time.Now().Add(10*time.Second)))
	res, err := http.ReadResponse(w.in, nil)
	require.NoError(w.t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(w.t, err)
	require.NoError(w.t, res.Body.Close())
	return &answer{t: w.t, Response: res, body: string(body)}
}

// remembered asks until the connection has remembered the request: one that
// arrives before net/http has ended the last one is net/http's.
func (l *listening) remembered(w *wire, request string) {
	l.t.Helper()
	for range 100 {
		before := l.calls.Load()
		w.ask(request).ok(http.StatusNotModified)
		if l.calls.Load() == before {
			return
		}
	}
	require.Fail(l.t, "not remembered")
}

// setupKnown serves an answer that can be asked for again.
func setupKnown(t *testing.T, change ...func(*http.Server)) (*fickle, *listening) {
	t.Helper()
	f := setupFickle(t)
	f.do("GET", "/api/again/7/", "").ok(http.StatusOK)
	return f, listen(t, f.Server, change...)
}

func TestRemember(t *testing.T) {
	t.Parallel()
	f, l := setupKnown(t)
	w := l.dial()
	first := w.ask(again()).ok(http.StatusNotModified)
	l.remembered(w, again())
	read, callers, lines := l.calls.Load(), f.callers.Load(), len(f.log.lines(t, "request"))
	for range 10 {
		a := w.ask(again()).ok(http.StatusNotModified)
		require.NotEqual(t, first.Header.Get("X-Request-Id"), a.Header.Get("X-Request-Id"))
		for name := range first.Header {
			if name != "X-Request-Id" && name != "Date" { // these differ
				require.Equal(t, first.Header[name], a.Header[name], name)
			}
		}
		require.Len(t, a.Header, len(first.Header))
		date, err := http.ParseTime(a.Header.Get("Date"))
		require.NoError(t, err)
		require.WithinDuration(t, time.Now(), date, time.Minute)
		require.Empty(t, a.body)
	}
	require.Equal(t, read, l.calls.Load(), "net/http reads none of them")
	require.EqualValues(t, 10, f.callers.Load()-callers, "whoever asks is looked up each time")
	logged := f.log.lines(t, "request")
	require.Len(t, logged, lines+10, "and each is in the log")
	require.Equal(t, "127.0.0.1", logged[lines]["ip"])
	require.Contains(t, f.metrics(), "304")

	l.dial().ask(again()).ok(http.StatusNotModified)
	require.Equal(t, read+1, l.calls.Load(), "another connection remembers for itself")
}

// Nothing that decides is remembered.
func TestRemember_decides(t *testing.T) {
	t.Parallel()
	f, l := setupKnown(t)
	w := l.dial()
	tagged := func(etag string) string { return strings.Replace(again(), "*", etag, 1) }
	etag := w.ask(again()).ok(http.StatusNotModified).Header.Get("ETag")
	l.remembered(w, tagged(etag))

	f.version.Store(2)
	next := w.ask(tagged(etag)).ok(http.StatusOK)
	require.Equal(t, string(readyBytes), next.body)
	require.NotEqual(t, etag, next.Header.Get("ETag"))
	w.ask(tagged(next.Header.Get("ETag"))).ok(http.StatusNotModified)
	f.version.Store(1)
	for m, want := range map[string]int{"logged out": 401, "demoted": 403, "gone": 404} {
		f.set(m)
		require.Equal(t, want, w.ask(tagged(etag)).StatusCode, m)
	}
	f.set("")
	l.remembered(w, tagged(etag))
	f.set("panic")
	read := l.calls.Load()
	w.ask(tagged(etag)).refused(http.StatusInternalServerError, "internal_error")
	require.Equal(t, read, l.calls.Load(), "answered without net/http")
	require.Len(t, f.log.lines(t, "request panicked"), 1)
	f.set("")
	w.ask(tagged(etag)).ok(http.StatusNotModified)
	f.bans.ban("127.0.0.1")
	w.ask(tagged(etag)).refused(http.StatusTooManyRequests, "too_many_failed_logins")
}

// A connection remembers little, however many requests it carries.
func TestRemember_isBounded(t *testing.T) {
	t.Parallel()
	_, l := setupKnown(t)
	w := l.dial()
	of := func(i int) string { return again(fmt.Sprintf("X-Client: %d", i)) }
	for i := range 20 {
		w.ask(of(i)).ok(http.StatusNotModified)
	}
	before := l.calls.Load()
	for i := range 20 {
		w.ask(of(19 - i)).ok(http.StatusNotModified)
	}
	require.GreaterOrEqual(t, l.calls.Load()-before, int64(16), "four are remembered at most")

	long := again("X-Long: " + strings.Repeat("x", 2<<10))
	before = l.calls.Load()
	for range 3 {
		w.ask(long).ok(http.StatusNotModified)
	}
	require.EqualValues(t, 3, l.calls.Load()-before, "a large one is not")
}

// Whatever comes over a connection, however cut, is answered as net/http alone
// would.
func TestRemember_asNetHTTP(t *testing.T) {
	t.Parallel()
	f, l := setupKnown(t)
	plain := listen(t, http.HandlerFunc(f.ServeHTTP))
	known := again()
	pieces := map[string]string{
		"known":                known,
		"twice":                known + known,
		"thrice and a part":    known + known + known + known[:20],
		"twice and a line":     known + known + known[:strings.Index(known, "\n")+1],
		"and two lines":        known + "GET /api/again/8/ HTTP/1.1\r\nHost: allot.test\r\n",
		"a line":               "GET /api/again/8/ HTTP/1.1\r\n",
		"rest of a request":    "Host: allot.test\r\n\r\n",
		"first half":           known[:60],
		"second half":          known[60:],
		"another":              again("X-Other: 1"),
		"lines without return": strings.ReplaceAll(known, "\r\n", "\n"),
		"both ways of lines":   strings.ReplaceAll(known, "\r\n", "\n") + known,
		"a byte":               "G",
		"three bytes":          "GET",
		"an empty line":        "\r\n",
		"empty line and known": "\r\n" + known,
		"byte and known":       "P" + known,
		"with a body":          again("Content-Length: 5") + "hello",
		"body is known":        again(fmt.Sprintf("Content-Length: %d", len(known))) + known,
		"body to come":         again("Content-Length: 30"),
		"body is to be known":  again(fmt.Sprintf("Content-Length: %d", len(known))),
		"in chunks":            again("Transfer-Encoding: chunked") + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(known), known),
		"chunks to come":       again("Transfer-Encoding: chunked"),
		"chunk":                "5\r\nhello\r\n0\r\n\r\n",
		"both lengths":         again("Content-Length: 5", "Transfer-Encoding: chunked") + "0\r\n\r\n",
		"expects":              again("Expect: 100-continue"),
		"old":                  strings.Replace(known, "HTTP/1.1", "HTTP/1.0", 1),
		"old and open":         strings.Replace(again("Connection: keep-alive"), "HTTP/1.1", "HTTP/1.0", 1),
		"last":                 again("Connection: close"),
		"post":                 strings.Replace(again("Content-Length: 5"), "GET", "POST", 1) + "hello",
		"post of known":        strings.Replace(again(fmt.Sprintf("Content-Length: %d", len(known))), "GET", "POST", 1) + known,
		"head":                 strings.Replace(known, "GET", "HEAD", 1),
		"whole":                strings.Replace(known, "If-None-Match: *", "X-Whole: 1", 1),
		"nonsense":             "\x00\x01\r\n\r\n",
	}
	names := slices.Sorted(maps.Keys(pieces))
	rapid.Check(t, func(rt *rapid.T) {
		// Known ones in between, or hardly any would be remembered.
		sent := rapid.SliceOfN(rapid.OneOf(rapid.Just("known"), rapid.SampledFrom(names)), 1, 8).Draw(rt, "sent")
		ours, theirs := l.exchange(sent, pieces), plain.exchange(sent, pieces)
		require.Equal(rt, theirs, ours)
	})
	require.Less(t, l.calls.Load(), plain.calls.Load(), "some were answered from memory")
}

// exchange sends pieces one after the other and returns everything that comes
// back, without what differs each time.
func (l *listening) exchange(sent []string, pieces map[string]string) string {
	l.t.Helper()
	w := l.dial()
	defer func() { _ = w.Close() }()
	received := make(chan string, 1)
	go func() {
		all, _ := io.ReadAll(w.in)
		received <- string(all)
	}()
	for _, name := range sent {
		if _, err := io.WriteString(w, pieces[name]); err != nil {
			break // it has hung up
		}
		time.Sleep(time.Millisecond) // or the pieces would arrive as one
	}
	_ = w.CloseWrite()
	select {
	case all := <-received:
		return withoutChance(all)
	case <-time.After(10 * time.Second):
		l.t.Fatalf("no end after %q", sent)
		return ""
	}
}

// withoutChance sorts the lines of each answer's head and leaves out date and id.
func withoutChance(all string) string {
	var out bytes.Buffer
	for part := range strings.SplitSeq(all, "\r\n\r\n") {
		lines := strings.Split(part, "\r\n")
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return strings.HasPrefix(line, "Date: ") || strings.HasPrefix(line, "X-Request-Id: ") || strings.Contains(line, `"request_id"`)
		})
		slices.Sort(lines)
		out.WriteString(strings.Join(lines, "\n") + "\n\n")
	}
	return out.String()
}

// A connection that polls stays open, and one that no longer does ends.
func TestRemember_deadlines(t *testing.T) {
	t.Parallel()
	const limit = 400 * time.Millisecond
	_, l := setupKnown(t, func(s *http.Server) { s.IdleTimeout, s.WriteTimeout = limit, limit })
	w := l.dial()
	l.remembered(w, again())
	read, start := l.calls.Load(), time.Now()
	for time.Since(start) < 4*limit {
		w.ask(again()).ok(http.StatusNotModified)
		time.Sleep(limit / 20)
	}
	require.Equal(t, read, l.calls.Load())
	_, err := w.in.ReadByte()
	require.ErrorIs(t, err, io.EOF)
}

// The program stops, and what is under way is answered.
func TestRemember_shutdown(t *testing.T) {
	t.Parallel()
	f, l := setupKnown(t)
	w := l.dial()
	l.remembered(w, again())
	read := l.calls.Load()
	reached, goOn := make(chan struct{}), make(chan struct{})
	during := func() {
		close(reached)
		<-goOn
	}
	f.during.Store(&during)
	_, err := io.WriteString(w, again())
	require.NoError(t, err)
	<-reached
	stopped := make(chan error, 1)
	go func() { stopped <- l.srv.Shutdown(context.WithoutCancel(t.Context())) }()
	time.Sleep(50 * time.Millisecond)
	select {
	case err := <-stopped:
		t.Fatalf("stopped before the answer: %v", err)
	default:
	}
	close(goOn)
	w.answer().ok(http.StatusNotModified)
	require.NoError(t, <-stopped)
	_, err = w.in.ReadByte()
	require.ErrorIs(t, err, io.EOF)
	require.Equal(t, read, l.calls.Load())
}
