package property

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"time"

	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/audit"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

// Filter narrows a list; zero fields do not narrow.
type Filter struct {
	Name    string // a part of the name, in any case and with or without accents
	Country string
	Status  Status
	// Only are the properties in the caller's scope; empty: all.
	Only []int64
}

// List returns a page of the account's properties in the caller's scope, by name.
func (s *Service) List(ctx context.Context, who auth.Caller, f Filter, req page.Request) ([]Property, int, error) {
	f.Name, f.Only = fold.Fold(f.Name), who.Scope()
	return s.store.Properties(ctx, who.OwnerID, f, req)
}

// Get returns one property of an account.
func (s *Service) Get(ctx context.Context, owner, id int64) (Property, error) {
	return s.store.Property(ctx, owner, id)
}

// Own returns a property of the caller's account that is in the caller's scope. Code that acts
// for a user calls it instead of Get.
func (s *Service) Own(ctx context.Context, who auth.Caller, id int64) (Property, error) {
	p, err := s.store.Property(ctx, who.OwnerID, id)
	if err != nil {
		return Property{}, err
	}
	return p, who.InScope(id)
}

// OwnerOf returns the owner of a property of any account, for callers that need it to look for
// a contract. It reveals nothing else of the property.
func (s *Service) OwnerOf(ctx context.Context, id int64) (int64, error) {
	return s.store.OwnerOf(ctx, id)
}

// Unknown returns the ids that are no property of the account.
func (s *Service) Unknown(ctx context.Context, owner int64, ids []int64) ([]int64, error) {
	known, err := s.store.KnownProperties(ctx, owner, ids)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return slices.Contains(known, id) }), nil
}

// ByCode returns the properties of some accounts that have the code, by id. The caller must
// have checked that it may see properties of these accounts.
func (s *Service) ByCode(ctx context.Context, owners []int64, code string) ([]int64, error) {
	if len(owners) == 0 || code == "" {
		return nil, nil
	}
	return s.store.ByCode(ctx, owners, code)
}

// Some returns the properties with one of the ids that belong to one of the owners, by id, for
// lists of what hotels share with others.
func (s *Service) Some(ctx context.Context, owners, ids []int64) (map[int64]Property, error) {
	list, err := s.store.SomeProperties(ctx, owners, ids)
	if err != nil {
		return nil, err
	}
	byID := make(map[int64]Property, len(list))
	for _, p := range list {
		byID[p.ID] = p
	}
	return byID, nil
}

// Zone is the time zone of a property, and its name.
type Zone struct {
	ID       int64  `bun:"id"`
	OwnerID  int64  `bun:"owner_id"`
	Name     string `bun:"name"`
	Timezone string `bun:"timezone"`
}

// Zones is Some for callers that need only the time zones of very many properties.
func (s *Service) Zones(ctx context.Context, owners, ids []int64) ([]Zone, error) {
	return s.store.Zones(ctx, owners, ids)
}

// IDs lists the properties of an account in order of creation. It returns only ids, because an
// account may have thousands.
func (s *Service) IDs(ctx context.Context, owner int64) ([]int64, error) {
	return s.store.PropertyIDs(ctx, owner)
}

// Create creates a property. Country and currency are those of the company unless given, the
// time zone is that of the place. It refuses a caller whose scope is limited to some
// properties, because the new one would be outside it.
func (s *Service) Create(ctx context.Context, who auth.Caller, c Change, logo Logo) (Property, error) {
	if err := who.Unscoped(); err != nil {
		return Property{}, err
	}
	p, err := s.draft(ctx, who.OwnerID, c)
	if err != nil {
		return Property{}, err
	}
	file, err := s.readLogo(ctx, logo) // an invalid picture refuses the property too
	if err != nil {
		return Property{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.deps.Plans.Admit(ctx, who.OwnerID, plan.FeatureProperties, s.store.CountProperties); err != nil {
			return err
		}
		p.ID, p.Code = 0, given(c.Code)
		if err := s.store.InsertProperty(ctx, &p); err != nil {
			return err
		}
		if err := s.setDefaultCode(ctx, &p); err != nil {
			return err
		}
		if err := s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "property", ObjectID: p.ID, After: p}); err != nil {
			return err
		}
		if err := s.deps.Hooks.Created(ctx, p); err != nil {
			return err
		}
		return s.publishChange(ctx, Property{ID: p.ID, OwnerID: p.OwnerID}, p)
	})
	if err != nil {
		return Property{}, err
	}
	if file.data == nil {
		return p, nil
	}
	// The folder of the file is named after the property, so it comes second.
	return s.update(ctx, p, Change{}, file, false)
}

