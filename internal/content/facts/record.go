package facts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
)

// Record holds the facts of one record as decoded JSON, with numbers as json.Number. The id and
// position are not part of it: see Entry.
type Record map[string]any

// UnmarshalJSON keeps the digits of numbers, which a float would change.
func (r *Record) UnmarshalJSON(raw []byte) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var m map[string]any
	if err := dec.Decode(&m); err != nil {
		return fmt.Errorf("read a record of facts: %w", err)
	}
	*r = m
	return nil
}

// Equal says whether two records hold the same facts; numbers are compared by value.
func (r Record) Equal(other Record) bool { return maps.EqualFunc(r, other, equal) }

// Entry is a stored record. Records of single categories need no id.
type Entry struct {
	ID       int64  `json:"id"`
	Position int    `json:"position"`
	Data     Record `json:"data"`
}

// Sheet holds every record of a property by category.
type Sheet map[string][]Entry

// FieldShared is the field that hides a contact from partners if it is false. Only the hotel
// sees it.
const FieldShared = "shared_with_partners"

// ForPartners returns the sheet for partners: without the contacts that the hotel does not
// share, and without FieldShared.
func (s Sheet) ForPartners() Sheet {
	out := maps.Clone(s)
	if out == nil {
		return Sheet{}
	}
	shared := make([]Entry, 0, len(s[categoryContacts]))
	for _, e := range s[categoryContacts] {
		if e.Data[FieldShared] == false {
			continue
		}
		e.Data = maps.Clone(e.Data)
		delete(e.Data, FieldShared)
		shared = append(shared, e)
	}
	out[categoryContacts] = shared
	return out
}

const categoryContacts = "contacts"
