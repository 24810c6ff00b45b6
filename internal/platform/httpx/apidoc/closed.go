package apidoc

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// strictSchemas closes the schemas of request bodies: names that a schema does not list
// are refused, and the document says so. Members that the operation
// only returns are listed as read-only, so that a response can be sent back whole.
type strictSchemas struct {
	schemas  huma.Registry
	reads    map[string][]*huma.Schema // answers of GETs, by record
	answered map[string]bool           // names of schemas that answers use
	within   map[string]bool           // schemas that are being closed: types may hold themselves
}

// closeRequests closes the bodies of all operations and returns the schema of each: what
// a body may hold depends on what other operations return.
func closeRequests(
	schemas huma.Registry, operations []*huma.Operation, declared func(*huma.Operation) Declared,
) map[*huma.Operation]*huma.Schema {
	c := &strictSchemas{
		schemas: schemas,
		reads:   map[string][]*huma.Schema{}, answered: map[string]bool{}, within: map[string]bool{},
	}
	for _, o := range operations {
		for _, a := range answersOf(o) {
			c.collect(a)
			if o.Method == http.MethodGet {
				c.reads[recordOf(o.Path)] = append(c.reads[recordOf(o.Path)], c.single(a))
			}
		}
	}
	closed := make(map[*huma.Operation]*huma.Schema, len(operations))
	for _, o := range operations {
		closed[o] = c.closeRequest(o, declared(o).Files)
	}
	return closed
}

// inOrder lists all operations in the order of their paths, so that the document is
// deterministic.
func inOrder(doc *huma.OpenAPI) []*huma.Operation {
	var list []*huma.Operation
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		list = append(list, operationsOf(doc.Paths[path])...)
	}
	return list
}

func operationsOf(item *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete}
	return slices.DeleteFunc(all, func(o *huma.Operation) bool { return o == nil })
}

// closeRequest closes the body of an operation, which may be a form with files as well.
// An operation without a body has one without members: it may be sent what it returns.
func (c *strictSchemas) closeRequest(o *huma.Operation, files []string) *huma.Schema {
	var known []*huma.Schema
	for _, a := range answersOf(o) {
		known = append(known, c.single(a))
	}
	known = append(known, c.reads[recordOf(o.Path)]...)
	closed := c.object(&huma.Schema{Type: huma.TypeObject}, known)
	if o.RequestBody == nil {
		return closed
	}
	if content := o.RequestBody.Content["application/json"]; content != nil {
		content.Schema = c.close(content.Schema, known)
		closed = content.Schema
	}
	if len(files) > 0 {
		o.RequestBody.Content["multipart/form-data"] = &huma.MediaType{
			Schema: form(Deref(c.schemas, o.RequestBody.Content["application/json"].Schema), files),
		}
	}
	return closed
}

// form returns the schema of a body as a form, with files beside its fields.
func form(body *huma.Schema, files []string) *huma.Schema {
	props := maps.Clone(body.Properties)
	maps.DeleteFunc(props, func(_ string, p *huma.Schema) bool { return p.ReadOnly }) // nobody sends an answer back as a form
	for _, f := range files {
		props[f] = Binary("The file")
	}
	return &huma.Schema{Type: huma.TypeObject, Properties: props, AdditionalProperties: false}
}

// answersOf returns the schemas of successful responses.
func answersOf(o *huma.Operation) []*huma.Schema {
	var list []*huma.Schema
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if a := o.Responses[status].Content["application/json"]; a != nil && strings.HasPrefix(status, "2") {
			list = append(list, a.Schema)
		}
	}
	return list
}

// verbs are parts of a path that name an action, not a record.
var verbs = []string{"create", "update", "edit", "view"}

// recordOf returns the path without verbs, which operations on one record share.
func recordOf(path string) string {
	parts := slices.DeleteFunc(strings.Split(path, "/"), func(p string) bool { return slices.Contains(verbs, p) })
	return strings.Join(parts, "/")
}

