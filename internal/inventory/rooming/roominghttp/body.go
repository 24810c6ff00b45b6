package roominghttp

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"allot/internal/inventory/rooming"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// maxEntries is how many entries one body may carry.
const maxEntries = 1000

// entriesBody is one entry or a list of them. It is parsed here, because a
// validation against "one of both" cannot name the invalid field.
type entriesBody struct{ raw json.RawMessage }

// UnmarshalJSON stores the raw JSON.
func (b *entriesBody) UnmarshalJSON(raw []byte) error {
	b.raw = append(b.raw[:0], raw...)
	return nil
}

// Schema documents both.
func (entriesBody) Schema(r huma.Registry) *huma.Schema {
	return oneOrMany(r, reflect.TypeFor[roomingEntryInput]())
}

// entriesAnswer is the added entries, as one object or a list like the request.
type entriesAnswer struct{ raw json.RawMessage }

// MarshalJSON returns the raw JSON.
func (b entriesAnswer) MarshalJSON() ([]byte, error) { return b.raw, nil }

// Schema documents both.
func (entriesAnswer) Schema(r huma.Registry) *huma.Schema {
	return oneOrMany(r, reflect.TypeFor[roomingEntryBody]())
}

func oneOrMany(r huma.Registry, t reflect.Type) *huma.Schema {
	one, limit := r.Schema(t, true, ""), maxEntries
	s := &huma.Schema{AnyOf: []*huma.Schema{one, {Type: huma.TypeArray, Items: one, MaxItems: &limit}}}
	s.PrecomputeMessages()
	return s
}

// readEntries parses the body and reports every member that has the wrong type.
func readEntries(raw []byte) (list []rooming.EntryChange, many bool, err error) {
	var (
		f    apperr.Fields
		rows []json.RawMessage
	)
	if json.Unmarshal(raw, &rows) != nil || rows == nil {
		list = []rooming.EntryChange{readEntry(object{prefix: "", fields: &f, raw: raw, whole: "body", problem: "must be an object or a list of objects"})}
		return list, false, f.Err()
	}
	f.Check(len(rows) > 0, "body", "must have at least one entry")
	f.Checkf(len(rows) <= maxEntries, "body", "must have at most %d entries", maxEntries)
	for i, row := range rows[:min(len(rows), maxEntries)] {
		at := fmt.Sprintf("[%d]", i)
		list = append(list, readEntry(object{prefix: at + ".", fields: &f, raw: row, whole: at, problem: "must be an object"}))
	}
	return list, true, f.Err()
}

// object is one object of a body, not parsed yet.
type object struct {
	prefix         string // of its members
	fields         *apperr.Fields
	raw            json.RawMessage
	whole, problem string // what to say if it is none
	members        map[string]json.RawMessage
}

func (o object) open() object {
	err := json.Unmarshal(o.raw, &o.members)
	o.fields.Check(err == nil && o.members != nil, o.whole, o.problem)
	return o
}

// member reads a member that may be missing; null is like missing.
func member[T any](o object, name, problem string) *T {
	raw, ok := o.members[name]
	if !ok || string(raw) == "null" {
		return nil
	}
	v := new(T)
	if json.Unmarshal(raw, v) != nil {
		o.fields.Check(false, o.prefix+name, problem)
		return nil
	}
	return v
}

const (
	noNumber = "must be a whole number"
	noText   = "must be a text"
)

// noDate is the message for an invalid date.
var noDate = civil.ErrInvalid.Error()

func readEntry(o object) rooming.EntryChange {
	o = o.open()
	return rooming.EntryChange{
		RoomID: member[int64](o, "room", noNumber), Arrival: member[civil.Date](o, "arrival", noDate), Departure: member[civil.Date](o, "departure", noDate),
		Units: member[int](o, "units", noNumber), Guests: readGuests(o),
		Board: member[string](o, "board", noText), Reference: member[string](o, "reference", noText), Note: member[string](o, "note", noText),
	}
}

func readGuests(o object) *[]rooming.Guest {
	rows := member[[]json.RawMessage](o, "guests", "must be a list")
	if rows == nil {
		return nil
	}
	guests := make([]rooming.Guest, 0, len(*rows))
	for i, raw := range *rows {
		if len(*o.fields) >= apperr.MaxFields { // no more are reported
			break
		}
		at := fmt.Sprintf("%sguests[%d]", o.prefix, i)
		g := object{prefix: at + ".", fields: o.fields, raw: raw, whole: at, problem: "must be an object"}.open()
		guests = append(guests, rooming.Guest{
			FirstName: value(member[string](g, "first_name", noText)), LastName: value(member[string](g, "last_name", noText)),
			Type: value(member[rooming.GuestType](g, "type", noText)), Age: member[int](g, "age", noNumber),
		})
	}
	return &guests
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
