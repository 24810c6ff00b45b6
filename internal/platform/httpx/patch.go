package httpx

import (
	"encoding/json"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// Patch is a field of an update: missing leaves the value as it is, null
// clears it, anything else replaces it.
type Patch[T any] struct {
	Set   bool // the field was in the body
	Null  bool // as null
	Value T
}

// UnmarshalJSON is called only if the field is in the body.
func (p *Patch[T]) UnmarshalJSON(b []byte) error {
	*p = Patch[T]{Set: true}
	if string(b) == "null" {
		p.Null = true
		return nil
	}
	return json.Unmarshal(b, &p.Value)
}

// Pointer returns nil if the field is missing, otherwise the value, zero for null.
func (p Patch[T]) Pointer() *T {
	if !p.Set {
		return nil
	}
	return &p.Value
}

// PointerOrNull is Pointer for an optional value: null is a pointer to nil.
func (p Patch[T]) PointerOrNull() **T {
	if !p.Set {
		return nil
	}
	value := &p.Value
	if p.Null {
		value = nil
	}
	return &value
}

// Schema documents the field as T or null.
func (Patch[T]) Schema(r huma.Registry) *huma.Schema {
	// Not a reference: one with "or null" beside it means neither.
	s := *r.Schema(reflect.TypeFor[T](), false, "")
	if len(s.AnyOf) > 0 { // without a type of its own, null belongs to a branch
		s.AnyOf = slices.Clone(s.AnyOf)
		first := *s.AnyOf[0]
		first.Nullable = true
		s.AnyOf[0] = &first
		return &s
	}
	s.Nullable = true
	return &s
}
