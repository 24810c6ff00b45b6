package app

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// document is the description of the API, as far as tests are made of it.
type document struct {
	Paths      map[string]map[string]*operation
	Components struct {
		Schemas    map[string]*schema
		Parameters map[string]parameterOf
	}
}

type parameterOf struct {
	Ref      string `json:"$ref"`
	Name, In string
}

type operation struct {
	OperationID string `json:"operationId"`
	Parameters  []parameterOf
	RequestBody struct {
		Content map[string]struct{ Schema *schema }
	} `json:"requestBody"`
	Responses map[string]struct {
		Content map[string]struct{ Schema *schema }
	}

	name, method, path string // name is both others
}

type schema struct {
	Ref        string `json:"$ref"`
	Type       any
	ReadOnly   bool `json:"readOnly"`
	Properties map[string]*schema
	Required   []string
	Items      *schema
	AnyOf      []*schema `json:"anyOf"`
	// Additional is false, true or a schema.
	Additional json.RawMessage `json:"additionalProperties"`
}

func readDocument(t *testing.T) *document {
	t.Helper()
	raw, err := Document()
	require.NoError(t, err)
	var d document
	require.NoError(t, json.Unmarshal(raw, &d))
	return &d
}

// operations are all of them, in the order of their paths.
func (d *document) operations() []*operation {
	var list []*operation
	for _, path := range slices.Sorted(maps.Keys(d.Paths)) {
		for _, method := range slices.Sorted(maps.Keys(d.Paths[path])) {
			o := d.Paths[path][method]
			o.method, o.path = strings.ToUpper(method), path
			o.name = o.method + " " + path
			for i, p := range o.Parameters {
				if p.Ref != "" {
					o.Parameters[i] = d.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")]
				}
			}
			list = append(list, o)
		}
	}
	return list
}

// alternatives are the schemas that a value can have, without references.
func (d *document) alternatives(s *schema) []*schema {
	if s == nil {
		return nil
	}
	if s.Ref != "" {
		return d.alternatives(d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")])
	}
	if len(s.AnyOf) == 0 {
		return []*schema{s}
	}
	var list []*schema
	for _, branch := range s.AnyOf {
		list = append(list, d.alternatives(branch)...)
	}
	return list
}

func (s *schema) is(kind string) bool {
	types, _ := s.Type.([]any)
	return s.Type == kind || slices.Contains(types, any(kind))
}

func (s *schema) closed() bool { return string(s.Additional) == "false" }

// answer is the schema of success, nil for an answer without a body or a file.
func (o *operation) answer() *schema {
	for _, status := range []string{"200", "201", "202"} {
		if c, ok := o.Responses[status].Content["application/json"]; ok {
			return c.Schema
		}
	}
	return nil
}

func (o *operation) has(in, name string) bool {
	for _, p := range o.Parameters {
		if p.In == in && p.Name == name {
			return true
		}
	}
	return false
}

// Answers may get new members at any time; a client must not refuse them.
func TestDocument_answersAreOpen(t *testing.T) {
	t.Parallel()
	d := readDocument(t)
	seen := map[*schema]bool{}
	var walk func(at string, s *schema)
	walk = func(at string, s *schema) {
		for _, s := range d.alternatives(s) {
			if seen[s] {
				continue
			}
			seen[s] = true
			// The schemas of fact categories are a contract of their own.
			require.True(t, !s.closed() || strings.Contains(at, "acts"), at)
			walk(at+"[]", s.Items)
			for name, p := range s.Properties {
				walk(at+"."+name, p)
			}
		}
	}
	for _, o := range d.operations() {
		if a := o.answer(); a != nil {
			walk(o.name, a)
		}
	}
	require.Greater(t, len(seen), 300)
}

// An entry that nothing shows is left over from a name that is gone, or misspelt.
func TestMeanings_areAllShown(t *testing.T) {
	t.Parallel()
	raw, err := Document()
	require.NoError(t, err)
	var text bytes.Buffer
	require.NoError(t, json.Compact(&text, raw))
	var unused []string
	for name, meaning := range meanings() {
		quoted := strconv.Quote(meaning)
		if !strings.Contains(text.String(), `"description":`+quoted) {
			unused = append(unused, name)
		}
	}
	for name, shown := range schemaNames {
		if !strings.Contains(text.String(), `"`+shown+`":{`) {
			unused = append(unused, name)
		}
	}
	slices.Sort(unused)
	require.Empty(t, unused, "of the glossary, they are the description of nothing")
}
