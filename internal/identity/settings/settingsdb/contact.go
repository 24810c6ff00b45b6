package settingsdb

import (
	"context"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"allot/internal/identity/settings"
	"allot/internal/platform/db"
	"allot/internal/platform/fold"
	"allot/internal/platform/page"
)

type contactRow struct {
	bun.BaseModel `bun:"table:settings_contacts,alias:c"`
	settings.Contact
	Search string `bun:"search"`
}

func newContactRow(c settings.Contact) *contactRow {
	return &contactRow{Contact: c, Search: c.SearchText()}
}

// contactColumns are all columns but the search text.
var contactColumns = []string{
	"c.id", "c.owner_id", "c.first_name", "c.last_name", "c.email", "c.company", "c.phone", "c.tags", "c.language", "c.created_at", "c.updated_at",
	"u.unsubscribed_at",
}

// selectContacts selects contacts with the time they unsubscribed.
func (s *Store) selectContacts(ctx context.Context, into any) *bun.SelectQuery {
	return s.db.From(ctx).NewSelect().Model(into).Column(contactColumns...).
		Join("LEFT JOIN settings_unsubscribed AS u ON u.owner_id = c.owner_id AND u.email = c.email")
}

func contactsOf(rows []contactRow) []settings.Contact {
	list := make([]settings.Contact, len(rows))
	for i, r := range rows {
		list[i] = r.Contact
	}
	return list
}

// InsertContact stores a new contact and sets its id.
func (s *Store) InsertContact(ctx context.Context, c *settings.Contact) error {
	row := newContactRow(*c)
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "email") {
		return settings.ErrContactExists
	}
	if err != nil {
		return fmt.Errorf("insert contact: %w", err)
	}
	c.ID = row.ID
	return s.insertTags(ctx, []*settings.Contact{c})
}

// UpdateContact stores a changed contact.
func (s *Store) UpdateContact(ctx context.Context, c settings.Contact) error {
	_, err := s.db.From(ctx).NewUpdate().Model(newContactRow(c)).ExcludeColumn("owner_id", "created_at").
		Where("id = ? AND owner_id = ?", c.ID, c.OwnerID).Exec(ctx)
	if db.IsUnique(err, "email") {
		return settings.ErrContactExists
	}
	if err != nil {
		return fmt.Errorf("update contact %d: %w", c.ID, err)
	}
	return s.replaceTags(ctx, c.OwnerID, []*settings.Contact{&c})
}

// DeleteContact removes a contact, its tags and its entries on lists.
func (s *Store) DeleteContact(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*contactRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete contact %d: %w", id, err)
	}
	return nil
}

// Contact returns one contact of an account.
func (s *Store) Contact(ctx context.Context, owner, id int64) (settings.Contact, error) {
	var row contactRow
	err := s.selectContacts(ctx, &row).Where("c.id = ? AND c.owner_id = ?", id, owner).Scan(ctx)
	return row.Contact, db.Found(err, "select contact %d of %d", id, owner)
}

// Contacts lists contacts in order of creation. A subquery picks the page, so that only the
// searched columns of earlier contacts are read.
func (s *Store) Contacts(ctx context.Context, owner int64, f settings.ContactFilter, req page.Request) ([]settings.Contact, int, error) {
	var rows []contactRow
	chosen := s.matching(ctx, owner, f).Column("id").Order("c.id").Limit(req.Limit()).Offset(req.Offset())
	err := s.selectContacts(ctx, &rows).Where("c.id IN (?) AND c.owner_id = ?", chosen, owner).Order("c.id").Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select contacts of %d: %w", owner, err)
	}
	n, known := req.Count(len(rows))
	if known {
		return contactsOf(rows), n, nil
	}
	all, err := s.matching(ctx, owner, f).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count contacts of %d: %w", owner, err)
	}
	return contactsOf(rows), int(all), nil
}

func (s *Store) matching(ctx context.Context, owner int64, f settings.ContactFilter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).Where("c.owner_id = ?", owner)
	for word := range strings.FieldsSeq(fold.Fold(f.Query)) {
		q = s.db.Contains(q, "c.search", word)
	}
	if f.Tag != "" {
		q = q.Where("c.id IN (?)", s.db.From(ctx).NewSelect().Table("settings_contact_tags").Column("contact_id").
			Where("owner_id = ? AND tag = ?", owner, settings.TagKey(f.Tag)))
	}
	if f.List != 0 {
		q = q.Where("c.id IN (?)", s.db.From(ctx).NewSelect().Table("settings_list_contacts").Column("contact_id").
			Where("owner_id = ? AND list_id = ?", owner, f.List))
	}
	return q
}

// CountContacts counts the contacts of an account.
func (s *Store) CountContacts(ctx context.Context, owner int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).Where("c.owner_id = ?", owner).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count contacts of %d: %w", owner, err)
	}
	return int(n), nil
}

// ContactCounts counts the contacts of accounts; those without one are missing.
func (s *Store) ContactCounts(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.db.Counts(ctx, "contacts of accounts", s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).
		ColumnExpr("c.owner_id, COUNT(*)").Where("c.owner_id IN (?)", bun.List(owners)).Group("c.owner_id"))
}

// ContactPosition returns the place of a contact among those of its account, oldest first, from 1.
func (s *Store) ContactPosition(ctx context.Context, owner, id int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).Where("c.owner_id = ? AND c.id <= ?", owner, id).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count contacts of %d up to %d: %w", owner, id, err)
	}
	return int(n), nil
}

// ContactAt returns the id of the contact at a place among those of an account, oldest first,
// from 1; 0 if there are fewer.
func (s *Store) ContactAt(ctx context.Context, owner int64, position int) (id int64, err error) {
	err = s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).Column("c.id").Where("c.owner_id = ?", owner).
		Order("c.id").Limit(1).Offset(int64(position-1)).Scan(ctx, &id)
	if err != nil && !db.IsNoRows(err) {
		return 0, fmt.Errorf("select contact %d of %d: %w", position, owner, err)
	}
	return id, nil
}

// KnownContacts reports which of the ids are contacts of the account.
func (s *Store) KnownContacts(ctx context.Context, owner int64, ids []int64) (map[int64]bool, error) {
	known := make(map[int64]bool, len(ids))
	if len(ids) == 0 {
		return known, nil
	}
	var list []int64
	err := s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).Column("id").
		Where("owner_id = ? AND id IN (?)", owner, bun.List(ids)).Scan(ctx, &list)
	if err != nil {
		return nil, fmt.Errorf("select known contacts of %d: %w", owner, err)
	}
	for _, id := range list {
		known[id] = true
	}
	return known, nil
}
