package exchangehttptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/ban"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
	"allot/internal/testkit/clocktest"
)

const (
	manager = "manager-token-4711" // a session's
	noToken = "Authorization: "
)

// gated is a server without a database, with a gate of its own and one operation for
// users, /api/things/{id}/.
type gated struct {
	*httpx.Server
	t     testing.TB
	gate  *partnerapihttp.Gate
	log   *bytes.Buffer
	clock *clocktest.Clock
}

func setupGate(tb testing.TB) *gated {
	tb.Helper()
	b := &gated{t: tb, gate: &partnerapihttp.Gate{Authenticate: authenticateKey}, log: &bytes.Buffer{}, clock: clocktest.New()}
	b.Server = httpx.NewServer(httpx.Options{
		Now: b.clock.Now, Logger: logging.New(b.log, slog.LevelDebug, true, nil), Version: "test", Gate: b.gate,
		Bans: ban.NewMemory(ban.Options{}, b.clock.Now), Metrics: httpx.NewMetrics(prometheus.NewRegistry()),
		Authenticate: httpx.Sessions(func(_ context.Context, token string) (auth.Caller, error) {
			if token != manager {
				return auth.Caller{}, apperr.ErrNotAuthenticated
			}
			return auth.Caller{UserID: 1, OwnerID: 1, AccountType: auth.Accommodation, Manager: true}, nil
		}),
	})
	httpx.Register(b.Server, httpx.Op{Method: http.MethodGet, Path: "/api/things/{id}/", Tag: "Test", Summary: "Thing"},
		func(_ context.Context, in *struct {
			ID int64 `path:"id"`
		},
		) (*keyResponse, error) {
			return &keyResponse{}, nil
		})
	return b
}

// answer is a response that has been read.
type answer struct {
	t testing.TB
	*http.Response
	body string
}

// do asks the server as the manager, with headers as "Name: value" lines; one without
// a value is left out.
func (b *gated) do(method, target, body string, headers ...string) *answer {
	b.t.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req := httptest.NewRequestWithContext(b.t.Context(), method, target, r)
	req.Header.Set("Authorization", "Token "+manager)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
		if value == "" {
			req.Header.Del(name)
		}
	}
	rec := httptest.NewRecorder()
	b.ServeHTTP(rec, req)
	return &answer{t: b.t, Response: rec.Result(), body: rec.Body.String()}
}

func (a *answer) ok(status int) *answer {
	a.t.Helper()
	require.Equal(a.t, status, a.StatusCode, a.body)
	return a
}

type refusal struct {
	Message string `json:"message"`
	Code    string `json:"code"`
	Errors  []struct {
		Field string `json:"field"`
	} `json:"errors"`
}

func (r refusal) fields() []string {
	var names []string
	for _, e := range r.Errors {
		names = append(names, e.Field)
	}
	return names
}

// refused checks status and code, and returns the refusal.
func (a *answer) refused(status int, code string) refusal {
	a.t.Helper()
	var r refusal
	require.NoError(a.t, json.Unmarshal([]byte(a.ok(status).body), &r), a.body)
	require.Equal(a.t, code, r.Code, a.body)
	return r
}

// logged returns the lines of the log with a message, decoded.
func (b *gated) logged(msg string) (found []map[string]any) {
	b.t.Helper()
	for line := range strings.Lines(b.log.String()) {
		var v map[string]any
		require.NoError(b.t, json.Unmarshal([]byte(line), &v), line)
		if fmt.Sprint(v["msg"]) == msg {
			found = append(found, v)
		}
	}
	return found
}
