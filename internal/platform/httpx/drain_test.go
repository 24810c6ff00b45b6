package httpx_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