// draft returns the new property without an id.
func (s *Service) draft(ctx context.Context, owner int64, c Change) (Property, error) {
	now := s.now()
	p := Property{OwnerID: owner, Currency: "EUR", Status: StatusDraft, CreatedAt: now, UpdatedAt: now}
	company, err := s.deps.Companies.Company(ctx, owner)
	if err != nil {
		return p, err
	}
	if company != nil {
		p.Country, p.Currency = company.Country, company.Currency
	}
	c.apply(&p)
	c.chooseZone(Property{}, &p)
	if err := p.check(s.deps.Catalogue); err != nil {
		return p, err
	}
	err = s.setFirstTimezone(&p, company)
	return p, err
}

// setDefaultCode sets a code made from the id, if the property has none.
func (s *Service) setDefaultCode(ctx context.Context, p *Property) error {
	const tries = 100
	for try := 0; p.Code == ""; try++ {
		taken, err := s.store.CodeTaken(ctx, p.OwnerID, p.ID, defaultCode(p.ID, try))
		if err != nil {
			return err
		}
		if try == tries {
			return fmt.Errorf("property %d: no free code among %d", p.ID, tries)
		}
		if !taken {
			p.Code = defaultCode(p.ID, try)
			return s.store.UpdateProperty(ctx, *p)
		}
	}
	return nil
}

func given(code *string) string {
	if code == nil {
		return ""
	}
	return *code
}

// Update changes a property.
func (s *Service) Update(ctx context.Context, who auth.Caller, id int64, c Change, logo Logo) (Property, error) {
	seen, err := s.Own(ctx, who, id) // before a logo is stored
	if err != nil {
		return Property{}, err
	}
	file, err := s.readLogo(ctx, logo)
	if err != nil {
		return Property{}, err
	}
	return s.update(ctx, seen, c, file, logo.Clear)
}

// update changes a property that was read before. It computes the change before the
// transaction, because the look-up of a time zone can take long, and again inside if the
// property was changed meanwhile.
func (s *Service) update(ctx context.Context, seen Property, c Change, logo logoFile, clearLogo bool) (after Property, err error) {
	planned, err := s.changed(seen, c)
	if err != nil {
		return Property{}, err
	}
	key, err := s.storeLogo(ctx, seen.OwnerID, seen.ID, logo)
	if err != nil {
		return Property{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.LockProperty(ctx, seen.OwnerID, seen.ID)
		if err != nil {
			return err
		}
		if err := s.RequireWritable(ctx, seen.OwnerID, seen.ID); err != nil {
			return err
		}
		after = planned
		if !reflect.DeepEqual(before, seen) {
			if after, err = s.changed(before, c); err != nil {
				return err
			}
		}
		if key != "" || clearLogo {
			after.LogoKey = key
		}
		return s.save(ctx, before, &after)
	})
	return after, err
}

// changed returns a property after a change, with its time zone. It refuses bad fields.
func (s *Service) changed(before Property, c Change) (Property, error) {
	after := before
	c.apply(&after)
	c.chooseZone(before, &after)
	if err := after.check(s.deps.Catalogue); err != nil {
		return Property{}, err
	}
	err := s.setTimezone(before, &after)
	return after, err
}

// save stores a changed property and publishes the change; without a change it does nothing.
func (s *Service) save(ctx context.Context, before Property, after *Property) error {
	if after.Code == "" { // cleared: back to the default
		if err := s.setDefaultCode(ctx, after); err != nil {
			return err
		}
	}
	changed, err := Differences(before, *after)
	switch {
	case err != nil:
		return err
	case len(changed) == 0 && before.TimezoneChosen == after.TimezoneChosen:
		return nil
	case len(changed) == 0: // nothing visible changed
		return s.store.UpdateProperty(ctx, *after)
	}
	after.UpdatedAt = s.now()
	if err := s.store.UpdateProperty(ctx, *after); err != nil {
		return err
	}
	if after.PublishedAt == nil && before.Draft() != after.Draft() || before.Timezone != after.Timezone {
		s.store.TouchContent(ctx, after.OwnerID)
	}
	if err := s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "property", ObjectID: after.ID, Before: before, After: *after}); err != nil {
		return err
	}
	if err := s.deps.Hooks.Changed(ctx, before, *after); err != nil {
		return err
	}
	return s.publishChange(ctx, before, *after)
}

