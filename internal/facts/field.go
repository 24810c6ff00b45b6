package facts

import (
	"regexp"
	"slices"

	"github.com/shopspring/decimal"
)

// Type is the shape of a field's value.
type Type string

// The types. What a text means is said by Field.Format, what an object means
// (season, hours, money) by Field.Def.
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

// Field is one fact: what a form, a table or a document needs to know of it.
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

	exempt *condition
	home   home
}

// home is where the words of a field are in a labels file: below a shared type
// or below a category.
type home struct {
	def, category, path string
}

// condition makes a publish-required field pointless.
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

// enum is the field or list entry that has values to choose from.
func (f *Field) enum() *Field {
	if f.Type == TypeList {
		return f.Item
	}
	return f
}
