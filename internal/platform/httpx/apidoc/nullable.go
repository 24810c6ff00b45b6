package apidoc

import (
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// documentNulls documents that objects and enums may be null, which the framework
// does only for simple values. It changes the document alone: optional members of
// requests are not made nullable. A member of an answer that may be missing or null
// has the tag orNull.
func documentNulls(doc *huma.OpenAPI) {
	schemas := doc.Components.Schemas
	for name, schema := range schemas.Map() {
		for _, p := range schema.Properties {
			// Every validator reads a list of words as all that there is.
			if p.Nullable && len(p.Enum) > 0 && !slices.Contains(p.Enum, nil) {
				p.Enum = append(slices.Clone(p.Enum), nil)
			}
		}
		t := schemas.TypeFromRef(SchemaPrefix + name)
		if t == nil || t.Kind() != reflect.Struct {
			continue
		}
		for _, f := range reflect.VisibleFields(t) {
			member, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			p := schema.Properties[member]
			isObject := f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct
			if !isObject || p == nil || p.Ref == "" || strings.Contains(options, "omit") && f.Tag.Get("orNull") == "" {
				continue
			}
			schema.Properties[member] = &huma.Schema{Description: p.Description, AnyOf: []*huma.Schema{{Ref: p.Ref}, {Type: "null"}}}
		}
	}
}
