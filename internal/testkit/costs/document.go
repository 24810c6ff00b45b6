// Package costs makes the bodies of requests that cost the program the most, from the
// OpenAPI document: the largest that it takes, and those that make it work the longest
// before it refuses them.
package costs

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Schema is a JSON schema.
type Schema = map[string]any

// Operation is one that takes a body.
type Operation struct {
	Method, Path string
	ID           string
	Media        []string // of the body
	JSON         Schema   // of a JSON body; nil: it takes none
}

// Document is what the OpenAPI document says of bodies.
type Document struct {
	Operations []Operation // by path and method
	schemas    map[string]Schema
}

// Read reads the OpenAPI document.
func Read(raw []byte) (*Document, error) {
	var doc struct {
		Paths map[string]map[string]struct {
			OperationID string
			RequestBody *struct {
				Content map[string]struct{ Schema Schema }
			}
		}
		Components struct{ Schemas map[string]Schema }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, fmt.Errorf("read the document: %w", err)
	}
	d := &Document{schemas: doc.Components.Schemas}
	for path, methods := range doc.Paths {
		for method, o := range methods {
			if o.RequestBody == nil {
				continue
			}
			op := Operation{Method: strings.ToUpper(method), Path: path, ID: o.OperationID}
			for media, c := range o.RequestBody.Content {
				op.Media = append(op.Media, media)
				if media == "application/json" {
					op.JSON = c.Schema
				}
			}
			slices.Sort(op.Media)
			d.Operations = append(d.Operations, op)
		}
	}
	slices.SortFunc(d.Operations, func(a, b Operation) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	return d, nil
}

// resolve follows a reference.
func (d *Document) resolve(s Schema) Schema {
	for {
		ref, _ := s["$ref"].(string)
		if ref == "" {
			return s
		}
		s = d.schemas[strings.TrimPrefix(ref, "#/components/schemas/")]
	}
}

// fitting returns the alternative of a schema that is of a type; nil: none is.
func (d *Document) fitting(s Schema, kind string) Schema {
	s = d.resolve(s)
	branches, _ := s["anyOf"].([]any)
	for _, b := range branches {
		if found := d.fitting(asSchema(b), kind); found != nil {
			return found
		}
	}
	if ofType(s, kind) {
		return s
	}
	return nil
}

func ofType(s Schema, kind string) bool {
	switch t := s["type"].(type) {
	case string:
		return t == kind
	case []any:
		return slices.Contains(t, any(kind))
	}
	return false
}

func asSchema(v any) Schema {
	s, _ := v.(Schema)
	return s
}

// members returns the members of an object that a caller may send.
func members(s Schema) (names []string, of map[string]Schema) {
	of = map[string]Schema{}
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		if member := asSchema(p); member["readOnly"] != true {
			names, of[name] = append(names, name), member
		}
	}
	slices.Sort(names)
	return names, of
}

// most returns how many entries a list has at most.
func most(list Schema) int {
	n, _ := list["maxItems"].(float64)
	return int(n)
}
