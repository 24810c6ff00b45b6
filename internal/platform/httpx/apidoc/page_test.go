package apidoc_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestServe_page(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddDocs()

	// Every file that the page and its scripts name.
	types := map[string]string{"": "text/html"}
	names := regexp.MustCompile(`(?:src|href)="([\w-]+\.\w+)"|from '\./([^']+)'`)
	for found := []string{""}; len(found) > 0; found = found[1:] {
		for _, m := range names.FindAllStringSubmatch(b.do(t, http.StatusOK, "GET", "/api/docs/"+found[0], "").Body.String(), -1) {
			name := m[1] + m[2]
			if types[name] == "" {
				types[name] = map[string]string{".js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}[name[len(name)-3:]]
				found = append(found, name)
			}
		}
	}
	require.Len(t, types, 11)
	for name, kind := range types {
		t.Run("/api/docs/"+name+" answers with the strict policy, names no outside address, and is not sent twice", func(t *testing.T) {
			t.Parallel()
			a := b.do(t, http.StatusOK, "GET", "/api/docs/"+name, "")
			require.Contains(t, a.Header().Get("Content-Type"), kind)
			policy := a.Header().Get("Content-Security-Policy")
			require.Contains(t, policy, "default-src 'none'; script-src 'self';")
			require.NotContains(t, policy, "unsafe")
			require.NotContains(t, policy, "http")
			require.NotContains(t, strings.ReplaceAll(a.Body.String(), `xmlns="http://www.w3.org/2000/svg"`, ""), "http://")
			require.NotContains(t, a.Body.String(), "https://")
			require.NotContains(t, a.Body.String(), `"//`)
			b.do(t, http.StatusOK, "HEAD", "/api/docs/"+name, "")
			b.do(t, http.StatusNotModified, "GET", "/api/docs/"+name, "", "If-None-Match: "+a.Header().Get("ETag"))
		})
	}
	t.Run("nothing else is served", func(t *testing.T) {
		t.Parallel()
		for _, name := range []string{"index.html", "start.json", "swagger-ui.js", "x", "..%2Fopenapi.json"} {
			require.Contains(t, b.do(t, http.StatusNotFound, "GET", "/api/docs/"+name, "").Body.String(), `"not_found"`)
		}
	})
	t.Run("files are compressed", func(t *testing.T) {
		t.Parallel()
		a := b.do(t, http.StatusOK, "GET", "/api/docs/page.js", "", "Accept-Encoding: gzip")
		require.Equal(t, []string{"gzip"}, a.Header().Values("Content-Encoding"))
	})
	t.Run("the document is not sent twice", func(t *testing.T) {
		t.Parallel()
		a := b.do(t, http.StatusOK, "GET", "/api/openapi.json", "")
		b.do(t, http.StatusNotModified, "GET", "/api/openapi.json", "", "If-None-Match: "+a.Header().Get("ETag"))
	})
}

func TestServe_document(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.AddDocs()
	a := b.do(t, http.StatusOK, "GET", "/api/openapi.json", "")
	require.Equal(t, "application/json", a.Header().Get("Content-Type"))
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
	require.NoError(t, json.Unmarshal(a.Body.Bytes(), &doc))
	require.True(t, strings.HasPrefix(doc.OpenAPI, "3.1"))

	t.Run("every operation has our errors and none of huma's", func(t *testing.T) {
		t.Parallel()
		for path, methods := range doc.Paths {
			for method, op := range methods {
				require.NotContains(t, op.Responses, "422", path)
				require.Contains(t, []any{"#/components/responses/Error", "#/components/responses/ErrorXml"}, op.Responses["default"]["$ref"], path)
				if method == "post" && path == "/api/things/" {
					require.Equal(t, []string{"201", "400", "401", "403", "409", "default"}, slices.Sorted(maps.Keys(op.Responses)))
				}
			}
		}
		require.NotContains(t, a.Body.String(), "application/problem+json")
		require.Contains(t, a.Body.String(), `"#/components/schemas/ErrorBody"`)
	})
	t.Run("it says who may call", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, []map[string][]string{{"Token": {}}, {"Cookie": {}}}, doc.Security)
		require.Nil(t, doc.Paths["/api/v1/export/"]["get"].Security)
		require.Equal(t, []map[string][]string{}, doc.Paths["/api/login/"]["post"].Security)
	})
	t.Run("it shows keys, forms and aliases", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, "Idempotency-Key", doc.Paths["/api/items/"]["post"].Params[0].Name)
		require.Equal(t, []string{"application/json", "multipart/form-data"}, slices.Sorted(maps.Keys(doc.Paths["/api/files/"]["post"].Body.Content)))
	})
	t.Run("no type is written that does not exist", func(t *testing.T) {
		t.Parallel()
		require.NotContains(t, a.Body.String(), `""`)
		require.NotRegexp(t, `"\$ref": ?"[^"]+",\s*"type"|"type": ?\[[^\]]+\],\s*"\$ref"`, a.Body.String())
	})
}
