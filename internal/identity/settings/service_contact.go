package settings

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/page"
)

// Contacts lists the contacts of an account in order of creation.
func (s *Service) Contacts(ctx context.Context, who auth.Caller, f ContactFilter, req page.Request) ([]Contact, int, error) {
	return s.store.Contacts(ctx, who.OwnerID, f, req)
}

// Contact returns one contact of an account.
func (s *Service) Contact(ctx context.Context, who auth.Caller, id int64) (Contact, error) {
	return s.store.Contact(ctx, who.OwnerID, id)
}

// CreateContact adds a contact; a second one with its e-mail address is refused.
func (s *Service) CreateContact(ctx context.Context, who auth.Caller, in ContactInput) (Contact, error) {
	var c Contact
	in.apply(&c)
	if err := c.check(); err != nil {
		return Contact{}, err
	}
	c.OwnerID, c.CreatedAt, c.UpdatedAt = who.OwnerID, s.now(), s.now()
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.deps.Plans.Admit(ctx, who.OwnerID, plan.FeatureContacts, s.store.CountContacts); err != nil {
			return err
		}
		if err := s.lockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		if err := s.store.InsertContact(ctx, &c); err != nil {
			return err
		}
		// An unsubscribed address stays unsubscribed when its contact is created again.
		var err error
		if c, err = s.store.Contact(ctx, who.OwnerID, c.ID); err != nil {
			return err
		}
		return s.record(ctx, "create", "contact", c.ID, nil, c)
	})
	return c, err
}

// ContactCounts counts the contacts of accounts; those without one are missing.
func (s *Service) ContactCounts(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.store.ContactCounts(ctx, owners)
}

// UpdateContact changes a contact. It refuses one that is beyond the plan.
func (s *Service) UpdateContact(ctx context.Context, who auth.Caller, id int64, in ContactInput) (after Contact, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.lockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		before, err := s.store.Contact(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		err = s.deps.Plans.RequireWithin(ctx, who.OwnerID, plan.FeatureContacts, func(ctx context.Context) (int, error) {
			return s.store.ContactPosition(ctx, who.OwnerID, id)
		})
		if err != nil {
			return err
		}
		after = before
		in.apply(&after)
		if err := after.check(); err != nil {
			return err
		}
		if sameContact(before, after) {
			return nil
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateContact(ctx, after); err != nil {
			return err
		}
		// The new address may have unsubscribed.
		if after, err = s.store.Contact(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "update", "contact", id, before, after)
	})
	return after, err
}

func sameContact(a, b Contact) bool {
	return a.FirstName == b.FirstName && a.LastName == b.LastName && a.Email == b.Email &&
		a.Company == b.Company && a.Phone == b.Phone && a.Language == b.Language && slices.Equal(a.Tags, b.Tags)
}

// DeleteContact removes a contact, also from every mailing list.
func (s *Service) DeleteContact(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.lockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		before, err := s.store.Contact(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteContact(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "delete", "contact", id, before, nil)
	})
}
