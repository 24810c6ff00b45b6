package facts

import (
	"encoding/json"
)

// Kind tells how many records of a category a property has.
type Kind string

// The kinds, as in x-kind.
const (
	KindSingle Kind = "single"
	KindArray  Kind = "array"
)

// Names of what an array record carries beside its facts. They are columns of
// the record, not part of its data.
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
	words   *lexicons
}

// IsArray tells whether a property can have several records.
func (c *Category) IsArray() bool { return c.Kind == KindArray }

// Field finds a fact by its key.
func (c *Category) Field(key string) (*Field, bool) { return findField(c.Fields, key) }

// Required are the fields that publication asks for.
func (c *Category) Required() []*Field {
	var out []*Field
	for _, f := range c.Fields {
		if f.Required {
			out = append(out, f)
		}
	}
	return out
}

// TitleIn is the title in a language; see Schema for which there are.
func (c *Category) TitleIn(lang string) string { return c.words.of(lang).category(c).Title }

// DescriptionIn says in a language what belongs into the category.
func (c *Category) DescriptionIn(lang string) string { return c.words.of(lang).category(c).Description }

// FieldTitleIn is the title of a field of this catalogue in a language.
func (c *Category) FieldTitleIn(lang string, f *Field) string { return c.words.of(lang).title(f) }

// LabelIn is a value of an enumeration in words of a language.
func (c *Category) LabelIn(lang string, f *Field, value string) string {
	return c.words.of(lang).label(f, value)
}
