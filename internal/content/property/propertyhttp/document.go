package propertyhttp

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/shopspring/decimal"

	"allot/internal/content/facts"
)

// anyCategory returns the schema of a body of facts: a record of some category, or a list of
// records. It adds the schemas of the categories to the registry.
func anyCategory(r huma.Registry) *huma.Schema {
	var records, lists []*huma.Schema
	for _, c := range facts.Load().Categories() {
		name := "Facts" + camel(c.Key)
		if r.Map()[name] == nil {
			s := object(c.Fields)
			s.Description = c.Description
			if c.IsArray() {
				s.Properties["id"] = &huma.Schema{Type: huma.TypeInteger, Format: "int64", Description: "Id of the record, for life"}
				s.Properties["position"] = &huma.Schema{Type: huma.TypeInteger, Description: "Order on the sheet"}
			}
			r.Map()[name] = s
		}
		ref := &huma.Schema{Ref: "#/components/schemas/" + name}
		records = append(records, ref)
		if c.IsArray() {
			lists = append(lists, &huma.Schema{Type: huma.TypeArray, Items: ref, MaxItems: limit(facts.MaxRecords)})
		}
	}
	return &huma.Schema{AnyOf: append(records, lists...), Description: "As the schema of the category says"}
}

func camel(key string) string {
	var b strings.Builder
	for word := range strings.SplitSeq(key, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func object(fields []*facts.Field) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}, AdditionalProperties: false}
	for _, f := range fields {
		s.Properties[f.Key] = documented(f)
		if f.Needed {
			s.Required = append(s.Required, f.Key)
		}
	}
	return s
}

// documented returns the schema of a field of the catalogue.
func documented(f *facts.Field) *huma.Schema {
	s := shape(f)
	s.Title, s.Description, s.ReadOnly = f.Title, meaning(f), f.ReadOnly
	s.Extensions = map[string]any{}
	if f.Unit != "" {
		s.Extensions["x-unit"] = f.Unit
	}
	if f.Required {
		s.Extensions["x-required-to-publish"] = true
	}
	return s
}

func shape(f *facts.Field) *huma.Schema {
	switch f.Type {
	case facts.TypeI18n:
		return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: text(f)}
	case facts.TypeInteger:
		return number(huma.TypeInteger, f)
	case facts.TypeNumber:
		return number(huma.TypeNumber, f)
	case facts.TypeBool:
		return &huma.Schema{Type: huma.TypeBoolean}
	case facts.TypeEnum:
		s := &huma.Schema{Type: huma.TypeString}
		for _, v := range f.Values {
			s.Enum = append(s.Enum, v)
		}
		return s
	case facts.TypeList:
		return &huma.Schema{Type: huma.TypeArray, Items: documented(f.Item), MaxItems: limit(f.MaxItems), UniqueItems: f.Unique}
	case facts.TypeObject:
		return object(f.Fields)
	default:
		return text(f)
	}
}

func text(f *facts.Field) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, MinLength: limit(f.MinLength), MaxLength: limit(f.MaxLength)}
	if f.Pattern != nil {
		s.Pattern = f.Pattern.String()
	}
	return s
}

func number(kind string, f *facts.Field) *huma.Schema {
	return &huma.Schema{Type: kind, Minimum: float(f.Min), Maximum: float(f.Max), MultipleOf: float(f.Step)}
}

func float(d *decimal.Decimal) *float64 {
	if d == nil {
		return nil
	}
	n := d.InexactFloat64()
	return &n
}

func limit(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}
