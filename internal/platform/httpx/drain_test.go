package httpx_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

// A client that sends everything before it reads still gets its refusal, and
// not a broken connection.
func TestDrain(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(setup(t))
	t.Cleanup(server.Close)
	const size = 12 << 20
	tests := map[string]struct {
		path, token, contentType string
		status                   int
	}{
		"too large":            {"/api/things/", manager, "application/json", http.StatusRequestEntityTooLarge},
		"too large a form":     {"/api/files/", manager, "multipart/form-data; boundary=x", http.StatusRequestEntityTooLarge},
		"of nobody signed in":  {"/api/things/", "", "application/json", http.StatusUnauthorized},
		"of an unknown type":   {"/api/things/", manager, "text/plain", http.StatusUnsupportedMediaType},
		"for a path not there": {"/api/nowhere/", manager, "application/json", http.StatusNotFound},
	}
	for name, tt := range tests {
		t.Run("a body "+name, func(t *testing.T) {
			t.Parallel()
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
			require.NoError(t, err)
			defer conn.Close()
			_, err = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nAuthorization: Token %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n",
				tt.path, tt.token, tt.contentType, size)
			require.NoError(t, err)
			part := strings.Repeat("x", 1<<20)
			if strings.HasPrefix(tt.contentType, "multipart") {
				part = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\n" + part
				part = part[:1<<20]
			}
			for range size >> 20 {
				_, err = io.WriteString(conn, part)
				require.NoError(t, err, "the server hung up while the body was on its way")
			}
			res, err := http.ReadResponse(bufio.NewReader(conn), nil)
			require.NoError(t, err)
			defer res.Body.Close()
			require.Equal(t, tt.status, res.StatusCode)
		})
	}

	t.Run("a client that asks first is refused before it sends anything", func(t *testing.T) {
		t.Parallel()
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		require.NoError(t, err)
		defer conn.Close()
		_, err = fmt.Fprintf(conn, "POST /api/things/ HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", size)
		require.NoError(t, err)
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		require.NoError(t, err)
		defer res.Body.Close()
		require.Equal(t, http.StatusUnauthorized, res.StatusCode)
	})
}

// zeros is a body without end.
type zeros struct{ read atomic.Int64 }

func (z *zeros) Read(p []byte) (int, error) {
	z.read.Add(int64(len(p)))
	return len(p), nil
}

// What is sent after a refusal is read slowly, for all bodies of an address together, and not for
// ever: others have the machine meanwhile.
func TestDrain_takesItsTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		from := func(r *http.Request) netip.Addr { return netip.MustParseAddr(r.Header.Get("From")) }
		refuse := httpx.Drain(from)(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
		send := func(from string, body io.Reader) time.Duration {
			began := time.Now()
			req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", body)
			req.Header.Set("From", from)
			refuse.ServeHTTP(httptest.NewRecorder(), req)
			return time.Since(began)
		}
		require.Zero(t, send("192.0.2.1", io.LimitReader(&zeros{}, 1<<20)), "a usual body is read at once")
		require.InDelta(t, 1, send("192.0.2.1", io.LimitReader(&zeros{}, 65<<20)).Seconds(), 0.1)

		var all sync.WaitGroup
		var bodies [40]zeros
		for i := range bodies {
			all.Go(func() { assert.InDelta(t, 30, send("192.0.2.1", &bodies[i]).Seconds(), 0.1) })
		}
		synctest.Wait()
		require.InDelta(t, 1, send("192.0.2.2", io.LimitReader(&zeros{}, 65<<20)).Seconds(), 0.1, "nobody waits behind another's bodies")
		all.Wait()
		var read int64
		for i := range bodies {
			read += bodies[i].read.Load()
		}
		require.InDelta(t, 30*64+40, float64(read>>20), 20, "MB")
	})
}
