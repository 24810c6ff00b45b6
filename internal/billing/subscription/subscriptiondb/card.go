package subscriptiondb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/billing/subscription"
)

type cardRow struct {
	bun.BaseModel `bun:"table:billing_cards,alias:c"`
	subscription.Card
}

// Cards lists the cards of an account, oldest first.
func (s *Store) Cards(ctx context.Context, owner int64) ([]subscription.Card, error) {
	var rows []cardRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).Order("id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select cards of %d: %w", owner, err)
	}
	list := make([]subscription.Card, len(rows))
	for i, r := range rows {
		list[i] = r.Card
	}
	return list, nil
}

// InsertCard stores a card and sets its id.
func (s *Store) InsertCard(ctx context.Context, c *subscription.Card) error {
	row := &cardRow{Card: *c}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert card of %d: %w", c.OwnerID, err)
	}
	c.ID = row.ID
	return nil
}

// DeleteCard deletes a card.
func (s *Store) DeleteCard(ctx context.Context, owner, id int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*cardRow)(nil)).Where("owner_id = ? AND id = ?", owner, id).Exec(ctx); err != nil {
		return fmt.Errorf("delete card %d: %w", id, err)
	}
	return nil
}

// SetPrimary makes a card the only primary one of its account.
func (s *Store) SetPrimary(ctx context.Context, owner, id int64) error {
	for _, set := range []struct {
		value bool
		where string
	}{{false, "id <> ?"}, {true, "id = ?"}} { // first the others: only one may be it
		_, err := s.db.From(ctx).NewUpdate().Model((*cardRow)(nil)).Set("is_primary = ?", set.value).
			Where("owner_id = ?", owner).Where(set.where, id).Exec(ctx)
		if err != nil {
			return fmt.Errorf("make card %d the primary one: %w", id, err)
		}
	}
	return nil
}
