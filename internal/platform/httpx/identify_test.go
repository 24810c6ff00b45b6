package httpx_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
)

func TestRequestID(t *testing.T) {
	t.Parallel()
	b := setup(t)

	t.Run("a good one is kept", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, id := range []string{"abc", "A.b_c-9", strings.Repeat("x", 64)} {
			require.Equal(t, id, b.do("GET", "/api/long/", "", "X-Request-Id: "+id).Header.Get("X-Request-Id"))
		}
	})
	t.Run("a missing or hostile one is replaced", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		seen := map[string]bool{}
		for _, id := range []string{"", strings.Repeat("x", 65), "a b", "a\r\nX-Evil: 1", "<script>", "ü", "a\"b", "a\x00", "a\n"} {
			got := b.do("GET", "/api/long/", "", "X-Request-Id: "+id).Header.Get("X-Request-Id")
			require.Regexp(t, `^[0-9a-z]{10,26}$`, got)
			require.False(t, seen[got], "every request has its own")
			seen[got] = true
		}
	})
}

func trusting(prefixes ...string) func(*httpx.Options) {
	return func(o *httpx.Options) {
		for _, p := range prefixes {
			o.TrustedProxies = append(o.TrustedProxies, netip.MustParsePrefix(p))
		}
	}
}

func TestClientIP(t *testing.T) {
	t.Parallel()
	b := setup(t, trusting("10.0.0.0/8", "fd00::/8"))

	tests := map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"no proxy":                      {"203.0.113.7:999", nil, "203.0.113.7"},
		"a stranger's claim":            {"203.0.113.7:999", []string{"198.51.100.1"}, "203.0.113.7"},
		"one proxy":                     {"10.0.0.1:999", []string{"198.51.100.1"}, "198.51.100.1"},
		"several hops":                  {"10.0.0.1:999", []string{"198.51.100.1, 10.0.0.3,10.0.0.2"}, "198.51.100.1"},
		"an invented first hop":         {"10.0.0.1:999", []string{"127.0.0.1, 198.51.100.1"}, "198.51.100.1"},
		"several headers":               {"10.0.0.1:999", []string{"1.2.3.4", "198.51.100.1", "10.0.0.2"}, "198.51.100.1"},
		"nothing but proxies":           {"10.0.0.1:999", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
		"a proxy that says nothing":     {"10.0.0.1:999", nil, "10.0.0.1"},
		"garbage":                       {"10.0.0.1:999", []string{"unknown"}, "10.0.0.1"},
		"garbage before a hop":          {"10.0.0.1:999", []string{"'; DROP TABLE, 198.51.100.1"}, "198.51.100.1"},
		"garbage behind a proxy":        {"10.0.0.1:999", []string{"198.51.100.1, _hidden, 10.0.0.2"}, "10.0.0.2"},
		"an empty entry":                {"10.0.0.1:999", []string{"198.51.100.1, "}, "10.0.0.1"},
		"IPv6":                          {"[fd00::1]:999", []string{"2001:db8::7"}, "2001:db8::7"},
		"IPv6 with a zone":              {"[fd00::1]:999", []string{"fe80::7%eth0"}, "fe80::7"},
		"a port behind it":              {"10.0.0.1:999", []string{"198.51.100.1:5555"}, "198.51.100.1"},
		"a port behind IPv6":            {"10.0.0.1:999", []string{"[2001:db8::7]:5555"}, "2001:db8::7"},
		"IPv4 in IPv6 clothes":          {"[::ffff:10.0.0.1]:999", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		"an address without sense":      {"@", []string{"198.51.100.1"}, ""},
		"a stranger in IPv6 clothes":    {"[::ffff:203.0.113.7]:999", []string{"198.51.100.1"}, "203.0.113.7"},
		"a very long chain of nonsense": {"10.0.0.1:999", []string{strings.Repeat("x,", 5000) + "198.51.100.1"}, "198.51.100.1"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/long/", nil)
			r.RemoteAddr = tt.peer
			for _, f := range tt.forwarded {
				r.Header.Add("X-Forwarded-For", f)
			}
			require.Equal(t, tt.want, b.send(r).ok(http.StatusOK).json()["peer"])
		})
	}
}

