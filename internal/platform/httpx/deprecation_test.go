package httpx_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

func TestDeprecation(t *testing.T) {
	t.Parallel()
	b := setup(t)
	op := httpx.Op{
		ID: "getOld", Method: http.MethodGet, Path: "/api/old/{id}/", Aliases: []string{"/api/older/{id}/"}, Tag: "Test", Summary: "Old", Description: "Reads it.",
		Rule:       auth.Rule{Manager: true},
		Deprecated: &httpx.Deprecation{Since: time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC), Successor: "/api/new/{id}/things/"},
	}
	httpx.Register(b.Server, op, func(context.Context, *thingRequest) (*textResponse, error) { return text("old"), nil })
	const link = `</api/new/7/things/>; rel="successor-version"`

	t.Run("every answer names the successor, refusals too", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, path := range []string{"/api/old/7/", "/api/older/7/"} {
			got := b.do("GET", path, "").ok(http.StatusOK)
			require.Equal(t, "@1767225600", got.Header.Get("Deprecation"))
			require.Equal(t, []string{link}, got.Header.Values("Link"))
			got = b.do("GET", path, "", noToken)
			got.refused(http.StatusUnauthorized, "not_authenticated")
			require.Equal(t, []string{link}, got.Header.Values("Link"))
		}
	})
	t.Run("what stands in the path cannot break out of the header", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for sent, want := range map[string]string{
			"%3E;a,%22": "%3E%3Ba%2C%22", "%0D%0AX-Evil:1": "", "a%2Fb": "a%2Fb", "%3Cx%3E": "%3Cx%3E",
		} {
			got := b.do("GET", "/api/old/"+sent+"/", "")
			require.NotEqual(t, http.StatusOK, got.StatusCode)
			require.Empty(t, got.Header.Get("X-Evil"))
			if want != "" {
				require.Equal(t, "</api/new/"+want+`/things/>; rel="successor-version"`, got.Header.Get("Link"))
			}
		}
	})
	t.Run("others say nothing", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		got := b.do("GET", "/api/things/7/", "").ok(http.StatusOK)
		require.Empty(t, got.Header.Get("Deprecation"))
		require.Empty(t, got.Header.Get("Link"))
	})
	t.Run("the document marks it", func(t *testing.T) {
		t.Parallel()
		for _, path := range []string{"/api/old/{id}/", "/api/older/{id}/"} {
			o := b.OpenAPI().Paths[path].Get
			require.True(t, o.Deprecated)
			require.Equal(t, "Reads it. Deprecated, and supported as it is: new clients use `/api/new/{id}/things/`. No day of its end is set.", o.Description)
			require.Contains(t, o.Responses["200"].Headers, "Deprecation")
			require.NotContains(t, o.Responses["400"].Headers, "Deprecation")
		}
		require.False(t, b.OpenAPI().Paths["/api/things/{id}/"].Get.Deprecated)
	})
}

func TestRegister_formerPath(t *testing.T) {
	t.Parallel()
	b := setup(t)
	httpx.Register(b.Server, httpx.Op{
		ID: "getWine", Method: http.MethodGet, Path: "/api/wines/{id}/", Aliases: []string{"/api/wine/{id}/", "/api/vino/{id}/"}, Former: []string{"/api/casks/{id}/"},
		Tag: "Test", Summary: "Wine", Description: "Reads it.", Rule: auth.Rule{},
	}, func(context.Context, *thingRequest) (*textResponse, error) { return text("wine"), nil })
	doc := b.OpenAPI()
	for path, want := range map[string]string{
		"/api/wines/{id}/": "getWine", "/api/wine/{id}/": "getWineAlt", "/api/vino/{id}/": "getWineAlt2", "/api/casks/{id}/": "getWineLegacy",
	} {
		o, isFormer := doc.Paths[path].Get, path == "/api/casks/{id}/"
		require.Equal(t, want, o.OperationID)
		require.Equal(t, isFormer, o.Deprecated, path)
		require.Equal(t, isFormer, strings.Contains(o.Description, "`/api/wines/{id}/`"), path)
		got := b.do("GET", strings.Replace(path, "{id}", "7", 1), "").ok(http.StatusOK)
		require.Equal(t, isFormer, got.Header.Get("Deprecation") != "", path)
		if isFormer {
			require.Equal(t, `</api/wines/7/>; rel="successor-version"`, got.Header.Get("Link"))
		}
	}
}
