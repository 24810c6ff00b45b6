package settingsdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/settings"
)

type tagRow struct {
	bun.BaseModel `bun:"table:settings_contact_tags"`
	OwnerID       int64  `bun:"owner_id"`
	Tag           string `bun:"tag"`
	ContactID     int64  `bun:"contact_id"`
}

// ContactsByEmail returns the contacts of an account with one of the addresses, by address.
func (s *Store) ContactsByEmail(ctx context.Context, owner int64, emails []string) (map[string]settings.Contact, error) {
	byEmail := make(map[string]settings.Contact, len(emails))
	if len(emails) == 0 {
		return byEmail, nil
	}
	var rows []contactRow
	err := s.selectContacts(ctx, &rows).Where("c.owner_id = ? AND c.email IN (?)", owner, bun.List(emails)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select contacts of %d by e-mail: %w", owner, err)
	}
	for _, r := range rows {
		byEmail[r.Email] = r.Contact
	}
	return byEmail, nil
}

// SaveContacts stores new and changed contacts in one statement and sets the ids of the new
// ones.
func (s *Store) SaveContacts(ctx context.Context, owner int64, contacts []*settings.Contact) error {
	if len(contacts) == 0 {
		return nil
	}
	rows := make([]*contactRow, len(contacts))
	for i, c := range contacts {
		rows[i] = newContactRow(*c)
	}
	var stored []contactRow
	err := s.db.From(ctx).NewInsert().Model(&rows).ExcludeColumn("id").On("CONFLICT (owner_id, email) DO UPDATE").
		Set("first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name, company = EXCLUDED.company, phone = EXCLUDED.phone").
		Set("tags = EXCLUDED.tags, language = EXCLUDED.language, search = EXCLUDED.search, updated_at = EXCLUDED.updated_at").
		Returning("id, email").Scan(ctx, &stored)
	if err != nil {
		return fmt.Errorf("save %d contacts of %d: %w", len(contacts), owner, err)
	}
	ids := make(map[string]int64, len(stored))
	for _, r := range stored {
		ids[r.Email] = r.ID
	}
	for _, c := range contacts {
		c.ID = ids[c.Email]
	}
	return s.replaceTags(ctx, owner, contacts)
}

func (s *Store) replaceTags(ctx context.Context, owner int64, contacts []*settings.Contact) error {
	ids := make([]int64, len(contacts))
	for i, c := range contacts {
		ids[i] = c.ID
	}
	_, err := s.db.From(ctx).NewDelete().Model((*tagRow)(nil)).Where("owner_id = ? AND contact_id IN (?)", owner, bun.List(ids)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete tags of contacts: %w", err)
	}
	return s.insertTags(ctx, contacts)
}

func (s *Store) insertTags(ctx context.Context, contacts []*settings.Contact) error {
	var rows []tagRow
	for _, c := range contacts {
		for _, t := range c.Tags {
			rows = append(rows, tagRow{OwnerID: c.OwnerID, Tag: settings.TagKey(t), ContactID: c.ID})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).Exec(ctx); err != nil {
		return fmt.Errorf("insert tags of contacts: %w", err)
	}
	return nil
}
