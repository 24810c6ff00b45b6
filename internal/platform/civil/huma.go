package civil

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Schema documents a date as text. An optional field needs the tag
// nullable:"true": huma does not tell a type whether it is optional.
func (Date) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date", Examples: []any{"2030-05-31"}}
}

// Receiver makes a Date usable as a query or path parameter: huma looks at the
// kind before UnmarshalText and would parse a day number.
func (d *Date) Receiver() reflect.Value {
	return reflect.ValueOf(&parameter{date: d}).Elem()
}

type parameter struct{ date *Date }

// UnmarshalText sets the Date of the parameter.
func (p *parameter) UnmarshalText(text []byte) error { return p.date.UnmarshalText(text) }
