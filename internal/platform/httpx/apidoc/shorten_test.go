package apidoc_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/httpx"
	"allot/internal/platform/httpx/apidoc"
)

type shortDocument struct {
	Servers []map[string]string
	Tags    []map[string]string
	Paths   map[string]map[string]struct {
		Responses map[string]map[string]any
	}
	Components struct {
		Schemas    map[string]struct{ Properties map[string]map[string]any }
		Parameters map[string]map[string]any
		Responses  map[string]struct{ Description string }
	}
}

func documentOf(t *testing.T, b *bundle) (raw string, doc shortDocument) {
	t.Helper()
	written, err := b.Document()
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(written, &doc))
	return string(written), doc
}

// Whatever the document refers to is in it, and what is in it is referred to.
func TestDocument_references(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i, refusal := range []string{"", "", "", "There are none today"} {
		op := httpx.Op{ID: "getOne" + strconv.Itoa(i), Method: http.MethodGet, Path: "/api/ones/" + strconv.Itoa(i) + "/{id}/", Tag: "Test", Summary: "One"}
		if refusal != "" {
			op.Refusals = map[int]string{http.StatusNotFound: refusal, http.StatusTooManyRequests: refusal}
		}
		httpx.Register(b.Server, op, answer[thingRequest])
	}
	raw, doc := documentOf(t, b)

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
		o.Texts = apidoc.Texts{
			Tags:        []apidoc.Tag{{Name: "Unused", Description: "No operation has it"}, {Name: "Second", Description: "Two"}, {Name: "Test", Description: "One"}},
			Glossary:    map[string]string{"name": "What it is called", "PatchedThing.name": "What it shall be called", "size": "In litres"},
			SchemaNames: map[string]string{"ThingPrice": "Price"},
		}
	})
	httpx.Register(b.Server, httpx.Op{ID: "getLast", Method: http.MethodGet, Path: "/api/last/", Tag: "Second", Summary: "Last"}, answer[struct{}])
	raw, doc := documentOf(t, b)
	require.Equal(t, "https://allot.example", doc.Servers[0]["url"])
	require.Equal(t, []map[string]string{{"name": "Second", "description": "Two"}, {"name": "Test", "description": "One"}}, doc.Tags)
	require.NotContains(t, raw, "ThingPrice")
	require.Equal(t, "What it shall be called", doc.Components.Schemas["PatchedThing"].Properties["name"]["description"])
	require.Equal(t, "In litres", doc.Components.Schemas["PatchedThing"].Properties["size"]["description"])
	require.Equal(t, "What it is called", doc.Components.Schemas["CreateThingRequestBody"].Properties["name"]["description"])
	_, other := documentOf(t, setup(t))
	require.Equal(t, "/", other.Servers[0]["url"])
}
