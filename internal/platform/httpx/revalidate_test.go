package httpx_test

import (
	"context"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
)

// fickle is a server with one operation, /api/again/{id}/, whose answer and caller
// the test can change between requests.
type fickle struct {
	*bundle
	version atomic.Int64
	mode    atomic.Pointer[string]
	callers atomic.Int64 // that were looked up
	during  atomic.Pointer[func()]
}

func setupFickle(t *testing.T) *fickle {
	t.Helper()
	f := &fickle{}
	f.version.Store(1)
	f.set("")
	f.bundle = setup(t, func(o *httpx.Options) {
		o.Authenticate = httpx.Sessions(func(ctx context.Context, token string) (auth.Caller, error) {
			f.callers.Add(1)
			if *f.mode.Load() == "logged out" {
				return auth.Caller{}, apperr.ErrNotAuthenticated
			}
			c, err := authenticate(ctx, token)
			c.Manager = c.Manager && *f.mode.Load() != "demoted"
			return c, err
		})
	})
	httpx.RegisterPrepared[againInput, exportDay](f.Server, httpx.Op{
		Method: http.MethodGet, Path: "/api/again/{id}/", Tag: "Test", Summary: "Again", Rule: auth.Rule{Manager: true},
	}, f.answer)
	return f
}

type againInput struct {
	ID int64 `path:"id" minimum:"1"`
}

func (f *fickle) answer(_ context.Context, in *againInput) (*httpx.Prepared, error) {
	if during := f.during.Load(); during != nil {
		(*during)()
	}
	switch *f.mode.Load() {
	case "panic":
		panic("SECRET-CAUSE")
	case "gone":
		return nil, apperr.ErrNotFound
	}
	return &httpx.Prepared{Tag: strconv.FormatInt(in.ID*1000+f.version.Load(), 10), Body: httpx.Bytes(readyBytes)}, nil
}

func (f *fickle) set(mode string) { f.mode.Store(&mode) }

// A poll with an ETag asks everything that a first request asks.
func TestPrepared_revalidates(t *testing.T) {
	t.Parallel()
	b := setupFickle(t)
	first := b.do("GET", "/api/again/7/", "").ok(http.StatusOK)
	etag := "If-None-Match: " + first.Header.Get("ETag")
	again := func() *answer { return b.do("GET", "/api/again/7/", "", etag) }

	before := b.callers.Load()
	a := b.do("GET", "/api/again/7/", "", etag, "X-Request-Id: req-again").ok(http.StatusNotModified)
	require.EqualValues(t, 1, b.callers.Load()-before, "the caller is looked up, and once")
	require.Empty(t, a.body)
	require.Equal(t, "req-again", a.Header.Get("X-Request-Id"))
	for _, name := range []string{"ETag", "Cache-Control", "Vary", "X-Allot-Version"} {
		require.Equal(t, first.Header[name], a.Header[name], name)
	}
	require.NotEmpty(t, first.Header.Get("Content-Security-Policy"))
	require.Empty(t, a.Header.Get("Content-Security-Policy"), "the client has it")
	lines := b.log.lines(t, "request")
	last := lines[len(lines)-1]
	require.Equal(t, "req-again", last["request_id"])
	require.Equal(t, "/api/again/{id}", last["route"])
	require.EqualValues(t, http.StatusNotModified, last["status"])
	require.Contains(t, b.metrics(), "304")

	b.version.Store(2)
	require.NotEqual(t, first.Header.Get("ETag"), again().ok(http.StatusOK).Header.Get("ETag"), "what has changed is sent")
	b.version.Store(1)
	again().ok(http.StatusNotModified)
	b.do("GET", "/api/again/8/", "", etag).ok(http.StatusOK)
	b.do("GET", "/api/again/7/?_=1", "", etag).ok(http.StatusNotModified)
	for range 2 {
		bad := b.do("GET", "/api/again/7/?ask=more", "", etag).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, []string{"ask"}, bad.fields())
	}
	b.do("GET", "/api/again/7/", "", etag, "Authorization: Token "+subUser).refused(http.StatusForbidden, "forbidden")
	b.do("GET", "/api/again/7/", "", etag, noToken).refused(http.StatusUnauthorized, "not_authenticated")

	for m, want := range map[string]int{"logged out": 401, "demoted": 403, "gone": 404} {
		b.set(m)
		require.Equal(t, want, again().StatusCode, m)
	}
	b.set("panic")
	again().refused(http.StatusInternalServerError, "internal_error")
	require.Len(t, b.log.lines(t, "request panicked"), 1)
	b.set("")
	again().ok(http.StatusNotModified)
	b.bans.ban("192.0.2.1")
	again().refused(http.StatusTooManyRequests, "too_many_failed_logins")
}
