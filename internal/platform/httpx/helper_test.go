package httpx_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/logging"
	"allot/internal/testkit/clocktest"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/logtest"
)

// The tokens that the test server knows.
const (
	manager  = "manager-token-4711"
	subUser  = "subuser-token-4712"
	stranger = "stranger-token-4713"
	version  = "1.2.3-test"
)

// bundle is a server with the operations of operations_test.go.
type bundle struct {
	*httpx.Server
	t     testing.TB
	log   *logs
	reg   *prometheus.Registry
	clock *clocktest.Clock
	db    *db.DB
	trail *audit.Trail
	bans  *guard
	// during is called inside the operations that create.
	during func()
}

// setup makes a server without a database.
func setup(tb testing.TB, change ...func(*httpx.Options)) *bundle {
	tb.Helper()
	b := &bundle{t: tb, log: &logs{}, reg: prometheus.NewRegistry(), clock: clocktest.New(), bans: &guard{}}
	opt := httpx.Options{
		Now: b.clock.Now, Logger: logging.New(b.log, slog.LevelDebug, true, nil), Version: version,
		Bans: b.bans, Metrics: httpx.NewMetrics(b.reg), Authenticate: httpx.Sessions(authenticate),
	}
	for _, c := range change {
		c(&opt)
	}
	b.db = opt.DB
	if b.db != nil {
		b.trail = audit.New(b.db, b.clock.Now)
	}
	b.Server = httpx.NewServer(opt)
	b.register()
	return b
}

// setupDB makes a server with a database of its own.
func setupDB(tb testing.TB) *bundle {
	tb.Helper()
	d := dbtest.New(tb)
	return setup(tb, func(o *httpx.Options) { o.DB = d })
}

// in is the same server in a subtest.
func (b *bundle) in(tb testing.TB) *bundle {
	tb.Helper()
	c := *b
	c.t = tb
	return &c
}

func authenticate(_ context.Context, token string) (auth.Caller, error) {
	switch token {
	case manager:
		return auth.Caller{UserID: 1, OwnerID: 1, AccountType: auth.Accommodation, Manager: true}, nil
	case stranger:
		return auth.Caller{UserID: 3, OwnerID: 3, AccountType: auth.Accommodation, Manager: true}, nil
	case subUser:
		return auth.Caller{UserID: 2, OwnerID: 1, AccountType: auth.Accommodation}, nil
	}
	return auth.Caller{}, apperr.ErrNotAuthenticated
}

// answer is a response that has been read.
type answer struct {
	t testing.TB
	*http.Response
	body string
}

// refusal is the one error shape, strictly.
type refusal struct {
	Message   string         `json:"message"`
	Code      string         `json:"code"`
	RequestID string         `json:"request_id"`
	Params    map[string]any `json:"params"`
	Errors    []struct {
		Field   string         `json:"field"`
		Code    string         `json:"code"`
		Params  map[string]any `json:"params"`
		Message string         `json:"message"`
	} `json:"errors"`
}

func (r refusal) fields() []string {
	var names []string
	for _, e := range r.Errors {
		names = append(names, e.Field)
	}
	return names
}

// refused checks the error shape and returns it.
func (a *answer) refused(status int, code string) refusal {
	a.t.Helper()
	require.Equal(a.t, status, a.StatusCode, a.body)
	require.Equal(a.t, "application/json", a.Header.Get("Content-Type"))
	require.Equal(a.t, "no-store", a.Header.Get("Cache-Control"))
	var r refusal
	dec := json.NewDecoder(strings.NewReader(a.body))
	dec.DisallowUnknownFields()
	require.NoError(a.t, dec.Decode(&r), a.body)
	require.Equal(a.t, code, r.Code, a.body)
	require.NotEmpty(a.t, r.Message)
	require.Equal(a.t, a.Header.Get("X-Request-Id"), r.RequestID)
	for _, e := range r.Errors {
		require.NotContains(a.t, []string{"", "not_valid"}, e.Code, "%q has no code", e.Message)
	}
	return r
}

func (a *answer) ok(status int) *answer {
	a.t.Helper()
	require.Equal(a.t, status, a.StatusCode, a.body)
	return a
}

func (a *answer) json() map[string]any {
	a.t.Helper()
	var v map[string]any
	require.NoError(a.t, json.Unmarshal([]byte(a.body), &v), a.body)
	return v
}

// do asks the server as the manager, with headers as "Name: value" lines; an
// Authorization line of one's own, even an empty one, replaces the manager's.
func (b *bundle) do(method, target, body string, headers ...string) *answer {
	b.t.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	return b.send(httptest.NewRequestWithContext(b.t.Context(), method, target, r), headers...)
}

func (b *bundle) send(r *http.Request, headers ...string) *answer {
	b.t.Helper()
	r.Header.Set("Authorization", "Token "+manager)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Set(name, value)
		if value == "" {
			r.Header.Del(name)
		}
		if name == "Host" {
			r.Host = value
		}
	}
	rec := httptest.NewRecorder()
	b.ServeHTTP(rec, r)
	return &answer{t: b.t, Response: rec.Result(), body: rec.Body.String()}
}

const noToken = "Authorization: "

// logs collects the lines of a logger.
type logs struct{ logtest.Log }

// lines returns the lines with a message, decoded.
func (l *logs) lines(tb testing.TB, msg string) []map[string]any {
	tb.Helper()
	var found []map[string]any
	for line := range strings.Lines(l.String()) {
		var v map[string]any
		require.NoError(tb, json.Unmarshal([]byte(line), &v), line)
		if v["msg"] == msg {
			found = append(found, v)
		}
	}
	return found
}

// metrics is everything that Prometheus would be told.
func (b *bundle) metrics() string {
	b.t.Helper()
	families, err := b.reg.Gather()
	require.NoError(b.t, err)
	var text strings.Builder
	for _, f := range families {
		text.WriteString(f.String() + "\n")
	}
	return text.String()
}

// guard bans one address, or fails.
type guard struct {
	banned atomic.Pointer[netip.Addr]
	err    atomic.Pointer[error]
}

var _ ban.Guard = (*guard)(nil)

func (g *guard) ban(ip string) {
	a := netip.MustParseAddr(ip)
	g.banned.Store(&a)
}

func (g *guard) fail(err error) { g.err.Store(&err) }

func (g *guard) Banned(_ context.Context, ip netip.Addr) (time.Duration, bool, error) {
	if err := g.err.Load(); err != nil {
		return 0, false, *err
	}
	if a := g.banned.Load(); a != nil && *a == ip {
		return 90 * time.Second, true, nil
	}
	return 0, false, nil
}

func (g *guard) BannedNow(ctx context.Context, ip netip.Addr) (time.Duration, bool, error) {
	return g.Banned(ctx, ip)
}
func (g *guard) Failed(context.Context, netip.Addr) error { return nil }

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
