package app_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"allot/internal/app"
)

var update = flag.Bool("update", false, "rewrite api/openapi.json and api/postman.json")

const checkedIn = "../../api/openapi.json"

// The published description changes only on purpose.
func TestDocument_IsTheOneCheckedIn(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	want, err := os.ReadFile(checkedIn)
	require.NoError(t, err)
	if *update {
		requireIDsStay(t, want, got)
		require.NoError(t, os.WriteFile(checkedIn, got, 0o644))
		want = got
	}
	require.Equal(t, string(want), string(got), "run: make generate")

	again, err := app.Document()
	require.NoError(t, err)
	require.Equal(t, string(got), string(again), "the document must come out the same every time")
}

// So does the collection of requests.
func TestCollection_IsTheOneCheckedIn(t *testing.T) {
	t.Parallel()
	got, err := app.Collection()
	require.NoError(t, err)
	const checkedIn = "../../api/postman.json"
	want, err := os.ReadFile(checkedIn)
	require.NoError(t, err)
	if *update {
		requireIDsStay(t, want, got)
		require.NoError(t, os.WriteFile(checkedIn, got, 0o644))
		want = got
	}
	require.Equal(t, string(want), string(got), "run: make generate")
}

// openapi is what the document may hold: what OpenAPI 3.1 allows and we use. A
// name that is not here is refused.
type openapi struct {
	OpenAPI string `json:"openapi"`
	Info    struct {
		Title, Version, Description string
		License                     map[string]string
	}
	Servers    []struct{ URL, Description string }
	Security   []map[string][]string
	Tags       []struct{ Name, Description string }
	Paths      map[string]map[string]openapiOperation
	Components struct {
		Schemas         map[string]json.RawMessage
		Parameters      map[string]openapiParameter
		Headers         map[string]openapiHeader
		Responses       map[string]openapiResponse
		SecuritySchemes map[string]struct{ Type, Scheme, In, Name, Description string } `json:"securitySchemes"`
	}
}

type openapiOperation struct {
	OperationID          string `json:"operationId"`
	Summary, Description string
	Deprecated           bool
	Tags                 []string
	Security             []map[string][]string
	Parameters           []openapiParameter
	RequestBody          *struct {
		Required bool
		Content  map[string]openapiMedia
	} `json:"requestBody"`
	Responses map[string]openapiResponse
	Key       json.RawMessage `json:"x-api-key"`
	User      string          `json:"x-demo-user"`
}

type openapiParameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required, Explode     bool
	Schema, Example       json.RawMessage
}

type openapiResponse struct {
	Ref         string `json:"$ref"`
	Description string
	Headers     map[string]openapiHeader
	Content     map[string]openapiMedia
}

type openapiHeader struct {
	Ref         string `json:"$ref"`
	Description string
	Schema      json.RawMessage
}

type openapiMedia struct{ Schema, Example json.RawMessage }

func TestDocument_IsValidOpenAPI(t *testing.T) {
	t.Parallel()
	raw, err := app.Document()
	require.NoError(t, err)
	var doc openapi
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&doc))
	require.Equal(t, "3.1.0", doc.OpenAPI)
	require.NotEmpty(t, doc.Info.Title)
	require.NotEmpty(t, doc.Info.Version)
	tags := map[string]bool{}
	for _, tag := range doc.Tags {
		require.False(t, tags[tag.Name], "the tag %s is there twice", tag.Name)
		tags[tag.Name] = true
		require.NotEmpty(t, tag.Description, "the tag %s needs a line in tags.go", tag.Name)
	}
	require.Len(t, doc.Servers, 1)
	for path, methods := range doc.Paths {
		for method, o := range methods {
			at := method + " " + path
			require.Contains(t, []string{"get", "put", "post", "patch", "delete"}, method, at)
			for _, tag := range o.Tags {
				require.True(t, tags[tag], "%s: the tag %s is not listed", at, tag)
			}
			for _, way := range o.Security {
				for name := range way {
					require.Contains(t, doc.Components.SecuritySchemes, name, at)
				}
			}
			doc.checkParameters(t, path, o)
			require.NotEmpty(t, o.Responses, at)
			for status, r := range o.Responses {
				doc.checkResponse(t, at+": "+status, r)
			}
			require.Equal(t, strings.HasPrefix(path, "/api/facts/") || strings.HasPrefix(path, "/api/stop-sale/") || strings.HasPrefix(path, "/api/v1/stop-sale/"), o.Deprecated, at)
		}
	}
	for name, s := range doc.Components.SecuritySchemes {
		if s.Type == "http" {
			require.Equal(t, "basic", s.Scheme, name)
			continue
		}
		require.Equal(t, "apiKey", s.Type, name)
		require.Contains(t, []string{"header", "cookie"}, s.In, name)
		require.NotEmpty(t, s.Name, name)
	}
}

