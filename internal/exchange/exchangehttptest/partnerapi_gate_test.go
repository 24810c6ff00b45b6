package exchangehttptest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
)

const (
	liveKey   = "live-key-token"
	otherKey  = "other-key-token"
	shop      = "https://shop.example.com"
	elsewhere = "https://elsewhere.example.com"
)

type (
	keyRequest struct {
		Body *struct {
			Text string `json:"text,omitempty"`
		}
	}
	keyResponse struct {
		Body struct {
			Key  int64 `json:"key"`
			User int64 `json:"user"`
		}
	}
)

// setupKeys makes a server with two operations for keys. Its one key opens
// facts, to scripts on one page.
func setupKeys(t *testing.T) *gated {
	t.Helper()
	b := setupGate(t)
	handle := func(ctx context.Context, _ *struct{}) (*keyResponse, error) {
		res := &keyResponse{}
		res.Body.Key, res.Body.User = auth.KeyFrom(ctx).KeyID, auth.From(ctx).UserID
		return res, nil
	}
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodGet, Path: "/api/open/{token}/", Tag: "Keys", Summary: "Facts", Rule: auth.Rule{Key: auth.KeyFactSheet},
	}, handle)
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodPost, Path: "/api/open/{token}/", Tag: "Keys", Summary: "Write", Rule: auth.Rule{Key: auth.KeyFactSheet},
	}, func(ctx context.Context, _ *keyRequest) (*keyResponse, error) { return handle(ctx, nil) })
	httpx.Register(b.Server, httpx.Op{
		Method: http.MethodGet, Path: "/api/bills/{token}/", Tag: "Keys", Summary: "Bills", Rule: auth.Rule{Key: auth.KeyInvoices},
	}, handle)
	return b
}

func authenticateKey(_ context.Context, req auth.KeyRequest, rule auth.Rule) (auth.KeyCaller, error) {
	k := auth.KeyCaller{KeyID: 7, OwnerID: 1, AccountType: auth.TourOperator, Scopes: []auth.KeyScope{auth.KeyFactSheet}}
	switch {
	case req.Token == "broken":
		return auth.KeyCaller{}, errors.New("the database is on fire")
	case req.Token == otherKey:
		k.KeyID = 8
	case req.Token != liveKey:
		return auth.KeyCaller{}, auth.ErrKeyUnknown
	}
	if req.Origin == shop {
		k.Origin = shop
	}
	if err := rule.AllowKey(k); err != nil {
		return k, err
	}
	if req.Origin == elsewhere {
		return k, apperr.New(apperr.Forbidden, "domain_not_allowed", "not from here")
	}
	return k, nil
}

func TestPartnerapiKey(t *testing.T) {
	t.Parallel()
	const open = "/api/open/" + liveKey + "/"

	t.Run("in the path opens the operation, and a session along with it means nothing", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		for _, header := range []string{noToken, "Authorization: Token " + manager, "Cookie: allot_session=" + manager} {
			require.JSONEq(t, `{"key":7,"user":0}`, b.do("GET", open, "", header).ok(http.StatusOK).body)
		}
		b.do("GET", "/api/open/live%2Dkey%2dtoken/", "", noToken).ok(http.StatusOK)
		require.JSONEq(t, `{"key":7,"user":0}`, b.do("POST", open, `{"text":"x"}`, noToken).ok(http.StatusOK).body)
	})

	t.Run("that is unknown, empty or garbled is 401, even with a session", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		for _, token := range []string{"x", liveKey + "x", "live%252Dkey%252Dtoken", "", liveKey + "%2F", "%2F" + liveKey, manager, "%20", "{token}"} {
			a := b.do("GET", "/api/open/"+token+"/", "")
			r := a.refused(http.StatusUnauthorized, "not_authenticated")
			require.Contains(t, r.Message, "API key")
		}
	})

	t.Run("may come in a header, and then only there", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		a := b.do("GET", "/api/open/-/", "", "Authorization: Bearer "+liveKey).ok(http.StatusOK)
		require.Contains(t, a.Header.Values("Vary"), "Authorization")
		for _, header := range []string{"Token " + liveKey, "Bearer " + manager, "Bearer  " + liveKey, liveKey, "Bearer", ""} {
			b.do("GET", "/api/open/-/", "", "Authorization: "+header).refused(http.StatusUnauthorized, "not_authenticated")
		}
		b.do("GET", "/api/open/x/", "", "Authorization: Bearer "+liveKey).refused(http.StatusUnauthorized, "not_authenticated")
		require.NotContains(t, b.log.String(), liveKey)
	})

	t.Run("without the permission is 403 and told which", func(t *testing.T) {
		t.Parallel()
		a := setupKeys(t).do("GET", "/api/bills/"+liveKey+"/", "", "X-Request-Id: r", "Origin: "+shop)
		require.Equal(t, http.StatusForbidden, a.StatusCode)
		require.JSONEq(t, `{"code":"key_permission","params":{"permission":"invoices"},"permission":"invoices","request_id":"r",
			"message":"this API key lacks the permission \"invoices\"; its owner can grant it"}`, a.body)
		require.Equal(t, shop, a.Header.Get("Access-Control-Allow-Origin"), "the page may read why")
	})

	t.Run("opens nothing for users, and users nothing for it", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		b.do("GET", "/api/things/7/", "", "Authorization: Token "+liveKey).refused(http.StatusUnauthorized, "not_authenticated")
	})

	t.Run("that cannot be looked up is a fault, logged without it", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		b.do("GET", "/api/open/broken/", "").refused(http.StatusInternalServerError, "internal_error")
		b.do("OPTIONS", "/api/open/broken/", "", "Origin: "+shop, "Access-Control-Request-Method: GET").refused(http.StatusInternalServerError, "internal_error")
		require.Len(t, b.logged("request failed"), 2)
	})
}