// publishChange publishes a change of the property itself to the hotel.
func (s *Service) publishChange(ctx context.Context, before, after Property) error {
	changed, err := Differences(before, after)
	if err != nil {
		return err
	}
	sheet, err := s.Sheet(ctx, after.OwnerID, after.ID)
	if err != nil {
		return err
	}
	return s.publishDraft(ctx, after, sheet, func(d *UpdatedData) { d.NoteProperty(changed) })
}

// publishDraft publishes a change of the working copy to the hotel.
func (s *Service) publishDraft(ctx context.Context, p Property, sheet facts.Sheet, note func(d *UpdatedData)) error {
	data := NewUpdatedData(p, s.deps.Catalogue.Show(sheet), ScopeDraft)
	note(&data)
	data, err := data.Bounded()
	if err != nil {
		return err
	}
	return s.deps.Events.Publish(ctx, Updated{
		Route: UpdatedRoute{OwnerID: p.OwnerID, PropertyID: p.ID, Scope: ScopeDraft}, Data: data,
	})
}

// Delete removes a property with everything that belongs to it: the database deletes the
// records of every module, a job deletes the files. The audit trail stays.
func (s *Service) Delete(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		p, err := s.LockOwnToRemove(ctx, who, id)
		if err != nil {
			return err
		}
		if err := s.deps.Hooks.Deleting(ctx, p); err != nil {
			return err
		}
		if err := s.store.DeleteProperty(ctx, who.OwnerID, id); err != nil {
			return err
		}
		if err := s.deps.Audit.Record(ctx, audit.Change{Action: "delete", ObjectType: "property", ObjectID: id, Before: p}); err != nil {
			return err
		}
		if err := s.deps.Jobs.Enqueue(ctx, removeArgs{PropertyID: id}); err != nil {
			return err
		}
		return s.deps.Events.Publish(ctx, Deleted{OwnerID: p.OwnerID, PropertyID: id, Name: p.Name})
	})
}

// Lock returns a property and locks it until the transaction ends, for what others than its
// account write: staff, partners and jobs.
func (s *Service) Lock(ctx context.Context, owner, id int64) (Property, error) {
	return s.store.LockProperty(ctx, owner, id)
}

// LockOwn is Lock for what the caller writes on a property of its account, which must be in the
// caller's scope. It refuses a property that is beyond the account's plan.
func (s *Service) LockOwn(ctx context.Context, who auth.Caller, id int64) (Property, error) {
	p, err := s.LockOwnToRemove(ctx, who, id)
	if err != nil {
		return Property{}, err
	}
	return p, s.RequireWritable(ctx, who.OwnerID, id)
}

// LockOwnToRemove is LockOwn for what only takes something away, which is possible beyond the
// plan too.
func (s *Service) LockOwnToRemove(ctx context.Context, who auth.Caller, id int64) (Property, error) {
	p, err := s.store.LockProperty(ctx, who.OwnerID, id)
	if err != nil {
		return Property{}, err
	}
	return p, who.InScope(id)
}

// RequireWritable refuses a change to a property that is beyond its account's plan, and to what
// belongs to it. LockOwn calls it; a module that locks something else calls it itself.
func (s *Service) RequireWritable(ctx context.Context, owner, id int64) error {
	return s.deps.Plans.RequireWithin(ctx, owner, plan.FeatureProperties, func(ctx context.Context) (int, error) {
		return s.store.Position(ctx, owner, id)
	})
}

// CountsOf counts the properties of accounts; those without one are missing.
func (s *Service) CountsOf(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.CountsOf(ctx, owners)
}

// Mark sets the publication state of a locked property. published is the time of a new
// published version; nil keeps the last one.
func (s *Service) Mark(ctx context.Context, p *Property, status Status, published *time.Time) error {
	p.Status, p.UpdatedAt = status, s.now()
	if published != nil {
		p.PublishedAt = published
	}
	return s.store.UpdateProperty(ctx, *p)
}
