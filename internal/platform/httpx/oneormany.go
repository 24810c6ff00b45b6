package httpx

import (
	"bytes"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/httpx/apidoc"
)

// OneOrMany is a body that is one object or a list of them. Its operation must set
// ChecksBody: the body is checked against the form that was sent, because a choice
// of two schemas could only report that neither fits.
type OneOrMany[T any] struct {
	Many  bool // it is a list
	Items []T  // exactly one where Many is false
	raw   []byte
}

// maxMany bounds the list.
const maxMany = 1000

// UnmarshalJSON keeps the text for Resolve.
func (o *OneOrMany[T]) UnmarshalJSON(raw []byte) error {
	o.raw, o.Many = bytes.Clone(raw), bytes.HasPrefix(bytes.TrimSpace(raw), []byte("["))
	return nil
}

// Resolve checks the body and reads it.
func (o *OneOrMany[T]) Resolve(_ huma.Context, prefix *huma.PathBuffer) []error {
	var value any
	if err := json.Unmarshal(o.raw, &value); err != nil {
		return []error{err}
	}
	registry := huma.NewMapRegistry(apidoc.SchemaPrefix, huma.DefaultSchemaNamer)
	schema := registry.Schema(reflect.TypeFor[T](), true, "")
	for _, s := range registry.Map() {
		s.AdditionalProperties = true // checkFields has refused unknown names; those of the answer may be sent back
	}
	if o.Many {
		schema = &huma.Schema{Type: huma.TypeArray, Items: schema}
	}
	var res huma.ValidateResult
	huma.Validate(registry, schema, prefix, huma.ModeWriteToServer, value, &res)
	if len(res.Errors) > 0 {
		return res.Errors
	}
	target := any(&o.Items)
	if !o.Many {
		o.Items = make([]T, 1)
		target = &o.Items[0]
	}
	if err := json.Unmarshal(o.raw, target); err != nil {
		return []error{&huma.ErrorDetail{Location: prefix.String(), Message: keepValues("cannot be read: %s", err)}}
	}
	return nil
}

// MarshalJSON writes an object or a list.
func (o OneOrMany[T]) MarshalJSON() ([]byte, error) {
	if o.Many {
		return json.Marshal(o.Items)
	}
	return json.Marshal(o.Items[0])
}

// Schema documents both forms.
func (OneOrMany[T]) Schema(r huma.Registry) *huma.Schema {
	one, most := r.Schema(reflect.TypeFor[T](), true, ""), maxMany
	return &huma.Schema{AnyOf: []*huma.Schema{one, {Type: huma.TypeArray, Items: one, MaxItems: &most}}}
}
