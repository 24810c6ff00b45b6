package property

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"allot/internal/facts"
	"allot/internal/platform/blob"
)

// Scope is how far the news of a property goes.
type Scope string

// The scopes.
const (
	ScopeDraft     Scope = "draft"     // the hotel works on it: its own business
	ScopePublished Scope = "published" // partners see it too
)

// Updated tells that a property or its facts have changed, as the hotel works on
// them or as they are published.
type Updated struct {
	Route UpdatedRoute `json:"route"`
	// Data is what the hotel is told.
	Data UpdatedData `json:"data"`
	// Shared is what partners are told, as far as their contracts go; nil in a draft.
	Shared *UpdatedData `json:"shared,omitempty"`
}

// UpdatedRoute says whom the event concerns. It is never sent.
type UpdatedRoute struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	Scope      Scope `json:"scope"`
	// Version is that of the publication which made the change, zero in a draft.
	Version int `json:"version,omitempty"`
}

// UpdatedData is the property as its GET gives it, and what is different. The
// logo is a path: whoever sends the event knows the host.
type UpdatedData struct {
	Property
	Facts map[string]any `json:"facts,omitempty"`
	Scope Scope          `json:"scope"`
	// ChangedFields are JSON pointers into the property, its facts, where a record
	// of a list is named by its id, and its photos: "/facts/rooms/17/beds".
	ChangedFields []string       `json:"changed_fields"`
	Previous      map[string]any `json:"previous"` // by pointer, null where there was nothing
	Current       map[string]any `json:"current"`  // by pointer, null where nothing is left
	// Complete is false where facts or values were left out for their size.
	Complete bool `json:"complete"`
}

// EventKind names the event.
func (Updated) EventKind() string { return "property.updated" }

// EventOwner is the account of the property.
func (e Updated) EventOwner() int64 { return e.Route.OwnerID }

// NewUpdatedData is a property with its facts and nothing that is different yet.
func NewUpdatedData(p Property, shown map[string]any, scope Scope) UpdatedData {
	p.Logo = logoPath(p)
	return UpdatedData{
		Property: p, Facts: shown, Scope: scope,
		ChangedFields: []string{}, Previous: map[string]any{}, Current: map[string]any{}, Complete: true,
	}
}

// Note adds one thing that is different.
func (d *UpdatedData) Note(pointer string, before, after any) {
	d.ChangedFields = append(d.ChangedFields, pointer)
	d.Previous[pointer], d.Current[pointer] = before, after
}

// NoteProperty adds what is different in the property itself.
func (d *UpdatedData) NoteProperty(list []Difference) {
	for _, one := range list {
		d.Note("/"+one.Field, one.Before, one.After)
	}
}

// NoteFacts adds what is different in its facts.
func (d *UpdatedData) NoteFacts(list []facts.Change) {
	for _, c := range list {
		d.Note("/facts"+c.Pointer, c.Before, c.After)
	}
}

// MaxEventBytes bounds the data of one event. Receivers ask for the rest.
const MaxEventBytes = 100_000

// Bounded leaves out the facts where the event would be too large with them,
// then the values of what is different. Which fields these are is always told.
func (d UpdatedData) Bounded() (UpdatedData, error) {
	for _, cut := range []func(){
		func() {},
		func() { d.Facts, d.Complete = nil, false },
		func() { d.Previous, d.Current = map[string]any{}, map[string]any{} },
	} {
		cut()
		text, err := json.Marshal(d)
		if err != nil {
			return d, fmt.Errorf("encode property %d: %w", d.ID, err)
		}
		if len(text) <= MaxEventBytes {
			break
		}
	}
	return d, nil
}

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
	p.Logo = logoPath(p)
	data, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encode property %d: %w", p.ID, err)
	}
	m := map[string]any{}
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("decode property %d: %w", p.ID, err)
	}
	return m, nil
}

// logoPath is where the logo can be seen, without the host; nil without one.
func logoPath(p Property) *string {
	if p.LogoKey == "" {
		return nil
	}
	path := blob.MediaPath(p.LogoKey)
	return &path
}
