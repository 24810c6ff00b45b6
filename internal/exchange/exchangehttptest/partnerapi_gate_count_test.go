package exchangehttptest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

// uses collects what is counted.
type uses struct {
	mu   sync.Mutex
	list []auth.KeyUse
	// fall has the feed panic.
	fall atomic.Bool
}

func (u *uses) count(use auth.KeyUse) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.list = append(u.list, use)
}

// take gives what was counted since it was last asked.
func (u *uses) take() []auth.KeyUse {
	u.mu.Lock()
	defer u.mu.Unlock()
	list := u.list
	u.list = nil
	return list
}

type feedBody struct {
	Text string `json:"text"`
}

var feedText = strings.Repeat("a feed of many words ", 500)

// setupFeed makes a server that counts, with a feed for keys of two scopes.
func setupFeed(t *testing.T, limit int) (*gated, *uses) {
	t.Helper()
	u := &uses{}
	b := setupKeys(t)
	b.gate.Limit, b.gate.Count = partnerapihttp.NewLimit(limit, b.clock.Now), u.count
	feed := func(_ context.Context, in *struct {
		Mode string `query:"mode"`
	},
	) (*httpx.Prepared, error) {
		if u.fall.Load() || in.Mode == "panic" {
			panic("SECRET-CAUSE")
		}
		if in.Mode == "broken" {
			return &httpx.Prepared{Tag: "1", Stream: func(_ context.Context, w io.Writer) error {
				_, _ = io.WriteString(w, `{"text":"`)
				return errors.New("the database went away")
			}}, nil
		}
		return &httpx.Prepared{Tag: "1", Stream: func(_ context.Context, w io.Writer) error {
			_, err := io.WriteString(w, `{"text":"`+feedText+`"}`)
			return err
		}}, nil
	}
	op := httpx.Op{Method: http.MethodGet, Path: "/api/v1/feed/{token}/", Tag: "Keys", Summary: "Feed", Rule: auth.Rule{Key: auth.KeyFactSheet}}
	httpx.RegisterPrepared[struct {
		Mode string `query:"mode"`
	}, feedBody](b.Server, op, feed)
	op.Path, op.Rule = "/api/v1/closed/{token}/", auth.Rule{Key: auth.KeyInvoices}
	httpx.RegisterPrepared[struct {
		Mode string `query:"mode"`
	}, feedBody](b.Server, op, feed)
	return b, u
}

const (
	feedRoute = "/api/v1/feed/{token}/"
	feed      = "/api/v1/feed/" + liveKey + "/"
)

func TestKey_count(t *testing.T) {
	t.Parallel()
	one := func(endpoint string, failed bool, bytes int) []auth.KeyUse {
		return []auth.KeyUse{{KeyID: 7, OwnerID: 1, Endpoint: endpoint, Failed: failed, Bytes: int64(bytes)}}
	}

	t.Run("tells of every request with a known key, once, however it ended", func(t *testing.T) {
		t.Parallel()
		b, u := setupFeed(t, 5)
		a := b.do("GET", feed, "").ok(http.StatusOK)
		require.Equal(t, one(feedRoute, false, len(a.body)), u.take())
		a = b.do("GET", feed, "", "Accept-Encoding: gzip").ok(http.StatusOK)
		require.Less(t, len(a.body), len(feedText)/2)
		require.Equal(t, one(feedRoute, false, len(a.body)), u.take(), "as it went out")
		a = b.do("GET", "/api/v1/closed/"+liveKey+"/", "").ok(http.StatusForbidden)
		require.Equal(t, one("/api/v1/closed/{token}/", true, len(a.body)), u.take())
		a = b.do("GET", feed, "", "Origin: "+elsewhere).ok(http.StatusForbidden)
		require.Equal(t, one(feedRoute, true, len(a.body)), u.take())
		a = b.do("GET", feed+"?mode=panic", "").ok(http.StatusInternalServerError)
		require.Equal(t, one(feedRoute, true, len(a.body)), u.take())
		require.PanicsWithValue(t, http.ErrAbortHandler, func() { b.do("GET", feed+"?mode=broken", "") })
		require.Equal(t, one(feedRoute, true, len(`{"text":"`)), u.take(), "a stream that breaks off has failed")
		b.do("HEAD", feed, "").ok(http.StatusOK)
		require.Equal(t, one(feedRoute, false, 0), u.take())
		a = b.do("GET", feed, "").ok(http.StatusTooManyRequests)
		require.Equal(t, one(feedRoute, true, len(a.body)), u.take())
	})

	t.Run("leaves out what nobody's key came with", func(t *testing.T) {
		t.Parallel()
		b, u := setupFeed(t, 5)
		b.do("GET", "/api/v1/feed/unknown/", "").ok(http.StatusUnauthorized)
		b.do("GET", "/api/v1/feed/broken/", "").ok(http.StatusInternalServerError)
		b.do("GET", "/api/things/7/", "").ok(http.StatusOK)
		b.do("OPTIONS", feed, "", "Origin: "+shop, "Access-Control-Request-Method: GET").ok(http.StatusNoContent)
		require.Empty(t, u.take())
	})
}