// single returns the schema of one entry of a page, or of the response itself.
func (c *strictSchemas) single(a *huma.Schema) *huma.Schema {
	s := Deref(c.schemas, a)
	if results := s.Properties["results"]; results != nil && s.Properties["count"] != nil && s.Properties["next"] != nil {
		return results.Items
	}
	return a
}

// collect records the names of the schemas that a response uses.
func (c *strictSchemas) collect(s *huma.Schema) {
	if s == nil {
		return
	}
	if name, ok := strings.CutPrefix(s.Ref, SchemaPrefix); ok {
		if c.answered[name] {
			return
		}
		c.answered[name] = true
		s = c.schemas.SchemaFromRef(s.Ref)
	}
	for _, p := range s.Properties {
		c.collect(p)
	}
	for _, b := range s.AnyOf {
		c.collect(b)
	}
	c.collect(s.Items)
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		c.collect(values)
	}
}

// close returns the schema with every object in it closed. answers are the schemas
// of the same record in responses.
func (c *strictSchemas) close(s *huma.Schema, answers []*huma.Schema) *huma.Schema {
	switch {
	case s == nil:
		return nil
	case s.Ref != "":
		return c.reference(s, answers)
	case len(s.AnyOf) > 0:
		out := *s
		out.AnyOf = make([]*huma.Schema, len(s.AnyOf))
		for i, branch := range s.AnyOf {
			out.AnyOf[i] = c.close(branch, answers)
		}
		return &out
	case s.Items != nil:
		out := *s
		out.Items = c.close(s.Items, c.inside(answers, huma.TypeArray, func(a *huma.Schema) *huma.Schema { return a.Items }))
		return &out
	case len(s.Properties) > 0:
		return c.object(s, answers)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		out := *s
		out.AdditionalProperties = c.close(values, c.inside(answers, huma.TypeObject, func(a *huma.Schema) *huma.Schema {
			v, _ := a.AdditionalProperties.(*huma.Schema)
			return v
		}))
		return &out
	}
	return s
}

// reference closes a named schema. One that responses use too stays open there, and
// its closed form gets another name.
func (c *strictSchemas) reference(s *huma.Schema, answers []*huma.Schema) *huma.Schema {
	name := strings.TrimPrefix(s.Ref, SchemaPrefix)
	target := c.schemas.SchemaFromRef(s.Ref)
	if c.answered[name] && target.AdditionalProperties != false {
		name += "Input"
		if known := c.schemas.Map()[name]; known != nil {
			target = known
		}
	}
	if !c.within[name] {
		c.within[name] = true
		c.schemas.Map()[name] = c.close(target, answers)
		delete(c.within, name)
	}
	out := *s
	out.Ref = SchemaPrefix + name
	return &out
}

// answeredOnly is the schema of a member that a body may have because the answer has it.
// What it is stands there.
var answeredOnly = &huma.Schema{ReadOnly: true, Description: "As in the answer; ignored when sent"}

func (c *strictSchemas) object(s *huma.Schema, answers []*huma.Schema) *huma.Schema {
	out := *s
	out.AdditionalProperties = false
	out.Properties = make(map[string]*huma.Schema, len(s.Properties))
	for name, p := range s.Properties {
		if p.ReadOnly { // another operation with this body answers it
			out.Properties[name] = p
			continue
		}
		out.Properties[name] = c.close(p, c.inside(answers, huma.TypeObject, func(a *huma.Schema) *huma.Schema { return a.Properties[name] }))
	}
	for _, a := range answers {
		if a = Fitting(c.schemas, a, huma.TypeObject); a == nil {
			continue
		}
		for name := range a.Properties {
			if out.Properties[name] == nil {
				out.Properties[name] = answeredOnly
			}
		}
	}
	return &out
}

// inside returns the parts of answers that step selects.
func (c *strictSchemas) inside(answers []*huma.Schema, kind string, step func(*huma.Schema) *huma.Schema) []*huma.Schema {
	var list []*huma.Schema
	for _, a := range answers {
		if a = Fitting(c.schemas, a, kind); a == nil {
			continue
		}
		if part := step(a); part != nil {
			list = append(list, part)
		}
	}
	return list
}
