package facts

import (
	"regexp"
	"slices"

	"github.com/shopspring/decimal"
)

// Type is the type of a field's value.
type Type string

// The types. Field.Format is the meaning of a text, Field.Def that of an object
// (season, hours, money).
const (
	TypeText    Type = "text"
	TypeI18n    Type = "i18n" // an object of texts by language
	TypeInteger Type = "integer"
	TypeNumber  Type = "number"
	TypeBool    Type = "bool"
	TypeEnum    Type = "enum"
	TypeList    Type = "list"   // of Item
	TypeObject  Type = "object" // of Fields
)

// Field describes one fact for forms, tables and documents.
type Field struct {
	Key         string
	Title       string // English
	Description string // English; says how to fill it, often empty
	Type        Type
	Def         string // name of the shared type: offer, season, hours, money, …
	Format      string // of a text: email, uri, date, hour-minute, country, …
	Unit        string // key: m2, persons, …
	UnitLabel   string // English
	Values      []string
	Labels      map[string]string // English, of Values
	Required    bool              // to publish
	Needed      bool              // always, inside its object
	ReadOnly    bool
	Item        *Field   // of a list
	Fields      []*Field // of an object

	Min, Max, Step       *decimal.Decimal
	MinLength, MaxLength int // of a text, and of each text of an i18n
	MaxItems             int // of a list, and the languages of an i18n; 0: no limit
	Unique               bool
	Pattern              *regexp.Regexp
	Example              string
	Default              any // what an absent value is taken for: text or bool, else nil

	exempt    *condition
	labelPath labelPath
}

// labelPath is the place of a field's labels in a labels file: below a shared type or below a
// category.
type labelPath struct {
	def, category, path string
}

// condition makes a required field unnecessary, if another field has a value.
type condition struct {
	field string
	value any // string or bool
}

// Find returns the field below an object, or below the entries of a list.
func (f *Field) Find(key string) (*Field, bool) {
	fields := f.Fields
	if f.Type == TypeList {
		fields = f.Item.Fields
	}
	return findField(fields, key)
}

func findField(fields []*Field, key string) (*Field, bool) {
	i := slices.IndexFunc(fields, func(f *Field) bool { return f.Key == key })
	if i < 0 {
		return nil, false
	}
	return fields[i], true
}

// enum returns the field, or the entry of a list, that has the values of an enumeration.
func (f *Field) enum() *Field {
	if f.Type == TypeList {
		return f.Item
	}
	return f
}
