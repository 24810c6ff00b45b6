package httpx_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
	"allot/internal/platform/httpx"
)

type shortDocument struct {
	Servers []map[string]string
	Tags    []map[string]string
	Paths   map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Summary     string
		Description string
		Deprecated  bool
		Parameters  []map[string]any
		Responses   map[string]map[string]any
	}
	Components struct {
		Schemas    map[string]struct{ Properties map[string]map[string]any }
		Parameters map[string]map[string]any
		Responses  map[string]struct{ Description string }
	}
}

func documentOf(t *testing.T, s *httpx.Server) (raw string, doc shortDocument) {
	t.Helper()
	b, err := s.Document()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &doc))
	return string(b), doc
}

// Whatever the document refers to is in it, and what is in it is referred to.
func TestDocument_references(t *testing.T) {
	t.Parallel()
	b := setup(t)
	get := func(context.Context, *thingRequest) (*textResponse, error) { return text("x"), nil }
	for i, refusal := range []string{"", "", "", "There are none today"} {
		op := httpx.Op{ID: "getOne" + strconv.Itoa(i), Method: http.MethodGet, Path: "/api/ones/" + strconv.Itoa(i) + "/{id}/", Tag: "Test", Summary: "One"}
		if refusal != "" {
			op.Refusals = map[int]string{http.StatusNotFound: refusal, http.StatusTooManyRequests: refusal}
		}
		httpx.Register(b.Server, op, get)
	}
	raw, doc := documentOf(t, b.Server)

	t.Run("a refusal that all have is the default", func(t *testing.T) {
		t.Parallel()
		of := doc.Paths["/api/ones/0/{id}/"]["get"].Responses
		require.Equal(t, map[string]any{"$ref": "#/components/responses/Error"}, of["default"])
		require.Equal(t, map[string]any{"$ref": "#/components/responses/NotFound"}, of["404"])
		require.NotContains(t, of, "500")
		require.NotContains(t, of, "429")
	})
	t.Run("one with words of its own has them beside the reference", func(t *testing.T) {
		t.Parallel()
		of := doc.Paths["/api/ones/3/{id}/"]["get"].Responses
		require.Equal(t, map[string]any{"$ref": "#/components/responses/NotFound", "description": "There are none today"}, of["404"])
		require.Equal(t, "#/components/responses/TooManyRequests", of["429"]["$ref"])
		require.NotEqual(t, "There are none today", doc.Components.Responses["NotFound"].Description)
	})
	t.Run("every reference leads somewhere", func(t *testing.T) {
		t.Parallel()
		for _, part := range strings.Split(raw, `"$ref":`)[1:] {
			ref := strings.Split(part, `"`)[1]
			group, name, _ := strings.Cut(strings.TrimPrefix(ref, "#/components/"), "/")
			_, isSchema := doc.Components.Schemas[name]
			require.True(t, map[string]bool{
				"schemas": isSchema, "parameters": doc.Components.Parameters[name] != nil, "responses": doc.Components.Responses[name].Description != "",
			}[group], ref)
		}
		for name := range doc.Components.Schemas {
			require.Contains(t, raw, `"#/components/schemas/`+name+`"`)
		}
		for name := range doc.Components.Responses {
			require.Contains(t, raw, `"#/components/responses/`+name+`"`)
		}
	})
	t.Run("the operations in memory have everything in place", func(t *testing.T) {
		t.Parallel()
		o := b.OpenAPI().Paths["/api/ones/0/{id}/"].Get
		require.Empty(t, o.Parameters[0].Ref)
		require.Contains(t, o.Responses, "500")
		require.NotContains(t, o.Responses, "default")
	})
	t.Run("lines are short where they can be", func(t *testing.T) {
		t.Parallel()
		for line := range strings.Lines(raw) {
			if strings.Count(line, `":`) > 1 {
				require.LessOrEqual(t, utf8.RuneCountInString(line), 125, line)
			}
		}
	})
}

func TestDocument_options(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *httpx.Options) {
		o.BaseURL = "https://allot.example/"
		o.Tags = []httpx.Tag{{Name: "Unused", Description: "No operation has it"}, {Name: "Second", Description: "Two"}, {Name: "Test", Description: "One"}}
		o.Glossary = map[string]string{"name": "What it is called", "PatchedThing.name": "What it shall be called", "size": "In litres"}
		o.SchemaNames = map[string]string{"ThingPrice": "Price"}
	})
	httpx.Register(b.Server, httpx.Op{ID: "getLast", Method: http.MethodGet, Path: "/api/last/", Tag: "Second", Summary: "Last"},
		func(context.Context, *struct{}) (*textResponse, error) { return text("x"), nil })
	raw, doc := documentOf(t, b.Server)
	require.Equal(t, "https://allot.example", doc.Servers[0]["url"])
	require.Equal(t, []map[string]string{{"name": "Second", "description": "Two"}, {"name": "Test", "description": "One"}}, doc.Tags)
	require.NotContains(t, raw, "ThingPrice")
	require.Equal(t, "What it shall be called", doc.Components.Schemas["PatchedThing"].Properties["name"]["description"])
	require.Equal(t, "In litres", doc.Components.Schemas["PatchedThing"].Properties["size"]["description"])
	require.Equal(t, "What it is called", doc.Components.Schemas["CreateThingRequestBody"].Properties["name"]["description"])
	_, other := documentOf(t, setup(t).Server)
	require.Equal(t, "/", other.Servers[0]["url"])
}

func TestRegister_formerPath(t *testing.T) {
	t.Parallel()
	b := setup(t)
	httpx.Register(b.Server, httpx.Op{
		ID: "getWine", Method: http.MethodGet, Path: "/api/wines/{id}/", Aliases: []string{"/api/wine/{id}/", "/api/vino/{id}/"}, Former: []string{"/api/casks/{id}/"},
		Tag: "Test", Summary: "Wine", Description: "Reads it.", Rule: auth.Rule{},
	}, func(context.Context, *thingRequest) (*textResponse, error) { return text("wine"), nil })
	_, doc := documentOf(t, b.Server)
	for path, want := range map[string]string{
		"/api/wines/{id}/": "getWine", "/api/wine/{id}/": "getWineAlt", "/api/vino/{id}/": "getWineAlt2", "/api/casks/{id}/": "getWineLegacy",
	} {
		o, isFormer := doc.Paths[path]["get"], path == "/api/casks/{id}/"
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
