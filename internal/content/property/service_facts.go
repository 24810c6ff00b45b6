package property

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// Sheet returns every fact record of a property.
func (s *Service) Sheet(ctx context.Context, owner, id int64) (facts.Sheet, error) {
	records, err := s.store.Records(ctx, owner, id, "")
	if err != nil {
		return nil, err
	}
	return SheetOf(records)
}

// Detail returns a property with its facts.
func (s *Service) Detail(ctx context.Context, who auth.Caller, id int64) (Property, facts.Sheet, error) {
	p, err := s.Own(ctx, who, id)
	if err != nil {
		return Property{}, nil, err
	}
	sheet, err := s.Sheet(ctx, who.OwnerID, id)
	return p, sheet, err
}

// Facts returns the records of one category; a single category has at most one.
func (s *Service) Facts(ctx context.Context, who auth.Caller, id int64, c *facts.Category) ([]facts.Entry, error) {
	if _, err := s.Own(ctx, who, id); err != nil {
		return nil, err
	}
	records, err := s.store.Records(ctx, who.OwnerID, id, c.Key)
	if err != nil {
		return nil, err
	}
	sheet, err := SheetOf(records)
	return sheet[c.Key], err
}

// Saved is the result of a write of facts: the records written, in the order they were sent,
// and whether any is new.
type Saved struct {
	Entries []facts.Entry
	Created bool
	List    bool // the body was a list
}

// SaveFacts creates or updates records of one category: all of them or, if one
// is refused, none. A patch changes the fields it names (RFC 7396).
func (s *Service) SaveFacts(ctx context.Context, who auth.Caller, id int64, c *facts.Category, body []byte) (saved Saved, err error) {
	patches, list, err := c.ParseBody(body)
	if err != nil {
		return Saved{}, err
	}
	err = s.change(ctx, who, id, func(ctx context.Context, p Property) error {
		present, err := s.store.Records(ctx, who.OwnerID, id, c.Key)
		if err != nil {
			return err
		}
		w := &write{category: c, property: p, present: present, now: s.now(), list: list}
		if err := w.apply(patches); err != nil {
			return err
		}
		fresh := w.inserts()
		if err := s.store.InsertRecords(ctx, fresh); err != nil {
			return err
		}
		w.setIDs(fresh)
		if err := s.store.UpdateRecords(ctx, w.updates()); err != nil {
			return err
		}
		saved = w.saved()
		if err := s.recordFacts(ctx, w); err != nil {
			return err
		}
		if c.Key != facts.CategoryRooms {
			return nil
		}
		recounted, err := w.recounted()
		if err != nil {
			return err
		}
		return s.deps.Hooks.RoomsChanged(ctx, p, recounted)
	})
	return saved, err
}

// DeleteRecord removes one record of an array category.
func (s *Service) DeleteRecord(ctx context.Context, who auth.Caller, id int64, c *facts.Category, record int64) error {
	if c.Kind != facts.KindArray {
		return apperr.ErrNotFound
	}
	return s.change(ctx, who, id, func(ctx context.Context, p Property) error {
		present, err := s.store.Records(ctx, who.OwnerID, id, c.Key)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(present, func(r Record) bool { return r.ID == record })
		if i < 0 {
			return apperr.ErrNotFound
		}
		// Before the room is deleted, because what refers to it is deleted with it.
		if c.Key == facts.CategoryRooms {
			if err := s.deps.Hooks.RoomDeleting(ctx, p, record); err != nil {
				return err
			}
		}
		if err := s.store.DeleteRecord(ctx, who.OwnerID, id, c.Key, record); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{
			Action: "delete", ObjectType: "facts." + c.Key, ObjectID: record, Before: present[i].Data,
		})
	})
}

// change runs fn on a locked property, updates its completeness and publishes the facts that
// have changed.
func (s *Service) change(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, p Property) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		p, err := s.LockOwn(ctx, who, id)
		if err != nil {
			return err
		}
		before, err := s.Sheet(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := fn(ctx, p); err != nil {
			return err
		}
		after, err := s.Sheet(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		p.FactsCompleteness, p.UpdatedAt = s.deps.Catalogue.Completeness(after).Percent, s.now()
		if err := s.store.UpdateProperty(ctx, p); err != nil {
			return err
		}
		changed := s.deps.Catalogue.Diff(before, after)
		if len(changed) == 0 {
			return nil
		}
		return s.publishDraft(ctx, p, after, func(d *UpdatedData) { d.NoteFacts(changed) })
	})
}

// recordFacts writes one audit entry for each record that is new or has changed.
func (s *Service) recordFacts(ctx context.Context, w *write) error {
	for _, r := range w.records {
		c := audit.Change{Action: "create", ObjectType: "facts." + w.category.Key, ObjectID: r.ID, After: r.Data}
		if r.before != nil {
			if r.Position == r.before.Position && sameJSON(r.Data, r.before.Data) {
				continue
			}
			c.Action, c.Before = "update", r.before.Data
		}
		if err := s.deps.Audit.Record(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}

// State returns the completeness of the facts of a property.
func (s *Service) State(ctx context.Context, who auth.Caller, id int64) (facts.Completeness, error) {
	_, sheet, err := s.Detail(ctx, who, id)
	if err != nil {
		return facts.Completeness{}, err
	}
	return s.deps.Catalogue.Completeness(sheet), nil
}

// InitFacts creates the record of every single category that has none, filled with what is
// known from the property itself.
func (s *Service) InitFacts(ctx context.Context, who auth.Caller, id int64) (facts.Completeness, error) {
	err := s.change(ctx, who, id, func(ctx context.Context, p Property) error {
		present, err := s.store.Records(ctx, who.OwnerID, id, "")
		if err != nil {
			return err
		}
		missing := []Record{}
		for _, c := range s.deps.Catalogue.Categories() {
			has := slices.ContainsFunc(present, func(r Record) bool { return r.Category == c.Key })
			if has || c.Kind != facts.KindSingle {
				continue
			}
			data, err := json.Marshal(factsOf(p, c))
			if err != nil {
				return fmt.Errorf("encode %s: %w", c.Key, err)
			}
			missing = append(missing, newRecord(p, c, data, 0, s.now()))
		}
		if err := s.store.InsertRecords(ctx, missing); err != nil {
			return err
		}
		for _, r := range missing {
			err := s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "facts." + r.Category, ObjectID: r.ID, After: r.Data})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return facts.Completeness{}, err
	}
	return s.State(ctx, who, id)
}
