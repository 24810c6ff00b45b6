package exchangehttptest

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
	"allot/internal/testkit/logtest"
)

// Whatever an address with a token looks like: the token is in no log line, no
// metric and no answer, and failed look-ups ban nobody.
func TestToken_isNeverSeenAgain(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	token, key := e.Key(t, m, auth.KeyFactSheet)
	_, err := e.Keys.AddToWhitelist(m.Context(t), m.Caller, key.ID, "shop.example.com")
	require.NoError(t, err)

	log, reg := &logtest.Log{}, prometheus.NewRegistry()
	s := httpx.NewServer(httpx.Options{
		DB: e.DB, Now: e.Clock.Now, Logger: logging.New(log, slog.LevelDebug, true, nil), Version: "test", BaseURL: apptest.BaseURL,
		Bans: e.Bans, Metrics: httpx.NewMetrics(reg), Authenticate: httpx.Sessions(e.Accounts.Authenticate), Gate: &partnerapihttp.Gate{Authenticate: e.Keys.Authenticate},
	})
	partnerapihttp.Register(s, e.Keys)
	serveFacts(s)

	huge := strings.Repeat(token, 1<<20/len(token))
	paths := map[string]int{
		facts(token):               http.StatusForbidden, // not from here
		facts(""):                  http.StatusUnauthorized,
		facts(token + "%2F"):       http.StatusUnauthorized,
		facts("%2F" + token):       http.StatusUnauthorized,
		facts(token + "%20"):       http.StatusUnauthorized,
		facts(token[:42]):          http.StatusUnauthorized,
		facts(token + token):       http.StatusUnauthorized,
		facts(huge):                http.StatusUnauthorized,
		facts("%00" + token):       http.StatusNotFound,
		facts(token) + "more/":     http.StatusNotFound,
		"/api/v1/fact/" + token:    http.StatusNotFound,
		"/api/v1//facts/" + token:  http.StatusNotFound,
		facts(token) + "?format=x": http.StatusBadRequest,
		facts(token) + "?q=%zz":    http.StatusBadRequest,
	}
	for path, want := range paths {
		for _, method := range []string{get, http.MethodHead, post, http.MethodOptions} {
			r := httptest.NewRequestWithContext(t.Context(), method, path, nil)
			r.Header.Set("Origin", "https://"+token[:20]+".example")
			r.Header.Set("Referer", "https://evil.example"+facts(token))
			r.Header.Set("Access-Control-Request-Method", get)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if method == get {
				require.Equal(t, want, w.Code, "%.80s: %.200s", path, w.Body)
			}
			require.NotContains(t, w.Body.String(), token[:43], "%.80s", path)
		}
	}

	families, err := reg.Gather()
	require.NoError(t, err)
	metrics := ""
	for _, f := range families {
		metrics += f.String()
	}
	require.Contains(t, log.String(), "/api/v1/test/{token}")
	for _, part := range []string{token, token[:16], token[20:36]} {
		require.NotContains(t, strings.ToLower(log.String()), strings.ToLower(part))
		require.NotContains(t, strings.ToLower(metrics), strings.ToLower(part))
	}
	require.Equal(t, http.StatusOK, e.Do(t, get, "/api/auth/check-token/", "", apptest.Header("Authorization", "Token "+m.Token)).Code)
}
