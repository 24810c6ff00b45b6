package httpx_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCrossSite(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const (
		cookie  = "Cookie: allot_session=" + manager
		cross   = "Sec-Fetch-Site: cross-site"
		sister  = "Sec-Fetch-Site: same-site"
		same    = "Sec-Fetch-Site: same-origin"
		typed   = "Sec-Fetch-Site: none"
		foreign = "Origin: https://evil.example"
		own     = "Origin: http://example.com"
	)
	tests := map[string]struct {
		method, target string
		headers        []string
		refused        bool
	}{
		"a write from another site":              {"PATCH", "/api/things/1/", []string{noToken, cookie, cross}, true},
		"a write from a sister site":             {"PATCH", "/api/things/1/", []string{noToken, cookie, sister}, true},
		"a write from another origin":            {"PATCH", "/api/things/1/", []string{noToken, cookie, foreign}, true},
		"a write from an unknown origin":         {"PATCH", "/api/things/1/", []string{noToken, cookie, "Origin: null"}, true},
		"a write from our own page":              {"PATCH", "/api/things/1/", []string{noToken, cookie, same}, false},
		"a write from our own origin":            {"PATCH", "/api/things/1/", []string{noToken, cookie, own}, false},
		"a write by no browser":                  {"PATCH", "/api/things/1/", []string{noToken, cookie}, false},
		"a write with a token from another site": {"PATCH", "/api/things/1/", []string{cross, foreign}, false},
		"a read from another site":               {"GET", "/api/long/", []string{noToken, cookie, cross}, false},
		"a mail from another site":               {"GET", "/api/mail/", []string{noToken, cookie, cross}, true},
		"a mail by HEAD from another site":       {"HEAD", "/api/mail/", []string{noToken, cookie, cross}, true},
		"a mail from another origin":             {"GET", "/api/mail/", []string{noToken, cookie, foreign}, true},
		"a mail from our own page":               {"GET", "/api/mail/", []string{noToken, cookie, same}, false},
		"a mail from the address bar":            {"GET", "/api/mail/", []string{noToken, cookie, typed}, false},
		"a mail with a token":                    {"GET", "/api/mail/", []string{cross}, false},
		"a log-in from another site, no cookie":  {"POST", "/api/login/", []string{noToken, cross}, true},
		"a log-in from another origin":           {"POST", "/api/login/", []string{noToken, foreign}, true},
		"a log-in with a token there":            {"POST", "/api/login/", []string{cross}, true},
		"a log-in from our own page":             {"POST", "/api/login/", []string{noToken, same}, false},
		"a log-in by no browser":                 {"POST", "/api/login/", []string{noToken}, false},
		"a public read with a cookie":            {"GET", "/api/names/x/", []string{noToken, cookie, cross}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			body := `{}`
			if tt.method == "GET" || tt.method == "HEAD" {
				body = ""
			}
			a := b.do(tt.method, tt.target, body, append(tt.headers, "Host: example.com")...)
			switch {
			case tt.refused && tt.method == "HEAD":
				require.Equal(t, http.StatusForbidden, a.StatusCode)
			case tt.refused:
				a.refused(http.StatusForbidden, "cross_site_request")
			default:
				a.ok(http.StatusOK)
			}
		})
	}
	t.Run("the cookie signs in", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		require.InEpsilon(t, 1.0, b.do("GET", "/api/long/", "", noToken, cookie).ok(http.StatusOK).json()["who"], 0)
		b.do("GET", "/api/long/", "", noToken, "Cookie: allot_session=").refused(http.StatusUnauthorized, "not_authenticated")
		b.do("GET", "/api/long/", "", noToken, "Cookie: other="+manager).refused(http.StatusUnauthorized, "not_authenticated")
	})
}

func FuzzSessionToken(f *testing.F) {
	for _, h := range []string{"Token " + manager, "token\t" + manager, "Token  " + manager + " ", "Bearer x", "Token", " ", "Token \x00"} {
		f.Add(h, "allot_session="+manager)
	}
	f.Add("", "allot_session=\""+manager+"\"; allot_session=x; ;=")
	b := setup(f)
	f.Fuzz(func(t *testing.T, authorization, cookie string) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/api/long/", nil)
		r.Header["Authorization"] = []string{authorization}
		r.Header["Cookie"] = []string{cookie}
		w := httptest.NewRecorder()
		b.ServeHTTP(w, r)
		require.Contains(t, []int{http.StatusOK, http.StatusUnauthorized}, w.Code)
	})
}

// Whoever only looks must not send.
func TestSendsMail_byHEAD(t *testing.T) {
	t.Parallel()
	a := setup(t).do("HEAD", "/api/mail/", "")
	require.Equal(t, http.StatusMethodNotAllowed, a.StatusCode)
	require.Equal(t, "GET", a.Header.Get("Allow"))
}
