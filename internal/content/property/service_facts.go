package property

import (
	"context"
	"encoding/json"
	"fmt"
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

// Saved is the result of a write of facts.
type Saved struct {
	Entries  []facts.Entry // the records written, in the order they were sent
	Category []facts.Entry // all records of the category, in their order
	Created  bool          // one of them is new
	List     bool          // the body was a list
}

// SaveFacts creates or updates records of one category: all of them or, if one
// is refused, none. A patch changes the fields it names (RFC 7396).
func (s *Service) SaveFacts(ctx context.Context, who auth.Caller, id int64, c *facts.Category, body []byte) (saved Saved, err error) {
	patches, list, err := c.ParseBody(body)
	if err != nil {
		return Saved{}, err
	}
	err = s.change(ctx, who, id, func(ctx context.Context, d *draft) error {
		w := &write{category: c, property: d.property, present: d.of(c.Key), now: s.now(), list: list}
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
		d.after[c.Key] = saved.Category
		if err := s.deps.Audit.RecordAll(ctx, w.trail()); err != nil {
			return err
		}
		if c.Key != facts.CategoryRooms {
			return nil
		}
		return s.deps.Hooks.RoomsChanged(ctx, d.property, w.recounted())
	})
	return saved, err
}

// DeleteRecord removes one record of an array category.
func (s *Service) DeleteRecord(ctx context.Context, who auth.Caller, id int64, c *facts.Category, record int64) error {
	if c.Kind != facts.KindArray {
		return apperr.ErrNotFound
	}
	return s.change(ctx, who, id, func(ctx context.Context, d *draft) error {
		present := d.of(c.Key)
		i := slices.IndexFunc(present, func(r stored) bool { return r.ID == record })
		if i < 0 {
			return apperr.ErrNotFound
		}
		// Before the room is deleted, because what refers to it is deleted with it.
		if c.Key == facts.CategoryRooms {
			if err := s.deps.Hooks.RoomDeleting(ctx, d.property, record); err != nil {
				return err
			}
		}
		if err := s.store.DeleteRecord(ctx, who.OwnerID, id, c.Key, record); err != nil {
			return err
		}
		d.after[c.Key] = slices.DeleteFunc(slices.Clone(d.before[c.Key]), func(e facts.Entry) bool { return e.ID == record })
		return s.deps.Audit.Record(ctx, audit.Change{
			Action: "delete", ObjectType: "facts." + c.Key, ObjectID: record, Before: present[i].Data,
		})
	})
}

// change runs fn on a locked property, updates its completeness and publishes the facts that
// have changed. The sheet is read and decoded once: it can be large, and on SQLite everybody's
// writes wait meanwhile.
func (s *Service) change(ctx context.Context, who auth.Caller, id int64, fn func(ctx context.Context, d *draft) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		p, err := s.LockOwn(ctx, who, id)
		if err != nil {
			return err
		}
		records, err := s.store.Records(ctx, who.OwnerID, id, "")
		if err != nil {
			return err
		}
		d, err := newDraft(p, records)
		if err != nil {
			return err
		}
		if err := fn(ctx, d); err != nil {
			return err
		}
		p.FactsCompleteness, p.UpdatedAt = s.deps.Catalogue.Completeness(d.after).Percent, s.now()
		if err := s.store.UpdateProperty(ctx, p); err != nil {
			return err
		}
		changed := s.deps.Catalogue.Diff(d.before, d.after)
		if len(changed) == 0 {
			return nil
		}
		return s.publishDraft(ctx, p, d.after, func(u *UpdatedData) { u.NoteFacts(changed) })
	})
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
	err := s.change(ctx, who, id, func(ctx context.Context, d *draft) error {
		missing, trail := []Record{}, []audit.Change{}
		for _, c := range s.deps.Catalogue.Categories() {
			if c.Kind != facts.KindSingle || len(d.before[c.Key]) > 0 {
				continue
			}
			known := factsOf(d.property, c)
			data, err := json.Marshal(known)
			if err != nil {
				return fmt.Errorf("encode %s: %w", c.Key, err)
			}
			missing = append(missing, newRecord(d.property, c, data, 0, s.now()))
			d.after[c.Key] = []facts.Entry{{Data: known}}
		}
		if err := s.store.InsertRecords(ctx, missing); err != nil {
			return err
		}
		for _, r := range missing {
			d.after[r.Category][0].ID = r.ID
			trail = append(trail, audit.Change{Action: "create", ObjectType: "facts." + r.Category, ObjectID: r.ID, After: r.Data})
		}
		return s.deps.Audit.RecordAll(ctx, trail)
	})
	if err != nil {
		return facts.Completeness{}, err
	}
	return s.State(ctx, who, id)
}
