package exchangehttptest

import (
	"context"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/httpx"
)

type (
	trialRequest struct {
		Body struct {
			Path  string `json:"path"`
			Query string `json:"query,omitempty"`
		}
	}
	triedRequest struct {
		N int `query:"n" maximum:"9"`
	}
	triedBody struct {
		Owner int64 `json:"owner"`
		Key   int64 `json:"key"`
		User  int64 `json:"user"`
		N     int   `json:"n"`
	}
	triedResponse struct{ Body triedBody }
)

// setupTrial adds a lane for trying out a feed, an operation that only tour
// operators have, and one that fails.
func setupTrial(t *testing.T) (*gated, *uses) {
	t.Helper()
	b, u := setupFeed(t, 1)
	op := httpx.Op{
		Method: http.MethodGet, Path: "/api/v1/tried/{token}/", Tag: "Keys", Summary: "Tried", Rule: auth.Rule{Key: auth.KeyInvoices},
		Deprecated: &httpx.Deprecation{Since: time.Unix(0, 0), Successor: "/api/v1/feed/{token}/"},
	}
	httpx.Register(b.Server, op, func(ctx context.Context, in *triedRequest) (*triedResponse, error) {
		if in.N == 3 {
			return nil, apperr.ErrNotFound
		}
		return &triedResponse{triedBody{Owner: auth.KeyFrom(ctx).OwnerID, Key: auth.KeyFrom(ctx).KeyID, User: auth.From(ctx).UserID, N: in.N}}, nil
	})
	op.Path, op.Deprecated = "/api/v1/operators/{token}/", nil
	op.Rule = auth.Rule{Key: auth.KeyInvoices, Types: []auth.AccountType{auth.TourOperator}}
	httpx.Register(b.Server, op, func(context.Context, *struct{}) (*triedResponse, error) { return &triedResponse{}, nil })
	partnerapihttp.RegisterTrial(b.Server, httpx.Op{Method: http.MethodPost, Path: "/api/v1/try/", Tag: "Keys", Summary: "Try", XML: "/api/v1/"},
		[]string{"/api/v1/tried/{token}/", "/api/v1/operators/{token}/", feedRoute},
		func(ctx context.Context, in *trialRequest) (*partnerapihttp.Trial, error) {
			query, err := url.ParseQuery(in.Body.Query)
			who := auth.From(ctx)
			return &partnerapihttp.Trial{Path: in.Body.Path, Query: query, As: auth.KeyCaller{OwnerID: who.OwnerID, AccountType: who.AccountType}}, err
		})
	return b, u
}

func TestRegisterTrial(t *testing.T) {
	t.Parallel()
	const (
		try   = "/api/v1/try/"
		tried = `{"path":"/api/v1/tried/{token}/"}`
		whole = `{"owner":1,"key":0,"user":0,"n":0}`
	)

	t.Run("answers what the operation answers, without key, limit and count", func(t *testing.T) {
		t.Parallel()
		b, u := setupTrial(t)
		for range 3 {
			require.JSONEq(t, whole, b.do("POST", try, tried).ok(http.StatusOK).body)
			a := b.do("POST", try, `{"path":"`+feedRoute+`"}`, "If-None-Match: *").ok(http.StatusOK)
			require.Contains(t, a.body, feedText)
			require.Empty(t, a.Header.Get("RateLimit-Limit"))
		}
		require.Empty(t, u.take())
		require.Equal(t, `</api/v1/feed/your-token/>; rel="successor-version"`, b.do("POST", try, tried).Header.Get("Link"))
		b.do("GET", feed, "").ok(http.StatusOK)
		lines := b.logged("request")
		require.Equal(t, "/api/v1/try", lines[0]["route"])
	})

	t.Run("goes out compressed like any other", func(t *testing.T) {
		t.Parallel()
		b, _ := setupTrial(t)
		a := b.do("POST", try, `{"path":"`+feedRoute+`"}`, "Accept-Encoding: gzip").ok(http.StatusOK)
		require.Equal(t, "gzip", a.Header.Get("Content-Encoding"))
		require.Less(t, len(a.body), len(feedText)/2)
	})

	t.Run("is JSON or XML as the query of either says", func(t *testing.T) {
		t.Parallel()
		b, _ := setupTrial(t)
		const asXML = `{"path":"/api/v1/tried/{token}/","query":"format=xml"}`
		for _, a := range []*answer{
			b.do("POST", try, asXML), b.do("POST", try+"?format=xml", tried), b.do("POST", try, tried, "Accept: application/xml"), b.do("POST", try+"?format=json", asXML),
		} {
			require.Contains(t, a.ok(http.StatusOK).body, "<response><owner>1</owner>")
			require.Equal(t, "application/xml", a.Header.Get("Content-Type"))
		}
		require.JSONEq(t, whole, b.do("POST", try+"?format=xml", `{"path":"/api/v1/tried/{token}/","query":"format=json"}`).ok(http.StatusOK).body)
		require.Equal(t, []string{"format"}, b.do("POST", try, `{"path":"/api/v1/tried/{token}/","query":"format=pdf"}`).refused(http.StatusBadRequest, "validation_failed").fields())
	})

	t.Run("refuses what the operation refuses", func(t *testing.T) {
		t.Parallel()
		b, _ := setupTrial(t)
		bad := b.do("POST", try, `{"path":"/api/v1/tried/{token}/","query":"n=10"}`).refused(http.StatusBadRequest, "validation_failed")
		require.Equal(t, []string{"n"}, bad.fields())
		b.do("POST", try, `{"path":"/api/v1/tried/{token}/","query":"n=3"}`).refused(http.StatusNotFound, "not_found")
		require.Contains(t, b.do("POST", try, `{"path":"/api/v1/operators/{token}/"}`).refused(http.StatusForbidden, "forbidden").Message, "tour operators")
		b.do("POST", try, `{"path":"`+feedRoute+`","query":"mode=panic"}`).refused(http.StatusInternalServerError, "internal_error")
		bad = b.do("POST", try, `{"path":"/api/v1/tried/{token}/","query":"n=4&unknown=x"}`).refused(http.StatusBadRequest, "unknown_field")
		require.Equal(t, []string{"unknown"}, bad.fields())
		require.JSONEq(t, `{"owner":1,"key":0,"user":0,"n":4}`, b.do("POST", try, `{"path":"/api/v1/tried/{token}/","query":"n=4&_unknown=x"}`).ok(http.StatusOK).body)
	})

	t.Run("is for whom the lane is for", func(t *testing.T) {
		t.Parallel()
		b, _ := setupTrial(t)
		b.do("POST", try, tried, noToken).refused(http.StatusUnauthorized, "not_authenticated")
		b.do("POST", try, tried, noToken, "Cookie: allot_session="+manager, "Sec-Fetch-Site: cross-site").refused(http.StatusForbidden, "cross_site_request")
	})

	t.Run("of what is not there keeps the program from starting", func(t *testing.T) {
		t.Parallel()
		b := setupKeys(t)
		for _, path := range []string{"/api/v1/nothing/{token}/", "/api/things/{id}/"} {
			require.PanicsWithValue(t, "nothing for keys to try out at "+path, func() {
				partnerapihttp.RegisterTrial(b.Server, httpx.Op{Method: http.MethodPost, Path: "/api/v1/try/", Tag: "Keys", Summary: "Try", XML: "/api/v1/"}, []string{path},
					func(context.Context, *struct{}) (*partnerapihttp.Trial, error) { return nil, nil })
			})
		}
	})
}
