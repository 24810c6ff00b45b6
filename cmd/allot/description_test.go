package main

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"allot/internal/app"
	"allot/internal/platform/httpx/apidoc"
)

// description holds answers against the published OpenAPI document. All tests
// share one, because to read the document takes time.
type description struct {
	paths      map[string]any // of the document, by template
	components map[string]any

	mu       sync.Mutex
	compiler *jsonschema.Compiler
	schemas  map[string]*jsonschema.Schema // by their place in the document
}

var readDescription = sync.OnceValues(func() (*description, error) {
	raw, err := app.Document()
	if err != nil {
		return nil, err
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	root := doc.(map[string]any)
	d := &description{paths: root["paths"].(map[string]any), components: root["components"].(map[string]any), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	d.compiler.AssertFormat()
	return d, d.compiler.AddResource(describedAt, doc)
})

const describedAt = "https://allot.example/openapi.json"

func newDescription(t *testing.T) *description {
	t.Helper()
	d, err := readDescription()
	require.NoError(t, err)
	return d
}

// check fails the test where an answer differs from the document.
func (d *description) check(t *testing.T, method, path string, a answer) {
	t.Helper()
	path, _, _ = strings.Cut(path, "?")
	if err := d.compare(strings.ToLower(method), path, a); err != nil {
		t.Errorf("%s %s does not answer as described: %v (%d %s)", method, path, err, a.status, a.raw)
	}
}

// compare wants the document to have the operation, the status, the content
// type and a schema that the body fits.
func (d *description) compare(method, path string, a answer) error {
	template, ok := d.template(method, path)
	if !ok {
		return errors.New("no such operation")
	}
	response, at, err := d.response(template, method, a.status)
	if err != nil {
		return err
	}
	contents, ok := member(response, "content")
	if !ok {
		if a.raw != "" {
			return errors.New("no body expected")
		}
		return nil
	}
	kind, ok := described(contents, a.header.Get("Content-Type"))
	if !ok {
		return fmt.Errorf("no such content type: %q", a.header.Get("Content-Type"))
	}
	if kind != "application/json" {
		return nil
	}
	body, err := jsonschema.UnmarshalJSON(strings.NewReader(a.raw))
	if err != nil {
		return err
	}
	schema, err := d.schema(append(at, "content", kind, "schema"))
	if err != nil {
		return err
	}
	return schema.Validate(body)
}

// response finds a response and where it stands: with the operation, or shared by many.
func (d *description) response(template, method string, status int) (response map[string]any, at []string, err error) {
	at = []string{"paths", template, method, "responses", strconv.Itoa(status)}
	response, ok := member(d.paths, at[1:]...)
	if body := method != "get"; !ok && slices.Contains(apidoc.Everywhere, status) && (body || status < 410 || status > 420) { // 413 and 415 are about a body
		at[4] = "default"
		response, ok = member(d.paths, at[1:]...)
	}
	if !ok {
		return nil, nil, errors.New("no such status")
	}
	if ref, shared := response["$ref"].(string); shared {
		name := strings.TrimPrefix(ref, "#/components/responses/")
		at = []string{"components", "responses", name}
		if response, ok = member(d.components, at[1:]...); !ok {
			return nil, nil, errors.New("no such response: " + ref)
		}
	}
	return response, at, nil
}

// member is the object at the end of a path of names.
func member(object map[string]any, names ...string) (map[string]any, bool) {
	for _, name := range names {
		var ok bool
		if object, ok = object[name].(map[string]any); !ok {
			return nil, false
		}
	}
	return object, true
}

// template finds the path of the document that a path belongs to. One with a
// fixed word goes before one that has a parameter in its place.
func (d *description) template(method, path string) (best string, found bool) {
	parts, fixed := strings.Split(path, "/"), -1
	for template, item := range d.paths {
		if item.(map[string]any)[method] == nil {
			continue
		}
		if n, ok := fits(strings.Split(template, "/"), parts); ok && n > fixed {
			best, fixed, found = template, n, true
		}
	}
	return best, found
}

// fits reports whether a path fits a template, and how many parts are the same.
func fits(template, path []string) (same int, ok bool) {
	if len(template) != len(path) {
		return 0, false
	}
	for i, part := range template {
		switch {
		case part == path[i]:
			same++
		case !strings.HasPrefix(part, "{") || path[i] == "":
			return 0, false
		}
	}
	return same, true
}

// described is the name under which the document has a content type.
func described(contents map[string]any, got string) (string, bool) {
	want, _, err := mime.ParseMediaType(got)
	if err != nil {
		return "", false
	}
	for name := range contents {
		if kind, _, err := mime.ParseMediaType(name); err == nil && kind == want {
			return name, true
		}
	}
	return "", false
}

func (d *description) schema(at []string) (*jsonschema.Schema, error) {
	pointer := ""
	for _, part := range at {
		pointer += "/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(part)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if s, ok := d.schemas[pointer]; ok {
		return s, nil
	}
	s, err := d.compiler.Compile(describedAt + "#" + pointer)
	if err == nil {
		d.schemas[pointer] = s
	}
	return s, err
}

// The check is worth something only if it finds what differs.
func TestDescription_findsDifferences(t *testing.T) {
	t.Parallel()
	d := newDescription(t)
	header := http.Header{"Content-Type": {"application/json"}}
	for name, tc := range map[string]struct {
		method, path string
		answer       answer
		same         bool
	}{
		"as described":       {"get", "/api/auth/check-token/", answer{status: 401, header: header, raw: `{"code":"unauthorized","message":"x","details":{},"request_id":"y"}`}, true},
		"another path":       {"get", "/api/auth/check-tokens/", answer{status: 200, header: header, raw: `{}`}, false},
		"another method":     {"patch", "/api/auth/check-token/", answer{status: 200, header: header, raw: `{}`}, false},
		"a refusal of all":   {"get", "/api/auth/check-token/", answer{status: 503, header: header, raw: `{"code":"unavailable","message":"x"}`}, true},
		"about no body":      {"get", "/api/auth/check-token/", answer{status: 413, header: header, raw: `{"code":"too_large","message":"x"}`}, false},
		"about a body":       {"post", "/api/auth/logout/", answer{status: 413, header: header, raw: `{"code":"too_large","message":"x"}`}, true},
		"a broken refusal":   {"get", "/api/auth/check-token/", answer{status: 500, header: header, raw: `{"message":"x"}`}, false},
		"a refusal of none":  {"get", "/api/auth/check-token/", answer{status: 418, header: header, raw: `{"code":"x","message":"x"}`}, false},
		"another status":     {"get", "/api/auth/check-token/", answer{status: 299, header: header, raw: `{}`}, false},
		"a missing member":   {"get", "/api/auth/check-token/", answer{status: 401, header: header, raw: `{"message":"x"}`}, false},
		"another type":       {"get", "/api/auth/check-token/", answer{status: 401, header: header, raw: `{"code":1,"message":"x","details":{},"request_id":"y"}`}, false},
		"another media type": {"get", "/api/auth/check-token/", answer{status: 401, header: http.Header{"Content-Type": {"text/plain"}}, raw: `x`}, false},
	} {
		err := d.compare(tc.method, tc.path, tc.answer)
		require.Equal(t, tc.same, err == nil, "%s: %v", name, err)
	}
}
