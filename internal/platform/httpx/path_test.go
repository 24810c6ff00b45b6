package httpx_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPath_slash(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddDocs()

	tests := map[string]string{
		"/api/things":                      "/api/things/",
		"/api/things?page=2&name=a%20b":    "/api/things/?page=2&name=a%20b",
		"/api/things/7":                    "/api/things/7/",
		"/api/things/7//":                  "/api/things/7/",
		"/api/names/a%2Fb":                 "/api/names/a%2Fb/",
		"/api/names/%2F%2Fevil.example":    "/api/names/%2F%2Fevil.example/",
		"/api/names/http:%2F%2Fevil.com":   "/api/names/http:%2F%2Fevil.com/",
		"/api/v1/export/tok?format=xml":    "/api/v1/export/tok/?format=xml",
		"/api/openapi.json/":               "/api/openapi.json",
		"/api/openapi.json/?x=1":           "/api/openapi.json?x=1",
		"/api/docs":                        "/api/docs/",
		"/api/docs/page.js/":               "/api/docs/page.js",
		"/api/names/a%0D%0ASet-Cookie:x=1": "/api/names/a%0D%0ASet-Cookie:x=1/",
	}
	for from, to := range tests {
		t.Run(from+" leads on", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			a := b.do("GET", from, "").ok(http.StatusPermanentRedirect)
			require.Equal(t, to, a.Header.Get("Location"))
			require.Empty(t, a.body)
			require.Equal(t, http.StatusPermanentRedirect, b.do("HEAD", from, "").StatusCode)
		})
	}
	t.Run("other methods are led on too", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("POST", "/api/things", `{}`).ok(http.StatusPermanentRedirect)
		b.do("PATCH", "/api/things/7", `{}`).ok(http.StatusPermanentRedirect)
	})
	t.Run("no path leads to another site", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		srv := httptest.NewServer(b)
		t.Cleanup(srv.Close)
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		for _, path := range []string{"//evil.example", "//evil.example/", "///evil.example/", "//evil.example/api/things", "/%2F/evil.example", "/\\evil.example", "//api/things", "/./api/things", "/x/../api/things", "/api//things"} {
			r := rawRequest(t, srv.URL, path)
			res, err := client.Do(r)
			require.NoError(t, err)
			_ = res.Body.Close()
			if location := res.Header.Get("Location"); location != "" {
				require.True(t, strings.HasPrefix(location, "/") && !strings.HasPrefix(location, "//") && !strings.HasPrefix(location, "/\\"), "%s leads to %s", path, location)
			}
			require.NotEqual(t, http.StatusOK, res.StatusCode, path)
		}
	})
	t.Run("the body arrives after the redirect", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		srv := httptest.NewServer(b)
		t.Cleanup(srv.Close)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, srv.URL+"/api/things/7", strings.NewReader(`{"name":"abc"}`))
		require.NoError(t, err)
		r.Header.Set("Authorization", "Token "+manager)
		res, err := srv.Client().Do(r)
		require.NoError(t, err)
		defer func() { _ = res.Body.Close() }()
		got, err := io.ReadAll(res.Body)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, res.StatusCode)
		require.Contains(t, string(got), "Value:abc")
	})
}

// rawRequest asks for a path exactly as it is written.
func rawRequest(t *testing.T, base, path string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base, nil)
	require.NoError(t, err)
	r.URL.Opaque = path
	if strings.HasPrefix(path, "//") { // net/http would take it for a host
		r.URL.Opaque = base + path
	}
	return r
}

func TestPath_methods(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddHealth(b.Router())

	t.Run("an unknown path is not found, whatever the method", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, m := range []string{"GET", "POST", "DELETE", "OPTIONS", "PURGE"} {
			b.do(m, "/api/nothing/", "").refused(http.StatusNotFound, "not_found")
		}
	})
	t.Run("an unknown method says which are known", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, m := range []string{"DELETE", "PUT", "PURGE", "TRACE", "CONNECT"} {
			a := b.do(m, "/api/things/", "")
			r := a.refused(http.StatusMethodNotAllowed, "method_not_allowed")
			require.Equal(t, "GET, HEAD, POST, OPTIONS", a.Header.Get("Allow"))
			require.Contains(t, r.Message, "GET, HEAD, POST")
		}
		require.Equal(t, "POST, OPTIONS", b.do("GET", "/api/login/", "").Header.Get("Allow"))
	})
	t.Run("OPTIONS lists the methods and allows no other site", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("OPTIONS", "/api/things/7/", "", noToken, "Origin: https://evil.example", "Access-Control-Request-Method: PATCH").ok(http.StatusNoContent)
		require.Equal(t, "GET, HEAD, PATCH, OPTIONS", a.Header.Get("Allow"))
		for name := range a.Header {
			require.False(t, strings.HasPrefix(name, "Access-Control-"), name)
		}
	})
	t.Run("HEAD answers as GET does, without a body", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		srv := httptest.NewServer(b)
		t.Cleanup(srv.Close)
		for path, status := range map[string]int{"/api/long/?size=5000": 200, "/api/nothing/": 404, "/api/fail/panic/": 500, "/api/things/x/": 404, "/api/login/": 405, "/healthz": 200} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodHead, srv.URL+path, nil)
			require.NoError(t, err)
			r.Header.Set("Authorization", "Token "+manager)
			res, err := srv.Client().Do(r)
			require.NoError(t, err, path)
			got, err := io.ReadAll(res.Body)
			require.NoError(t, err, path)
			_ = res.Body.Close()
			require.Equal(t, status, res.StatusCode, path)
			require.Empty(t, got, path)
		}
	})
	t.Run("an alias answers as its operation does", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		b.do("POST", "/api/items/", `{}`).refused(http.StatusBadRequest, "validation_failed")
	})
	t.Run("a browser gets the page of the dashboard, other clients the error", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.SetPage(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusNotFound)
		})
		require.Equal(t, "text/html", b.do("GET", "/nothing/", "", "Sec-Fetch-Mode: navigate").Header.Get("Content-Type"))
		b.do("GET", "/nothing/", "").refused(http.StatusNotFound, "not_found")
		b.do("GET", "/api/nothing/", "", "Sec-Fetch-Mode: navigate").refused(http.StatusNotFound, "not_found")
		b.do("POST", "/nothing/", "", "Sec-Fetch-Mode: navigate").refused(http.StatusNotFound, "not_found")
	})
}

func TestPath_list(t *testing.T) {
	t.Parallel()
	a := setup(t).do("GET", "/api/things/?page=2&page_size=50&name=a+b", "", "Host: api.example.com").ok(http.StatusOK)
	require.Equal(t, "http://api.example.com/api/things/?name=a+b&page=3&page_size=50", a.json()["next"])
	require.Equal(t, "http://api.example.com/api/things/?name=a+b&page=1&page_size=50", a.json()["previous"])
	require.InEpsilon(t, 120.0, a.json()["count"], 0)
}

func TestServer_Serves(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for path, want := range map[string]bool{"/api/things/": true, "/api/things/?page=2": true, "/nothing/": false} {
		require.Equal(t, want, b.Serves(path), path)
	}
	require.False(t, b.Serves("/"))
	b.do("GET", "/", "").refused(http.StatusNotFound, "not_found")
	b.Router().Get("/", func(http.ResponseWriter, *http.Request) {})
	require.True(t, b.Serves("/"))
	b.do("GET", "/", "").ok(http.StatusOK)
}
