package httpx_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type textRequest struct {
	Body struct {
		Text string `json:"text"`
	}
}

// A thousand connections of somebody unknown that send all but the last byte hold up
// nobody: neither an account with a large body nor somebody at the same address who logs in.
func TestReceive_slowSenders(t *testing.T) {
	t.Parallel()
	b := setup(t)
	take := func(_ context.Context, in *textRequest) (*textRequest, error) { return in, nil }
	httpx.Register(b.Server, httpx.Op{Method: "POST", Path: "/api/open/", Tag: "Test", Summary: "Open to everybody", Rule: auth.Rule{Public: true}}, take)
	httpx.Register(b.Server, httpx.Op{Method: "POST", Path: "/api/large/", Tag: "Test", Summary: "A large body", MaxBody: 2 << 20}, take)
	s := httptest.NewServer(b)
	t.Cleanup(s.Close)

	text := func(size int) string { return `{"text":"` + strings.Repeat("x", size) + `"}` }
	for range 1000 {
		var d net.Dialer
		conn, err := d.DialContext(t.Context(), "tcp", s.Listener.Addr().String())
		require.NoError(t, err)
		t.Cleanup(func() { _ = conn.Close() })
		body := text(60_000)
		_, err = fmt.Fprintf(conn, "POST /api/open/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body[:len(body)-1])
		require.NoError(t, err)
	}
	post := func(path, body string) {
		t.Helper()
		// A sender that is too slow is ended after ten seconds: nobody waits for that.
		ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, strings.NewReader(body))
		require.NoError(t, err)
		r.Header.Set("Content-Type", "application/json")
		if path == "/api/large/" {
			r.Header.Set("Authorization", "Token "+manager)
		}
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		answer, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusOK, res.StatusCode, "%.300s", answer)
	}
	for range 20 {
		post("/api/open/", text(100))
		post("/api/large/", text(100)+strings.Repeat(" ", 1_000_000))
	}
}
