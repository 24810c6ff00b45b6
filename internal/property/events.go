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

// compare lists what differs between two states of one property, by JSON
// pointer, with the value before. The time of the change itself is no news.
func compare(before, after Property) (changed []string, previous map[string]any, err error) {
	a, err := members(before)
	if err != nil {
		return nil, nil, err
	}
	b, err := members(after)
	if err != nil {
		return nil, nil, err
	}
	changed, previous = []string{}, map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(b)) {
		if name != "updated_at" && !reflect.DeepEqual(a[name], b[name]) {
			changed = append(changed, "/"+name)
			previous["/"+name] = a[name]
		}
	}
	return changed, previous, nil
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
