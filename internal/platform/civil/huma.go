package civil

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Schema documents a date as text. A field that may be without a date says so
// with the tag nullable:"true": huma does not tell a type whether it is optional.
func (Date) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "date", Examples: []any{"2030-05-31"}}
}

// Receiver lets a Date be a query or path parameter: huma looks at the kind
// before it looks for UnmarshalText and would read the day number itself.
func (d *Date) Receiver() reflect.Value {
	return reflect.ValueOf(&parameter{date: d}).Elem()
}

type parameter struct{ date *Date }

// UnmarshalText fills the Date that the parameter stands for.
func (p *parameter) UnmarshalText(text []byte) error { return p.date.UnmarshalText(text) }
