package httpx_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestSecureHeaders(t *testing.T) {
	t.Parallel()
	b := setup(t, trusting("192.0.2.0/24"))
	b.AddDocs()
	b.AddHealth(b.Router())
	b.AddMedia(store(t), "avatars")

	answers := map[string]struct {
		method, target string
		status         int
	}{
		"an answer":        {"GET", "/api/long/", 200},
		"a missing path":   {"GET", "/nothing", 404},
		"a wrong method":   {"DELETE", "/api/things/", 405},
		"a fault":          {"GET", "/api/fail/fault/", 500},
		"a panic":          {"GET", "/api/fail/panic/", 500},
		"a redirect":       {"GET", "/api/things", 308},
		"bad input":        {"GET", "/api/things/?page=0", 400},
		"a bad address":    {"GET", "/api/things/?name=%00", 400},
		"a bad format":     {"GET", "/api/v1/export/x/?format=csv", 400},
		"the page":         {"GET", "/api/docs/", 200},
		"the document":     {"GET", "/api/openapi.json", 200},
		"a picture":        {"GET", "/media/" + pictureKey, 200},
		"a lost picture":   {"GET", "/media/avatars/aa/x.jpg", 404},
		"health":           {"GET", "/healthz", 200},
		"options":          {"OPTIONS", "/api/things/", 204},
		"a look":           {"HEAD", "/api/long/", 200},
		"an invented verb": {"BREW", "/api/long/", 405},
	}
	check := func(t *testing.T, a *answer) {
		t.Helper()
		require.Equal(t, version, a.Header.Get("X-Allot-Version"))
		require.Equal(t, "nosniff", a.Header.Get("X-Content-Type-Options"))
		require.Equal(t, "no-referrer", a.Header.Get("Referrer-Policy"))
		require.Equal(t, "same-origin", a.Header.Get("Cross-Origin-Opener-Policy"))
		require.Contains(t, a.Header.Get("Content-Security-Policy"), "default-src 'none'")
		require.NotEmpty(t, a.Header.Get("X-Request-Id"))
		require.Empty(t, a.Header.Get("Server"))
	}
	for name, tt := range answers {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			a := b.do(tt.method, tt.target, "").ok(tt.status)
			check(t, a)
			require.Empty(t, a.Header.Get("Strict-Transport-Security"))
			require.NotEmpty(t, b.do(tt.method, tt.target, "", "X-Forwarded-Proto: https").Header.Get("Strict-Transport-Security"))
		})
	}
	t.Run("a ban", func(t *testing.T) {
		t.Parallel()
		banned := setup(t)
		banned.bans.ban("192.0.2.1")
		check(t, banned.do("GET", "/api/long/", "").ok(http.StatusTooManyRequests))
	})
	t.Run("answers of the API are not stored by caches", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		require.Equal(t, "no-store", b.do("GET", "/api/long/", "").Header.Get("Cache-Control"))
	})
}

func TestBans(t *testing.T) {
	t.Parallel()

	t.Run("a banned address is shut out of every path", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.AddHealth(b.Router())
		b.AddDocs()
		b.bans.ban("192.0.2.1")
		for _, path := range []string{"/api/long/", "/api/nothing/", "/", "/healthz", "/api/docs/", "/api/things", "/api/things/?x=%00", "/%00", "/api/v1/export/x/"} {
			a := b.do("GET", path, "")
			a.refused(http.StatusTooManyRequests, "too_many_failed_logins")
			require.Equal(t, "90", a.Header.Get("Retry-After"))
		}
		b.do("POST", "/api/login/", "").refused(http.StatusTooManyRequests, "too_many_failed_logins")
	})
	t.Run("it is the client that is banned, not its proxy", func(t *testing.T) {
		t.Parallel()
		b := setup(t, trusting("192.0.2.0/24"))
		b.bans.ban("198.51.100.1")
		b.do("GET", "/api/long/", "", "X-Forwarded-For: 198.51.100.1").refused(http.StatusTooManyRequests, "too_many_failed_logins")
		b.do("GET", "/api/long/", "", "X-Forwarded-For: 198.51.100.2").ok(http.StatusOK)
	})
	t.Run("a ban list that fails shuts out nobody, and is logged", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.bans.fail(errors.New("redis is away"))
		b.do("GET", "/api/long/", "").ok(http.StatusOK)
		require.Len(t, b.log.lines(t, "bans could not be asked"), 1)
	})
}