func TestBaseURL(t *testing.T) {
	t.Parallel()
	base := func(t *testing.T, b *bundle, peer string, headers ...string) (string, http.Header) {
		t.Helper()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/long/", nil)
		r.RemoteAddr = peer
		a := b.send(r, headers...).ok(http.StatusOK)
		text, _ := a.json()["base"].(string)
		return text, a.Header
	}

	t.Run("it is the host that was asked", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, host := range []string{"example.com", "example.com:8080", "127.0.0.1:80", "[::1]:8080", "xn--bcher-kva.example"} {
			got, _ := base(t, b, "203.0.113.7:1", "Host: "+host)
			require.Equal(t, "http://"+host, got)
		}
	})
	t.Run("a hostile host gives none", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for _, host := range []string{"evil.example/x?", "a@evil.example", "a b", "\"><script>", "a\r\nb", "example.com:port", "example.com:123456", "ü.example", "[::1", "a,b", "example.com\n"} {
			got, _ := base(t, b, "203.0.113.7:1", "Host: "+host)
			require.Empty(t, got, host)
		}
	})
	t.Run("a configured address wins", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(o *httpx.Options) { o.BaseURL = "https://allot.example/" })
		got, _ := base(t, b, "203.0.113.7:1", "Host: evil.example")
		require.Equal(t, "https://allot.example", got)
	})
	t.Run("a proxy's word on HTTPS counts, a stranger's does not", func(t *testing.T) {
		t.Parallel()
		b := setup(t, trusting("10.0.0.0/8"))
		got, h := base(t, b, "10.0.0.1:1", "X-Forwarded-Proto: https", "Host: example.com")
		require.Equal(t, "https://example.com", got)
		require.Equal(t, "max-age=31536000", h.Get("Strict-Transport-Security"))

		for _, c := range [][2]string{{"203.0.113.7:1", "https"}, {"10.0.0.1:1", "http"}, {"10.0.0.1:1", "ftp"}} {
			got, h = base(t, b, c[0], "X-Forwarded-Proto: "+c[1], "Host: example.com")
			require.Equal(t, "http://example.com", got)
			require.Empty(t, h.Get("Strict-Transport-Security"))
		}
	})
	t.Run("our own HTTPS counts", func(t *testing.T) {
		t.Parallel()
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/nothing/", nil)
		r.TLS = &tls.ConnectionState{}
		require.NotEmpty(t, setup(t).send(r).Header.Get("Strict-Transport-Security"))
	})
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for sent, kept := range map[string]string{
		"curl/8": "curl/8", "a\xffb": "a?b", strings.Repeat("x", 1000): strings.Repeat("x", 300), strings.Repeat("x", 299) + "é": strings.Repeat("x", 299) + "?",
	} {
		require.Equal(t, kept, b.do("GET", "/api/long/", "", "User-Agent: "+sent).ok(http.StatusOK).json()["tool"])
	}
}

func FuzzRequestID(f *testing.F) {
	good := regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)
	f.Add("abc", "198.51.100.1, x", "example.com")
	f.Add("a\r\nb", "::ffff:1.2.3.4:5", "[::1]:80")
	b := setup(f, trusting("192.0.2.0/24"))
	f.Fuzz(func(t *testing.T, id, forwarded, host string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/names/x/", nil)
		r.Header["X-Request-Id"] = []string{id}
		r.Header["X-Forwarded-For"] = []string{forwarded}
		r.Host = host
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		require.Regexp(t, good, w.Header().Get("X-Request-Id"))
		require.Equal(t, http.StatusOK, w.Code)
	})
}
