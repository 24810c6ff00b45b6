package app_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app"
)

// Every list that a request may hold has a bound, so that it can be enforced while the
// body arrives.
func TestDocument_ListsOfRequestsAreBounded(t *testing.T) {
	t.Parallel()
	raw, err := app.Document()
	require.NoError(t, err)
	var doc struct {
		Paths map[string]map[string]struct {
			RequestBody struct {
				Content map[string]struct{ Schema map[string]any }
			}
		}
		Components struct{ Schemas map[string]map[string]any }
	}
	require.NoError(t, json.Unmarshal(raw, &doc))
	w := unbounded{schemas: doc.Components.Schemas, within: map[string]bool{}}
	for path, methods := range doc.Paths {
		for method, o := range methods {
			for _, content := range o.RequestBody.Content {
				w.walk(content.Schema, method+" "+path)
			}
		}
	}
	slices.Sort(w.found)
	require.Empty(t, w.found)
	require.Greater(t, w.lists, 50)
}

// unbounded collects the lists without a bound.
type unbounded struct {
	schemas map[string]map[string]any
	within  map[string]bool
	found   []string
	lists   int
}

func (w *unbounded) walk(schema any, at string) {
	s, ok := schema.(map[string]any)
	if !ok || s["readOnly"] == true {
		return
	}
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		if !w.within[name] {
			w.within[name] = true
			w.walk(w.schemas[name], at)
			delete(w.within, name)
		}
		return
	}
	if items, ok := s["items"]; ok {
		w.lists++
		if s["maxItems"] == nil {
			w.found = append(w.found, at)
		}
		w.walk(items, at+"[]")
	}
	branches, _ := s["anyOf"].([]any)
	for _, b := range branches {
		w.walk(b, at)
	}
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		w.walk(p, at+"."+name)
	}
	w.walk(s["additionalProperties"], at+".*")
}