// checkResponse wants a response to say what it is, in place or where it refers to.
func (doc *openapi) checkResponse(t *testing.T, at string, r openapiResponse) {
	t.Helper()
	if r.Ref != "" {
		shared, ok := doc.Components.Responses[strings.TrimPrefix(r.Ref, "#/components/responses/")]
		require.True(t, ok, "%s refers to nothing: %s", at, r.Ref)
		require.Empty(t, r.Content, at)
		r = shared
	}
	require.NotEmpty(t, r.Description, at)
	for name, h := range r.Headers {
		if h.Ref != "" {
			h = doc.Components.Headers[strings.TrimPrefix(h.Ref, "#/components/headers/")]
		}
		require.NotEmpty(t, h.Schema, "%s: %s", at, name)
	}
}

// checkParameters wants each part of the path to be described once, and nothing
// twice.
func (doc *openapi) checkParameters(t *testing.T, path string, o openapiOperation) {
	t.Helper()
	seen := map[string]bool{}
	for _, p := range o.Parameters {
		if p.Ref != "" {
			p = doc.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")]
		}
		require.NotEmpty(t, p.Description, "%s: %s needs the tag doc, or a line in glossary.go", path, p.Name)
		require.False(t, seen[p.In+" "+p.Name], "%s has %s twice", path, p.Name)
		seen[p.In+" "+p.Name] = true
		require.Contains(t, []string{"path", "query", "header", "cookie"}, p.In, path)
		require.NotEmpty(t, p.Schema, "%s: %s", path, p.Name)
		if p.In == "path" {
			require.True(t, p.Required, "%s: %s", path, p.Name)
			require.Contains(t, path, "{"+p.Name+"}")
		}
	}
	for _, match := range regexp.MustCompile(`\{(\w+)\}`).FindAllStringSubmatch(path, -1) {
		require.True(t, seen["path "+match[1]], "%s does not describe %s", path, match[1])
	}
}

// Every schema is one of JSON Schema 2020-12, which OpenAPI 3.1 goes by, and
// everything that it refers to is there.
func TestDocument_SchemasAreValid(t *testing.T) {
	t.Parallel()
	raw, err := app.Document()
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	require.NoError(t, err)
	compiler := jsonschema.NewCompiler()
	const at = "https://allot.example/openapi.json"
	require.NoError(t, compiler.AddResource(at, doc))
	schemas := doc.(map[string]any)["components"].(map[string]any)["schemas"]
	found := 0
	var walk func(pointer string, v any)
	walk = func(pointer string, v any) {
		object, _ := v.(map[string]any)
		for name, each := range object {
			place := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(name)
			if name == "schema" || pointer == "/components/schemas" {
				found++
				if ref, ok := each.(map[string]any)["$ref"].(string); ok {
					require.Contains(t, schemas, strings.TrimPrefix(ref, "#/components/schemas/"), place)
					continue // compiled where it stands
				}
				_, err := compiler.Compile(at + "#" + place)
				require.NoError(t, err, place)
				continue
			}
			walk(place, each)
		}
		list, _ := v.([]any)
		for i, each := range list {
			walk(pointer+"/"+strconv.Itoa(i), each)
		}
	}
	walk("", doc)
	require.Greater(t, found, 700)
}

