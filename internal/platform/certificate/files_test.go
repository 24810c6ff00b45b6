package certificate_test

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/certificate"
	"allot/internal/testkit/pebble"
)

func TestFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cert, key := filepath.Join(folder, "tls.pem"), filepath.Join(folder, "tls.key")
	pebble.SelfSigned(t, cert, key, "one.example")
	now := time.Now()
	files, err := certificate.NewFiles(cert, key, func() time.Time { return now }, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	shown := func() string {
		c, err := files.Config().GetCertificate(&tls.ClientHelloInfo{})
		require.NoError(t, err)
		return c.Leaf.DNSNames[0]
	}
	require.Equal(t, "one.example", shown())

	next, nextKey := filepath.Join(folder, "next.pem"), filepath.Join(folder, "next.key")
	pebble.SelfSigned(t, next, nextKey, "two.example.com")
	require.NoError(t, os.Rename(nextKey, key))
	now = now.Add(time.Minute)
	require.Equal(t, "one.example", shown(), "the key was replaced and the certificate not yet")
	require.NoError(t, os.Rename(next, cert))
	require.Equal(t, "one.example", shown(), "the files are not looked at for every connection")
	now = now.Add(time.Minute)
	require.Equal(t, "two.example.com", shown())
	require.NoError(t, os.Remove(cert))
	now = now.Add(time.Minute)
	require.Equal(t, "two.example.com", shown(), "files that are gone do not take the server down")

	_, err = certificate.NewFiles(cert, key, time.Now, slog.New(slog.DiscardHandler))
	require.ErrorContains(t, err, "look at the certificate")
}

func TestRedirect(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ base, port, host, target, want string }{
		"the public address":     {"https://allot.example.com", "8443", "10.0.0.1", "/a/?b=c%20d", "https://allot.example.com/a/?b=c%20d"},
		"the host of the client": {"", "443", "allot.example.com:80", "/a%2Fb/", "https://allot.example.com/a%2Fb/"},
		"another port":           {"", "8443", "[::1]:8080", "/", "https://[::1]:8443/"},
		"no way to another host": {"https://allot.example.com", "443", "allot.example.com", "//evil.example/", "https://allot.example.com//evil.example/"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, r := httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, tt.target, http.NoBody)
			r.Host = tt.host
			certificate.Redirect(tt.base, tt.port).ServeHTTP(w, r)
			require.Equal(t, http.StatusPermanentRedirect, w.Code)
			require.Equal(t, tt.want, w.Header().Get("Location"))
		})
	}
}
