package settingsdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/settings"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type listRow struct {
	bun.BaseModel `bun:"table:settings_mailing_lists,alias:l"`
	settings.MailingList
}

const countContacts = "(SELECT COUNT(*) FROM settings_list_contacts AS m WHERE m.owner_id = l.owner_id AND m.list_id = l.id) AS contacts_count"

// InsertList stores a new list and sets its id.
func (s *Store) InsertList(ctx context.Context, l *settings.MailingList) error {
	row := &listRow{MailingList: *l}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if db.IsUnique(err, "name_key") {
		return settings.ErrListExists
	}
	if err != nil {
		return fmt.Errorf("insert mailing list: %w", err)
	}
	l.ID = row.ID
	return nil
}

// UpdateList stores the name of a list.
func (s *Store) UpdateList(ctx context.Context, l settings.MailingList) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&listRow{MailingList: l}).Column("name", "name_key", "updated_at").
		Where("id = ? AND owner_id = ?", l.ID, l.OwnerID).Exec(ctx)
	if db.IsUnique(err, "name_key") {
		return settings.ErrListExists
	}
	if err != nil {
		return fmt.Errorf("update mailing list %d: %w", l.ID, err)
	}
	return nil
}

// DeleteList removes a list; its contacts stay.
func (s *Store) DeleteList(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*listRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete mailing list %d: %w", id, err)
	}
	return nil
}

// MailingList returns one list of an account.
func (s *Store) MailingList(ctx context.Context, owner, id int64) (settings.MailingList, error) {
	var row listRow
	err := s.db.From(ctx).NewSelect().Model(&row).ColumnExpr("l.*").ColumnExpr(countContacts).
		Where("l.id = ? AND l.owner_id = ?", id, owner).Scan(ctx)
	return row.MailingList, db.Found(err, "select mailing list %d of %d", id, owner)
}

// MailingLists lists the lists of an account, newest first.
func (s *Store) MailingLists(ctx context.Context, owner int64, req page.Request) ([]settings.MailingList, int, error) {
	var rows []listRow
	n, err := s.db.From(ctx).NewSelect().Model(&rows).ColumnExpr("l.*").ColumnExpr(countContacts).
		Where("l.owner_id = ?", owner).Order("l.id DESC").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select mailing lists of %d: %w", owner, err)
	}
	lists := make([]settings.MailingList, len(rows))
	for i, r := range rows {
		lists[i] = r.MailingList
	}
	return lists, int(n), nil
}

// ListMembers returns the ids of the contacts on a list, sorted.
func (s *Store) ListMembers(ctx context.Context, owner, list int64) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Table("settings_list_contacts").Column("contact_id").
		Where("owner_id = ? AND list_id = ?", owner, list).Order("contact_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select members of mailing list %d: %w", list, err)
	}
	return ids, nil
}

// AddToList adds contacts of the account to one of its lists.
func (s *Store) AddToList(ctx context.Context, owner, list int64, contacts []int64) error {
	if len(contacts) == 0 {
		return nil
	}
	_, err := s.db.From(ctx).NewRaw("INSERT INTO settings_list_contacts (owner_id, list_id, contact_id) "+
		"SELECT c.owner_id, ?, c.id FROM settings_contacts AS c WHERE c.owner_id = ? AND c.id IN (?) ON CONFLICT DO NOTHING",
		list, owner, bun.List(contacts)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("add %d contacts to mailing list %d: %w", len(contacts), list, err)
	}
	return nil
}

// ClearList removes every contact from a list.
func (s *Store) ClearList(ctx context.Context, owner, list int64) error {
	_, err := s.db.From(ctx).NewRaw("DELETE FROM settings_list_contacts WHERE owner_id = ? AND list_id = ?", owner, list).Exec(ctx)
	if err != nil {
		return fmt.Errorf("clear mailing list %d: %w", list, err)
	}
	return nil
}

// ListContacts lists the contacts of a list by id.
func (s *Store) ListContacts(ctx context.Context, owner, list int64, f settings.MemberFilter) ([]settings.Contact, error) {
	var rows []contactRow
	q := s.selectContacts(ctx, &rows).
		Join("JOIN settings_list_contacts AS m ON m.contact_id = c.id AND m.owner_id = c.owner_id").
		Where("m.owner_id = ? AND m.list_id = ? AND m.contact_id > ?", owner, list, f.After)
	if f.Subscribed {
		q = q.Where("u.unsubscribed_at IS NULL")
	}
	if err := q.Order("m.contact_id").Limit(int64(f.Limit)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("select contacts of mailing list %d: %w", list, err)
	}
	return contactsOf(rows), nil
}

// CountRecipients counts the contacts of a list who have not unsubscribed.
func (s *Store) CountRecipients(ctx context.Context, owner, list int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*contactRow)(nil)).
		Join("JOIN settings_list_contacts AS m ON m.contact_id = c.id AND m.owner_id = c.owner_id").
		Join("LEFT JOIN settings_unsubscribed AS u ON u.owner_id = c.owner_id AND u.email = c.email").
		Where("m.owner_id = ? AND m.list_id = ? AND u.unsubscribed_at IS NULL", owner, list).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count recipients of mailing list %d: %w", list, err)
	}
	return int(n), nil
}