// A client is written from what the document says of a member.
func TestDocument_DescribesEveryMember(t *testing.T) {
	t.Parallel()
	raw, err := app.Document()
	require.NoError(t, err)
	require.Less(t, len(raw), 1_300_000, "the document was 2.7 MB once, because every operation repeated what all have")
	type node struct {
		Ref                string `json:"$ref"`
		Title, Description string
		Properties         map[string]json.RawMessage
		Items              json.RawMessage
		AnyOf              []json.RawMessage `json:"anyOf"`
		Additional         json.RawMessage   `json:"additionalProperties"`
	}
	var doc struct {
		Components struct{ Schemas map[string]json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	var missing []string
	found := 0
	var walk func(at string, raw json.RawMessage)
	walk = func(at string, raw json.RawMessage) {
		if len(raw) == 0 || raw[0] != '{' {
			return
		}
		var n node
		require.NoError(t, json.Unmarshal(raw, &n), at)
		for name, p := range n.Properties {
			var member node
			require.NoError(t, json.Unmarshal(p, &member), at)
			found++
			if said := letters(member.Description); said == "" || said == letters(name) || said == letters(member.Title) {
				missing = append(missing, at+"."+name)
			}
			walk(at+"."+name, p)
		}
		walk(at, n.Items)
		walk(at, n.Additional)
		for _, branch := range n.AnyOf {
			walk(at, branch)
		}
	}
	for name, s := range doc.Components.Schemas {
		walk(name, s)
	}
	slices.Sort(missing)
	require.Empty(t, missing, "give the field the tag doc; or, if the name means the same everywhere, give it a line in glossary.go")
	require.Greater(t, found, 3000)
}

// letters returns a text without case, spaces and signs: a description that is the name again says
// nothing.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}

// Generators make a type of each schema and of each shared parameter, in one space of names.
func TestDocument_ParametersAndSchemasShareNoName(t *testing.T) {
	t.Parallel()
	raw, err := app.Document()
	require.NoError(t, err)
	var doc struct {
		Components struct{ Schemas, Parameters map[string]json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	for name := range doc.Components.Parameters {
		require.NotContains(t, doc.Components.Schemas, name)
	}
	require.Contains(t, doc.Components.Parameters, "CountryParam")
}

func TestDocument_TellsEverythingOfEachOperation(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string           `json:"operationId"`
			Summary     string           `json:"summary"`
			Tags        []string         `json:"tags"`
			Security    []map[string]any `json:"security"`
			Responses   map[string]any   `json:"responses"`
			Description string           `json:"description"`
		} `json:"paths"`
		Security []map[string]any `json:"security"`
	}
	require.NoError(t, json.Unmarshal(got, &doc))
	require.NotEmpty(t, doc.Paths)
	ids := map[string]string{}
	for path, operations := range doc.Paths {
		for method, o := range operations {
			at := method + " " + path
			require.NotEmpty(t, o.Summary, at)
			require.NotEmpty(t, o.Tags, at)
			require.NotEmpty(t, o.Description, at)
			if o.Security == nil {
				o.Security = doc.Security
			}
			require.NotNil(t, o.Security, "%s must say who may call it", at)
			require.Empty(t, ids[o.OperationID], "%s and %s share an id", at, ids[o.OperationID])
			ids[o.OperationID] = at
			if len(o.Security) > 0 {
				require.Contains(t, o.Responses, "401", at)
				if _, basic := o.Security[0]["Basic"]; !basic { // whoever has the password may do all
					require.Contains(t, o.Responses, "403", at)
				}
			}
			require.Contains(t, o.Responses, "default", "%s: a service may have a fault", at)
			require.NotContains(t, o.Responses, "422", at)
		}
	}
}

// A validator takes a list of words as all that there is: null must be one of
// them where the type says so.
func TestDocument_NullIsAmongTheWordsWhereItIsAllowed(t *testing.T) {
	t.Parallel()
	got, err := app.Document()
	require.NoError(t, err)
	var doc any
	require.NoError(t, json.Unmarshal(got, &doc))
	found := 0
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			types, _ := v["type"].([]any)
			words, isEnum := v["enum"].([]any)
			if isEnum && slices.Contains(types, any("null")) {
				found++
				require.Contains(t, words, nil, at)
			}
			for key, each := range v {
				walk(at+"/"+key, each)
			}
		case []any:
			for _, each := range v {
				walk(at, each)
			}
		}
	}
	walk("", doc)
	require.Positive(t, found)
}