func TestKey_otherSites(t *testing.T) {
	t.Parallel()
	const open = "/api/open/" + liveKey + "/"

	t.Run("scripts on the key's page may read the answer, others not", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		for origin, want := range map[string]string{shop: shop, "https://evil.example": "", "null": "", "": ""} {
			a := b.do("GET", open, "", "Origin: "+origin).ok(http.StatusOK)
			require.Equal(t, want, a.Header.Get("Access-Control-Allow-Origin"), origin)
			require.Contains(t, a.Header.Values("Vary"), "Origin", origin)
			require.Empty(t, a.Header.Get("Access-Control-Allow-Credentials"))
		}
		a := b.do("GET", "/api/open/unknown/", "", "Origin: "+shop)
		require.Empty(t, a.Header.Get("Access-Control-Allow-Origin"))
		require.Contains(t, a.Header.Values("Vary"), "Origin")
	})

	t.Run("a preflight is answered for the key's page only", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		ask := func(path, origin string) *answer {
			return b.do("OPTIONS", path, "", noToken, "Origin: "+origin, "Access-Control-Request-Method: GET").ok(http.StatusNoContent)
		}
		a := ask(open, shop)
		require.Equal(t, shop, a.Header.Get("Access-Control-Allow-Origin"))
		require.Equal(t, "GET, HEAD, POST, OPTIONS", a.Header.Get("Access-Control-Allow-Methods"))
		require.Contains(t, a.Header.Get("Access-Control-Allow-Headers"), "If-None-Match")
		require.Equal(t, "600", a.Header.Get("Access-Control-Max-Age"))
		for _, no := range []*answer{ask(open, "https://evil.example"), ask("/api/open/unknown/", shop), ask("/api/open//", shop)} {
			for name := range no.Header {
				require.NotContains(t, name, "Access-Control")
			}
		}
	})

	t.Run("a plain OPTIONS tells the methods and needs no key", func(t *testing.T) {
		t.Parallel()
		a := setupKeys(t).do("OPTIONS", "/api/bills/x/", "", noToken).ok(http.StatusNoContent)
		require.Equal(t, "GET, HEAD, OPTIONS", a.Header.Get("Allow"))
	})
}

func TestKey_document(t *testing.T) {
	t.Parallel()
	b := setupKeys(t)
	raw, err := b.Document()
	require.NoError(t, err)
	var doc struct {
		Paths map[string]map[string]struct {
			Security  []any          `json:"security"`
			Key       map[string]any `json:"x-api-key"`
			Responses map[string]any `json:"responses"`
		} `json:"paths"`
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	o := doc.Paths["/api/open/{token}/"]["get"]
	require.NotNil(t, o.Security)
	require.Empty(t, o.Security)
	require.Equal(t, map[string]any{"in": "path", "name": "token", "permission": "fact_sheet"}, o.Key)
	require.Equal(t, "token", b.OpenAPI().Paths["/api/open/{token}/"].Get.Parameters[0].Name)
	for status, want := range map[int]bool{401: true, 403: true, 404: false} {
		require.Equal(t, want, o.Responses[strconv.Itoa(status)] != nil, status)
	}
}
