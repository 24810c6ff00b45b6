package property

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Updated tells that a property, or what is published of it, has changed.
type Updated struct {
	OwnerID  int64    `json:"owner_id"`
	Property Property `json:"property"`
	// ChangedFields are JSON pointers, into the property and, after a
	// publication, into its facts and photos ("/facts/rooms/17/beds").
	ChangedFields []string `json:"changed_fields"`
	// Previous holds the values before, by the same pointers.
	Previous map[string]any `json:"previous"`
	// Version is that of the publication which made the change, zero otherwise.
	Version int `json:"version,omitempty"`
}

// EventKind names the event.
func (Updated) EventKind() string { return "property.updated" }

// EventOwner is the account of the property.
func (e Updated) EventOwner() int64 { return e.OwnerID }

// Deleted tells that a property and everything that belonged to it is gone.
type Deleted struct {
	OwnerID    int64  `json:"owner_id"`
	PropertyID int64  `json:"property_id"`
	Name       string `json:"name"`
}

// EventKind names the event.
func (Deleted) EventKind() string { return "property.deleted" }

// EventOwner is the account of the property.
func (e Deleted) EventOwner() int64 { return e.OwnerID }

// Difference is one field that two states of a property do not share.
type Difference struct {
	Field         string // as in JSON
	Before, After any
}

// ownState are fields that change with the work on the sheet and are no news
// about the hotel.
var ownState = []string{"updated_at", "created_at", "published_at", "status", "facts_completeness"}

// Differences lists what a reader would find different, by the field's name.
func Differences(before, after Property) ([]Difference, error) {
	a, err := members(before)
	if err != nil {
		return nil, err
	}
	b, err := members(after)
	if err != nil {
		return nil, err
	}
	list := []Difference{}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if !slices.Contains(ownState, name) && !reflect.DeepEqual(a[name], b[name]) {
			list = append(list, Difference{Field: name, Before: a[name], After: b[name]})
		}
	}
	return list, nil
}

func members(p Property) (map[string]any, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encode property %d: %w", p.ID, err)
	}
	m := map[string]any{}
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("decode property %d: %w", p.ID, err)
	}
	m["logo"] = p.LogoKey // the address is made by the HTTP side
	return m, nil
}
