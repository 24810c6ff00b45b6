package facts

import (
	"encoding/json"
)

// Kind says how many records of a category a property can have.
type Kind string

// The kinds, as in x-kind.
const (
	KindSingle Kind = "single"
	KindArray  Kind = "array"
)

// The names of the id and position of an array record. They are columns of the
// record, not part of its data.
const (
	keyID       = "id"
	keyPosition = "position"
)

// Category is a group of facts that is read and written together.
type Category struct {
	Key         string
	Title       string // English
	Description string // English
	Kind        Kind
	Order       int      // on the sheet, from 1
	Weight      int      // in the sheet's score
	Expected    bool     // every property has at least one record
	Fields      []*Field // in the order of the sheet; of an array without id and position

	all     []*Field // Fields, and id and position before them
	source  *node
	schemas map[string]json.RawMessage // by language
	labels  *labelSets
}

// IsArray reports whether a property can have several records.
func (c *Category) IsArray() bool { return c.Kind == KindArray }

// Field returns a field by its key.
func (c *Category) Field(key string) (*Field, bool) { return findField(c.Fields, key) }

// Required lists the fields that publication requires.
func (c *Category) Required() []*Field {
	var out []*Field
	for _, f := range c.Fields {
		if f.Required {
			out = append(out, f)
		}
	}
	return out
}

// TitleIn returns the title in a language; see Schema for the languages.
func (c *Category) TitleIn(lang string) string { return c.labels.in(lang).category(c).Title }

// DescriptionIn returns the description of the category in a language.
func (c *Category) DescriptionIn(lang string) string {
	return c.labels.in(lang).category(c).Description
}

// FieldTitleIn returns the title of a field of this catalogue in a language.
func (c *Category) FieldTitleIn(lang string, f *Field) string { return c.labels.in(lang).title(f) }

// LabelIn returns the label of a value of an enumeration in a language.
func (c *Category) LabelIn(lang string, f *Field, value string) string {
	return c.labels.in(lang).label(f, value)
}
