package apidoc

import "github.com/danielgtaylor/huma/v2"

// SchemaPrefix begins references to schemas.
const SchemaPrefix = "#/components/schemas/"

// Deref returns the schema that a reference leads to, or the schema itself.
func Deref(r huma.Registry, s *huma.Schema) *huma.Schema {
	for s != nil && s.Ref != "" {
		s = r.SchemaFromRef(s.Ref)
	}
	return s
}

// Fitting returns the schema of an object, a list or a text among the alternatives;
// nil if there is none, or several.
func Fitting(reg huma.Registry, s *huma.Schema, kind string) *huma.Schema {
	s = Deref(reg, s)
	switch {
	case s == nil:
		return nil
	case len(s.AnyOf) == 0 && s.Type == kind:
		return s
	}
	var found *huma.Schema
	for _, branch := range s.AnyOf {
		branch = Fitting(reg, branch, kind)
		if branch != nil && found != nil {
			return nil
		}
		if branch != nil {
			found = branch
		}
	}
	return found
}

// Binary is the schema of a file.
func Binary(description string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "binary", Description: description}
}
