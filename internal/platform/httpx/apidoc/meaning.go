package apidoc

import "github.com/danielgtaylor/huma/v2"

// describeMembers gives members without a description that of the glossary, and takes
// away what JSON Schema assumes anyway.
func describeMembers(doc *huma.OpenAPI, glossary map[string]string) {
	for name, schema := range doc.Components.Schemas.Map() {
		describeWithin(schema, name, glossary)
	}
}

// describeWithin describes the members of a schema, or of the member that it is called by.
func describeWithin(s *huma.Schema, name string, glossary map[string]string) {
	if s == nil {
		return
	}
	if s.AdditionalProperties == true {
		s.AdditionalProperties = nil
	}
	for member, p := range s.Properties {
		if p.Description == "" && p.Title == "" && !p.ReadOnly {
			described := *p // others may share it
			described.Description = glossary[name+"."+member]
			if described.Description == "" {
				described.Description = glossary[member]
			}
			p = &described
			s.Properties[member] = p
		}
		if p.Ref == "" {
			describeWithin(p, member, glossary)
		}
	}
	describeWithin(s.Items, name, glossary)
	for _, branch := range s.AnyOf {
		describeWithin(branch, name, glossary)
	}
	if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
		describeWithin(values, name, glossary)
	}
}
