package property

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/platform/blob"
)

// Scope says who gets an event of a property.
type Scope string

// The scopes.
const (
	ScopeDraft     Scope = "draft"     // the working copy: only the hotel gets it
	ScopePublished Scope = "published" // partners get it too
)

// Updated is published when a property or its facts have changed, in the working copy or in
// what is published.
type Updated struct {
	Route UpdatedRoute `json:"route"`
	// Data is what the hotel gets.
	Data UpdatedData `json:"data"`
	// Shared is what partners get, as far as their contracts allow; nil for a draft.
	Shared *UpdatedData `json:"shared,omitempty"`
}

// UpdatedRoute holds what decides who gets the event. It is never sent.
type UpdatedRoute struct {
	OwnerID    int64 `json:"owner_id"`
	PropertyID int64 `json:"property_id"`
	Scope      Scope `json:"scope"`
	// Version is the published version that made the change, zero for a draft.
	Version int `json:"version,omitempty"`
}

// UpdatedData is the property as its GET returns it, and what has changed. The logo is a path,
// because only the sender of the event knows the host.
type UpdatedData struct {
	Property
	Facts map[string]any `json:"facts,omitempty"`
	Scope Scope          `json:"scope"`
	// ChangedFields are JSON pointers into the property, its facts and its photos. A record of
	// a list is named by its id: "/facts/rooms/17/beds".
	ChangedFields []string       `json:"changed_fields"`
	Previous      map[string]any `json:"previous"` // by pointer, null if there was none
	Current       map[string]any `json:"current"`  // by pointer, null if there is none
	// Complete is false if facts or values were left out because of their size.
	Complete bool `json:"complete"`
}

// EventKind returns the kind of the event.
func (Updated) EventKind() string { return "property.updated" }

// EventOwner returns the account of the property.
func (e Updated) EventOwner() int64 { return e.Route.OwnerID }

// NewUpdatedData returns a property with its facts and without changes.
func NewUpdatedData(p Property, shown map[string]any, scope Scope) UpdatedData {
	p.Logo = logoPath(p)
	return UpdatedData{
		Property: p, Facts: shown, Scope: scope,
		ChangedFields: []string{}, Previous: map[string]any{}, Current: map[string]any{}, Complete: true,
	}
}

// Note adds one change.
func (d *UpdatedData) Note(pointer string, before, after any) {
	d.ChangedFields = append(d.ChangedFields, pointer)
	d.Previous[pointer], d.Current[pointer] = before, after
}

// NoteProperty adds the changes of the property itself.
func (d *UpdatedData) NoteProperty(list []Difference) {
	for _, one := range list {
		d.Note("/"+one.Field, one.Before, one.After)
	}
}

// NoteFacts adds the changes of its facts.
func (d *UpdatedData) NoteFacts(list []facts.Change) {
	for _, c := range list {
		d.Note("/facts"+c.Pointer, c.Before, c.After)
	}
}

// MaxEventBytes bounds the data of one event. Receivers read the rest with a GET.
const MaxEventBytes = 100_000

// Bounded leaves out the facts if the event is too large with them, then the values of the
// changes. The names of the changed fields always stay.
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

// Deleted is published when a property and everything that belonged to it was deleted.
type Deleted struct {
	OwnerID    int64  `json:"owner_id"`
	PropertyID int64  `json:"property_id"`
	Name       string `json:"name"`
}

// EventKind returns the kind of the event.
func (Deleted) EventKind() string { return "property.deleted" }

// EventOwner returns the account of the property.
func (e Deleted) EventOwner() int64 { return e.OwnerID }

// Difference is one field that differs between two states of a property.
type Difference struct {
	Field         string // as in JSON
	Before, After any
}

// ownState are fields that change with the work on the sheet and say nothing about the hotel.
var ownState = []string{"updated_at", "created_at", "published_at", "status", "facts_completeness"}

// Differences lists the fields that differ, by name, without those of ownState.
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

// logoPath returns the path of the logo, without the host; nil without one.
func logoPath(p Property) *string {
	if p.LogoKey == "" {
		return nil
	}
	path := blob.MediaPath(p.LogoKey)
	return &path
}
