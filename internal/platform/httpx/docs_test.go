package httpx_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDocs_page(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddDocs()

	page := b.do("GET", "/api/docs/", "", noToken).ok(http.StatusOK)
	types := map[string]string{"": "text/html", "start.js": "javascript", "start.css": "text/css"}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(page.body, -1) {
		if !strings.HasPrefix(m[1], "/") {
			types[m[1]] = map[string]string{".js": "javascript", "css": "text/css", "png": "image/png"}[m[1][len(m[1])-3:]]
		}
	}
	require.Len(t, types, 6)
	for name, kind := range types {
		t.Run("/api/docs/"+name+" answers with the strict policy", func(t *testing.T) {
			t.Parallel()
			b := b.in(t)
			a := b.do("GET", "/api/docs/"+name, "", noToken).ok(http.StatusOK)
			require.Contains(t, a.Header.Get("Content-Type"), kind)
			policy := a.Header.Get("Content-Security-Policy")
			require.Contains(t, policy, "default-src 'none'; script-src 'self';")
			require.NotContains(t, policy, "unsafe")
			require.NotContains(t, policy, "http")
			require.NotEmpty(t, a.body)
			b.do("HEAD", "/api/docs/"+name, "", noToken).ok(http.StatusOK)
		})
	}
	t.Run("our files name no outside address", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, name := range []string{"", "start.js", "start.css"} {
			body := b.do("GET", "/api/docs/"+name, "").body
			require.NotContains(t, strings.ReplaceAll(body, "http-equiv", ""), "http")
			require.NotContains(t, body, `"//`)
		}
	})
	t.Run("nothing of the library but what the page uses is served", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		for _, name := range []string{"index.html", "oauth2-redirect.html", "swagger-ui.js", "x", "..%2Fopenapi.json"} {
			b.do("GET", "/api/docs/"+name, "").refused(http.StatusNotFound, "not_found")
		}
	})
	t.Run("a compressed asset is sent once compressed", func(t *testing.T) {
		t.Parallel()
		b := b.in(t)
		a := b.do("GET", "/api/docs/swagger-ui-bundle.js", "", "Accept-Encoding: gzip").ok(http.StatusOK)
		require.Equal(t, []string{"gzip"}, a.Header.Values("Content-Encoding"))
	})
}

func TestDocs_document(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddDocs()
	a := b.do("GET", "/api/openapi.json", "", noToken).ok(http.StatusOK)
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	var doc struct {
		OpenAPI string `json:"openapi"`
		Servers []struct{ URL string }
		// Security holds where an operation has none of its own.
		Security []map[string][]string
		Paths    map[string]map[string]struct {
			Security  []map[string][]string     `json:"security"`
			Responses map[string]map[string]any `json:"responses"`
			Params    []struct{ Name string }   `json:"parameters"`
			Body      struct {
				Content map[string]any `json:"content"`
			} `json:"requestBody"`
		} `json:"paths"`
	}
	require.NoError(t, json.Unmarshal([]byte(a.body), &doc))
	require.True(t, strings.HasPrefix(doc.OpenAPI, "3.1"))

	t.Run("every operation has our errors and none of huma's", func(t *testing.T) {
		t.Parallel()
		for path, methods := range doc.Paths {
			for method, op := range methods {
				require.NotContains(t, op.Responses, "422", path)
				require.Contains(t, []any{"#/components/responses/Error", "#/components/responses/ErrorXml"}, op.Responses["default"]["$ref"], path)
				if method == "post" && path == "/api/things/" {
					require.Equal(t, []string{"201", "400", "401", "403", "409", "default"}, keys(op.Responses))
				}
			}
		}
		require.NotContains(t, a.body, "application/problem+json")
		require.Contains(t, a.body, `"#/components/schemas/ErrorBody"`)
	})
	t.Run("it says who may call", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, []map[string][]string{{"Token": {}}, {"Cookie": {}}}, doc.Security)
		require.Nil(t, doc.Paths["/api/long/"]["get"].Security)
		require.Equal(t, []map[string][]string{}, doc.Paths["/api/login/"]["post"].Security)
	})
	t.Run("it shows keys, forms and aliases", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "Idempotency-Key", doc.Paths["/api/items/"]["post"].Params[0].Name)
		require.Equal(t, []string{"application/json", "multipart/form-data"}, keys(doc.Paths["/api/files/"]["post"].Body.Content))
	})
	t.Run("no type is written that does not exist", func(t *testing.T) {
		t.Parallel()
		require.NotContains(t, a.body, `""`)
		require.NotRegexp(t, `"\$ref": ?"[^"]+",\s*"type"|"type": ?\[[^\]]+\],\s*"\$ref"`, a.body)
	})
}
