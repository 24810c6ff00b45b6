package property

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"allot/internal/content/facts"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// write is one save of facts: the present records and the new ones.
type write struct {
	category *facts.Category
	property Property
	present  []stored
	now      time.Time
	list     bool
	records  []written
}

type written struct {
	stored
	before *stored // nil: new
}

// changed says whether a record is new or other than before.
func (r written) changed() bool {
	return r.before == nil || r.Position != r.before.Position || !r.facts.Equal(r.before.facts)
}

// apply merges the patches into records. It reports every bad field of every patch.
func (w *write) apply(patches []facts.Record) error {
	if len(w.present)+w.fresh(patches) > facts.MaxRecords {
		return ErrTooManyRecords
	}
	var bad apperr.Fields
	for i, p := range patches {
		if err := w.applyOne(facts.Prefix(w.list, i), p); err != nil {
			refusal := apperr.Of(err)
			if len(refusal.Fields) == 0 {
				return err
			}
			bad = append(bad, refusal.Fields...)
		}
	}
	return bad.Err()
}

// fresh counts the patches that make a record.
func (w *write) fresh(patches []facts.Record) int {
	if !w.category.IsArray() {
		return 0
	}
	n := 0
	for _, p := range patches {
		if p["id"] == nil {
			n++
		}
	}
	return n
}

func (w *write) applyOne(prefix string, patch facts.Record) error {
	id, position, patch, err := w.category.Split(prefix, patch)
	if err != nil {
		return err
	}
	before, err := w.find(prefix, id)
	if err != nil {
		return err
	}
	current := facts.Record{}
	if before != nil {
		current = before.facts
	}
	data, err := w.category.Merge(prefix, current, patch)
	if err != nil {
		return err
	}
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("encode %s: %w", w.category.Key, err)
	}
	r := newRecord(w.property, w.category, raw, w.end(), w.now)
	if before != nil {
		r.ID, r.Position, r.CreatedAt = before.ID, before.Position, before.CreatedAt
	}
	if position != nil {
		r.Position = *position
	}
	w.records = append(w.records, written{stored{r, data}, before})
	return nil
}

// find returns the record that a patch changes, nil if it creates one.
func (w *write) find(prefix string, id *int64) (*stored, error) {
	if w.category.Kind == facts.KindSingle {
		if len(w.present) == 0 {
			return nil, nil
		}
		return &w.present[0], nil
	}
	if id == nil {
		return nil, nil
	}
	field := "id"
	if prefix != "" {
		field = prefix + ".id"
	}
	if slices.ContainsFunc(w.records, func(r written) bool { return r.ID == *id }) {
		return nil, apperr.Field(field, "is in the list twice")
	}
	i := slices.IndexFunc(w.present, func(r stored) bool { return r.ID == *id })
	if i < 0 {
		return nil, apperr.Field(field, "is no record of this category; leave it out to make a new one")
	}
	return &w.present[i], nil
}

// end returns the position after all records.
func (w *write) end() int {
	end := 0
	for _, r := range w.present {
		end = max(end, r.Position+1)
	}
	for _, r := range w.records {
		end = max(end, r.Position+1)
	}
	return end
}

func (w *write) inserts() []Record { return w.pick(func(r written) bool { return r.before == nil }) }

func (w *write) updates() []Record {
	return w.pick(func(r written) bool { return r.before != nil && r.changed() })
}

func (w *write) pick(wanted func(r written) bool) []Record {
	out := []Record{}
	for _, r := range w.records {
		if wanted(r) {
			out = append(out, r.Record)
		}
	}
	return out
}

// setIDs sets the ids of the inserted records.
func (w *write) setIDs(inserted []Record) {
	for i := range w.records {
		if w.records[i].before == nil {
			w.records[i].ID, inserted = inserted[0].ID, inserted[1:]
		}
	}
}

func (w *write) saved() Saved {
	s := Saved{List: w.list}
	for _, r := range w.records {
		s.Entries = append(s.Entries, r.entry())
		s.Created = s.Created || r.before == nil
	}
	s.Category = slices.Clone(s.Entries)
	for _, r := range w.present {
		if !slices.ContainsFunc(s.Entries, func(e facts.Entry) bool { return e.ID == r.ID }) {
			s.Category = append(s.Category, r.entry())
		}
	}
	slices.SortFunc(s.Category, func(a, b facts.Entry) int {
		return cmp.Or(cmp.Compare(a.Position, b.Position), cmp.Compare(a.ID, b.ID))
	})
	return s
}

// trail lists what has changed, a record each.
func (w *write) trail() []audit.Change {
	list := []audit.Change{}
	for _, r := range w.records {
		if !r.changed() {
			continue
		}
		c := audit.Change{Action: "create", ObjectType: "facts." + w.category.Key, ObjectID: r.ID, After: r.Data}
		if r.before != nil {
			c.Action, c.Before = "update", r.before.Data
		}
		list = append(list, c)
	}
	return list
}

func newRecord(p Property, c *facts.Category, data json.RawMessage, position int, now time.Time) Record {
	return Record{
		OwnerID: p.OwnerID, PropertyID: p.ID, Category: c.Key, IsSingle: c.Kind == facts.KindSingle,
		Position: position, Data: data, CreatedAt: now, UpdatedAt: now,
	}
}

// factsOf returns the facts of a category that are known from the property itself.
func factsOf(p Property, c *facts.Category) facts.Record {
	all := map[string]facts.Record{
		"general": {
			"official_name": p.Name, "property_type": p.PropertyType, "official_rating": p.Stars, "chain_name": p.Chain,
		},
		"location": {
			"address_line1": p.Address, "postal_code": p.PostalCode, "city": p.City, "country": p.Country,
			"latitude": p.Latitude, "longitude": p.Longitude, "timezone": p.Timezone,
		},
		"policies": {"currency": p.Currency},
	}
	r := facts.Record{}
	for field, value := range all[c.Key] {
		switch v := value.(type) {
		case string:
			if v != "" {
				r[field] = v
			}
		case *float64:
			if v != nil {
				r[field] = json.Number(strconv.FormatFloat(*v, 'f', -1, 64))
			}
		}
	}
	return r
}

// recounted lists the rooms that are new or have another number of units.
func (w *write) recounted() []int64 {
	ids := []int64{}
	for _, r := range w.records {
		if r.before == nil || facts.RoomOf(r.entry()).TotalUnits != facts.RoomOf(r.before.entry()).TotalUnits {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