func TestKey_revalidates(t *testing.T) {
	t.Parallel()
	headers := []string{
		"Etag", "Cache-Control", "Vary", "X-Allot-Version", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers",
		"Ratelimit-Limit", "Ratelimit-Reset", "Ratelimit-Policy",
	}
	notModified := []auth.KeyUse{{KeyID: 7, OwnerID: 1, Endpoint: feedRoute}}

	t.Run("a 304 has the headers of the answer, is charged and counted once", func(t *testing.T) {
		t.Parallel()
		b, u := setupFeed(t, 5)
		first := b.do("GET", feed, "", "Origin: "+shop).ok(http.StatusOK)
		u.take()
		etag := "If-None-Match: " + first.Header.Get("ETag")
		got := b.do("GET", feed, "", etag, "Origin: "+shop).ok(http.StatusNotModified)
		require.Equal(t, notModified, u.take())
		head := b.do("HEAD", feed, "", etag, "Origin: "+shop).ok(http.StatusNotModified)
		require.Equal(t, notModified, u.take())
		for _, name := range headers {
			require.NotEmpty(t, first.Header[name], name)
			require.Equal(t, first.Header[name], got.Header[name], name)
			require.Equal(t, head.Header[name], got.Header[name], name)
		}
		require.Equal(t, "3", got.Header.Get("RateLimit-Remaining"))
		require.Equal(t, "2", head.Header.Get("RateLimit-Remaining"))
		lines := b.logged("request")
		require.True(t, slices.ContainsFunc(lines, func(l map[string]any) bool { return l["route"] == strings.TrimSuffix(feedRoute, "/") }))
		require.NotContains(t, b.log.String(), liveKey)
	})

	t.Run("whatever the answer is, it is charged and counted once", func(t *testing.T) {
		t.Parallel()
		b, u := setupFeed(t, 3)
		b.do("GET", feed, "").ok(http.StatusOK)
		a := b.do("GET", feed, "", `If-None-Match: "another"`).ok(http.StatusOK)
		require.Equal(t, "1", a.Header.Get("RateLimit-Remaining"))
		require.Len(t, u.take(), 2)
		etag := "If-None-Match: " + a.Header.Get("ETag")
		b.do("GET", feed, "", etag, "Origin: "+elsewhere).ok(http.StatusForbidden)
		a = b.do("GET", feed, "", etag).ok(http.StatusNotModified)
		require.Equal(t, "0", a.Header.Get("RateLimit-Remaining"))
		a = b.do("GET", feed, "", etag)
		a.refused(http.StatusTooManyRequests, "rate_limited")
		require.Equal(t, "60", a.Header.Get("Retry-After"))
		require.Len(t, u.take(), 3)
	})

	t.Run("a handler that panics has failed", func(t *testing.T) {
		t.Parallel()
		b, u := setupFeed(t, 5)
		etag := "If-None-Match: " + b.do("GET", feed, "").ok(http.StatusOK).Header.Get("ETag")
		u.take()
		u.fall.Store(true)
		a := b.do("GET", feed, "", etag)
		a.refused(http.StatusInternalServerError, "internal_error")
		require.Equal(t, []auth.KeyUse{{KeyID: 7, OwnerID: 1, Endpoint: feedRoute, Failed: true, Bytes: int64(len(a.body))}}, u.take())
	})

	t.Run("another key, and another format, is another answer", func(t *testing.T) {
		t.Parallel()
		b, _ := setupFeed(t, 100)
		const xml = "Accept: application/xml"
		json := "If-None-Match: " + b.do("GET", feed, "").ok(http.StatusOK).Header.Get("ETag")
		asXML := b.do("GET", feed, "", xml).ok(http.StatusOK)
		require.Contains(t, asXML.body, "<response>")
		tag := "If-None-Match: " + asXML.Header.Get("ETag")
		b.do("GET", feed, "", json).ok(http.StatusNotModified)
		b.do("GET", feed, "", json, xml).ok(http.StatusOK)
		b.do("GET", feed, "", tag).ok(http.StatusOK)
		b.do("GET", feed, "", tag, xml).ok(http.StatusNotModified)
		b.do("GET", feed+"?format=xml", "", tag).ok(http.StatusNotModified)
		b.do("GET", feed+"?format=xml", "", tag).ok(http.StatusNotModified)
		b.do("GET", feed+"?format=xml", "", json).ok(http.StatusOK)
		other := "/api/v1/feed/" + otherKey + "/"
		b.do("GET", other, "", json).ok(http.StatusOK)
		b.do("GET", other, "", json).ok(http.StatusOK)
	})
}
