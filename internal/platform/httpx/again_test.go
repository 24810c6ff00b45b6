package httpx_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
)

// A client that asks again goes a short way, on which nothing that decides may
// be missing.
func TestPrepared_again(t *testing.T) {
	t.Parallel()
	var (
		version atomic.Int64
		mode    atomic.Pointer[string]
		callers atomic.Int64
	)
	set := func(m string) { mode.Store(&m) }
	start := func(t *testing.T) *bundle {
		t.Helper()
		version.Store(1)
		set("")
		b := setup(t, func(o *httpx.Options) {
			known := o.Authenticate
			o.Authenticate = func(ctx context.Context, token string) (auth.Caller, error) {
				callers.Add(1)
				if *mode.Load() == "logged out" {
					return auth.Caller{}, auth.ErrNotAuthenticated
				}
				c, err := known(ctx, token)
				c.Manager = c.Manager && *mode.Load() != "demoted"
				return c, err
			}
		})
		httpx.RegisterPrepared[struct {
			ID int64 `path:"id" minimum:"1"`
		}, exportDay](b.Server, httpx.Op{
			Method: http.MethodGet, Path: "/api/again/{id}/", Tag: "Test", Summary: "Again", Rule: auth.Rule{Manager: true},
		}, func(_ context.Context, in *struct {
			ID int64 `path:"id" minimum:"1"`
		},
		) (*httpx.Prepared, error) {
			switch *mode.Load() {
			case "panic":
				panic("SECRET-CAUSE")
			case "gone":
				return nil, apperr.ErrNotFound
			}
			return &httpx.Prepared{Tag: strconv.FormatInt(in.ID*1000+version.Load(), 10), Body: httpx.Bytes(readyBytes)}, nil
		})
		return b
	}

	b := start(t)
	first := b.do("GET", "/api/again/7/", "").ok(http.StatusOK)
	etag := "If-None-Match: " + first.Header.Get("ETag")
	again := func() *answer { return b.do("GET", "/api/again/7/", "", etag) }

	before := callers.Load()
	a := b.do("GET", "/api/again/7/", "", etag, "X-Request-Id: req-again").ok(http.StatusNotModified)
	require.EqualValues(t, 1, callers.Load()-before, "the caller is looked up, and once")
	require.Empty(t, a.body)
	require.Equal(t, "req-again", a.Header.Get("X-Request-Id"))
	for _, name := range []string{"ETag", "Cache-Control", "Vary", "X-Allot-Version"} {
		require.Equal(t, first.Header[name], a.Header[name], name)
	}
	lines := b.log.lines(t, "request")
	last := lines[len(lines)-1]
	require.Equal(t, "req-again", last["request_id"])
	require.Equal(t, "/api/again/{id}/", last["route"])
	require.EqualValues(t, http.StatusNotModified, last["status"])
	require.Contains(t, b.metrics(), "304")

	version.Store(2)
	require.NotEqual(t, first.Header.Get("ETag"), again().ok(http.StatusOK).Header.Get("ETag"), "what has changed is sent")
	version.Store(1)
	again().ok(http.StatusNotModified)
	b.do("GET", "/api/again/8/", "", etag).ok(http.StatusOK)
	b.do("GET", "/api/again/7/?ask=more", "", etag).ok(http.StatusNotModified)
	b.do("GET", "/api/again/7/", "", etag, "Authorization: Token "+subUser).refused(http.StatusForbidden, "forbidden")
	b.do("GET", "/api/again/7/", "", etag, noToken).refused(http.StatusUnauthorized, "not_authenticated")

	for m, want := range map[string]int{"logged out": 401, "demoted": 403, "gone": 404} {
		set(m)
		require.Equal(t, want, again().StatusCode, m)
	}
	set("panic")
	again().refused(http.StatusInternalServerError, "internal_error")
	require.Len(t, b.log.lines(t, "request panicked"), 1)
	set("")
	again().ok(http.StatusNotModified)
	b.bans.ban("192.0.2.1")
	again().refused(http.StatusTooManyRequests, "too_many_failed_logins")
}

func TestPrepared_againIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i := range 5000 {
		b.do("GET", fmt.Sprintf("/api/ready/?tag=%d", i), "").ok(http.StatusOK)
	}
	require.LessOrEqual(t, b.Understood(), 4096)
	b.do("GET", "/api/ready/?tag=0", "", "If-None-Match: *").ok(http.StatusNotModified)
}
