package settings

import (
	"context"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/platform/page"
)

// MailingLists lists the mailing lists of an account in order of creation.
func (s *Service) MailingLists(ctx context.Context, who auth.Caller, req page.Request) ([]MailingList, int, error) {
	return s.store.MailingLists(ctx, who.OwnerID, req)
}

// MailingList returns one mailing list of an account.
func (s *Service) MailingList(ctx context.Context, owner, id int64) (MailingList, error) {
	return s.store.MailingList(ctx, owner, id)
}

// ListContacts lists at most limit contacts of a list by id. An unknown list has none.
func (s *Service) ListContacts(ctx context.Context, owner, list int64, limit int) ([]Contact, error) {
	return s.store.ListContacts(ctx, owner, list, MemberFilter{Limit: limit})
}

// ListRecipients lists at most limit contacts of a list who have not unsubscribed, by id,
// starting after the id after.
func (s *Service) ListRecipients(ctx context.Context, owner, list, after int64, limit int) ([]Contact, error) {
	return s.store.ListContacts(ctx, owner, list, MemberFilter{After: after, Limit: limit, Subscribed: true})
}

// CountRecipients counts the contacts of a list who have not unsubscribed.
func (s *Service) CountRecipients(ctx context.Context, owner, list int64) (int, error) {
	return s.store.CountRecipients(ctx, owner, list)
}

// listTrace is the audit entry of a list.
type listTrace struct {
	MailingList
	Contacts []int64 `json:"contacts"`
}

// CreateList creates a mailing list. It refuses a name that exists with ErrListExists and more
// lists than allowed with ErrListLimit.
func (s *Service) CreateList(ctx context.Context, who auth.Caller, in MailingListInput) (after MailingList, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		after = MailingList{OwnerID: who.OwnerID, CreatedAt: s.now(), UpdatedAt: s.now()}
		if err := s.prepareList(ctx, &after, in); err != nil {
			return err
		}
		_, count, err := s.store.MailingLists(ctx, who.OwnerID, page.Request{Page: 1, Size: 1})
		if err != nil {
			return err
		}
		if count >= maxLists {
			return ErrListLimit
		}
		if err := s.store.InsertList(ctx, &after); err != nil {
			return err
		}
		ids := in.contactIDs()
		if err := s.store.AddToList(ctx, who.OwnerID, after.ID, ids); err != nil {
			return err
		}
		after.ContactsCount = len(ids)
		return s.record(ctx, "create", "mailing_list", after.ID, nil, listTrace{after, ids})
	})
	return after, err
}

// UpdateList renames a list or replaces its contacts.
func (s *Service) UpdateList(ctx context.Context, who auth.Caller, id int64, in MailingListInput) (after MailingList, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		before, err := s.store.MailingList(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		after = before
		if err := s.prepareList(ctx, &after, in); err != nil {
			return err
		}
		members, err := s.store.ListMembers(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		wanted := members
		if in.Contacts != nil {
			wanted = in.contactIDs()
		}
		if after.Name == before.Name && slices.Equal(members, wanted) {
			return nil
		}
		after.UpdatedAt, after.ContactsCount = s.now(), len(wanted)
		if err := s.storeList(ctx, after, members, wanted); err != nil {
			return err
		}
		return s.record(ctx, "update", "mailing_list", id, listTrace{before, members}, listTrace{after, wanted})
	})
	return after, err
}

// prepareList locks the account, applies the input and checks the list.
func (s *Service) prepareList(ctx context.Context, l *MailingList, in MailingListInput) error {
	if err := s.lockAccount(ctx, l.OwnerID); err != nil {
		return err
	}
	var known map[int64]bool
	if ids := in.contactIDs(); len(ids) <= MaxListContacts {
		var err error
		if known, err = s.store.KnownContacts(ctx, l.OwnerID, ids); err != nil {
			return err
		}
	}
	in.apply(l)
	return in.check(*l, known)
}

func (s *Service) storeList(ctx context.Context, l MailingList, members, wanted []int64) error {
	if err := s.store.UpdateList(ctx, l); err != nil || slices.Equal(members, wanted) {
		return err
	}
	if err := s.store.ClearList(ctx, l.OwnerID, l.ID); err != nil {
		return err
	}
	return s.store.AddToList(ctx, l.OwnerID, l.ID, wanted)
}

// DeleteList removes a mailing list; its contacts stay.
func (s *Service) DeleteList(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.lockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		before, err := s.store.MailingList(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		members, err := s.store.ListMembers(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteList(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "delete", "mailing_list", id, listTrace{before, members}, nil)
	})
}
