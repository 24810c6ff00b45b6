package mappinghttp

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/platform/apperr"
)

// maxEntries is how many mappings one body may carry.
const maxEntries = 1000

// oneOrMany is a body that is one T or a list of them. It is parsed here,
// because a validation against "one of both" cannot name the invalid field.
type oneOrMany[T any] struct{ raw json.RawMessage }

// UnmarshalJSON stores the raw JSON.
func (b *oneOrMany[T]) UnmarshalJSON(raw []byte) error {
	b.raw = append(b.raw[:0], raw...)
	return nil
}

// MarshalJSON returns the raw JSON.
func (b oneOrMany[T]) MarshalJSON() ([]byte, error) { return b.raw, nil }

// Schema documents both.
func (oneOrMany[T]) Schema(r huma.Registry) *huma.Schema {
	one := r.Schema(reflect.TypeFor[T](), true, "")
	limit := maxEntries
	s := &huma.Schema{AnyOf: []*huma.Schema{one, {Type: huma.TypeArray, Items: one, MaxItems: &limit}}}
	s.PrecomputeMessages()
	return s
}

// answer encodes one T or a list of them.
func answer[T any](v any) (oneOrMany[T], error) {
	raw, err := json.Marshal(v)
	return oneOrMany[T]{raw}, err
}

// object is one entry of a body, not parsed yet.
type object struct {
	members map[string]json.RawMessage
	prefix  string
	fields  *apperr.Fields
}

// objects reads the body as one entry or a list of them.
func (b oneOrMany[T]) objects(f *apperr.Fields) (list []object, many bool) {
	var entries []json.RawMessage
	if json.Unmarshal(b.raw, &entries) != nil || entries == nil {
		o := object{fields: f}
		err := json.Unmarshal(b.raw, &o.members)
		f.Check(err == nil && o.members != nil, "body", "must be an object or a list of objects")
		return []object{o}, false
	}
	f.Check(len(entries) > 0, "body", "must have at least one entry")
	f.Checkf(len(entries) <= maxEntries, "body", "must have at most %d entries", maxEntries)
	for i, raw := range entries[:min(len(entries), maxEntries)] {
		o := object{prefix: fmt.Sprintf("[%d].", i), fields: f}
		err := json.Unmarshal(raw, &o.members)
		f.Check(err == nil && o.members != nil, fmt.Sprintf("[%d]", i), "must be an object")
		list = append(list, o)
	}
	return list, true
}

// id reads a member that is an id.
func (o object) id(name string) int64 {
	var id *int64
	raw, ok := o.members[name]
	if !ok {
		o.fields.Check(o.members == nil, o.prefix+name, "is required")
		return 0
	}
	err := json.Unmarshal(raw, &id)
	o.fields.Check(err == nil, o.prefix+name, "must be a whole number")
	o.fields.Check(err != nil || id != nil, o.prefix+name, "is required")
	if id == nil {
		return 0
	}
	return *id
}

// text reads a member that may be missing, which is nil, or null, which clears.
func (o object) text(name string) *string {
	raw, ok := o.members[name]
	if !ok {
		return nil
	}
	var s string
	err := json.Unmarshal(raw, &s)
	o.fields.Check(err == nil, o.prefix+name, "must be a text")
	return &s
}