func TestCompression(t *testing.T) {
	t.Parallel()
	b := setup(t)
	srv := httptest.NewServer(b)
	t.Cleanup(srv.Close)
	get := func(t *testing.T, method, path, accept string) (*http.Response, []byte) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, srv.URL+path, nil)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Token "+manager)
		r.Header.Set("Accept-Encoding", accept)
		res, err := srv.Client().Do(r)
		require.NoError(t, err)
		body, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		_ = res.Body.Close()
		return res, body
	}
	plain, want := get(t, http.MethodGet, "/api/long/?size=5000", "identity")
	require.Empty(t, plain.Header.Get("Content-Encoding"))

	t.Run("gzip", func(t *testing.T) {
		t.Parallel()
		res, body := get(t, http.MethodGet, "/api/long/?size=5000", "gzip")
		require.Equal(t, "gzip", res.Header.Get("Content-Encoding"))
		zr, err := gzip.NewReader(bytes.NewReader(body))
		require.NoError(t, err)
		got, err := io.ReadAll(zr)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
	t.Run("zstd where both are welcome", func(t *testing.T) {
		t.Parallel()
		res, body := get(t, http.MethodGet, "/api/long/?size=5000", "gzip, zstd")
		require.Equal(t, "zstd", res.Header.Get("Content-Encoding"))
		zr, err := zstd.NewReader(bytes.NewReader(body))
		require.NoError(t, err)
		defer zr.Close()
		got, err := io.ReadAll(zr)
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
	t.Run("caches are told", func(t *testing.T) {
		t.Parallel()
		for _, accept := range []string{"gzip", "identity"} {
			res, _ := get(t, http.MethodGet, "/api/long/?size=5000", accept)
			require.Contains(t, res.Header.Values("Vary"), "Accept-Encoding")
		}
		res, _ := get(t, http.MethodGet, "/api/v1/export/x/", "gzip")
		require.ElementsMatch(t, []string{"Accept", "Accept-Encoding"}, res.Header.Values("Vary"))
	})
	t.Run("not for a few bytes", func(t *testing.T) {
		t.Parallel()
		res, _ := get(t, http.MethodGet, "/api/long/", "gzip, zstd")
		require.Empty(t, res.Header.Get("Content-Encoding"))
	})
	t.Run("HEAD has no body", func(t *testing.T) {
		t.Parallel()
		res, body := get(t, http.MethodHead, "/api/long/?size=5000", "gzip")
		require.Equal(t, http.StatusOK, res.StatusCode)
		require.Empty(t, body)
	})
}

func TestHealth(t *testing.T) {
	t.Parallel()
	b := setup(t)
	broken := false
	b.AddHealth(b.Router(),
		httpx.Check{Name: "database", Fn: func(context.Context) error { return nil }},
		httpx.Check{Name: "queue", Fn: func(ctx context.Context) error {
			if _, bounded := ctx.Deadline(); !bounded {
				return errors.New("no bound")
			}
			if broken {
				return errors.New("secret-cause")
			}
			return nil
		}})

	require.Equal(t, "ok\n", b.do("GET", "/healthz", "", noToken).ok(http.StatusOK).body)
	require.Equal(t, "database: ok\nqueue: ok\n", b.do("GET", "/readyz", "", noToken).ok(http.StatusOK).body)
	broken = true
	a := b.do("GET", "/readyz", "").ok(http.StatusServiceUnavailable)
	require.Equal(t, "database: ok\nqueue: failed\n", a.body)
	require.Equal(t, "no-store", a.Header.Get("Cache-Control"))
	require.Len(t, b.log.lines(t, "not ready"), 1)
	b.do("GET", "/healthz", "").ok(http.StatusOK)
}
