package settingsdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
)

type unsubscribedRow struct {
	bun.BaseModel  `bun:"table:settings_unsubscribed,alias:u"`
	OwnerID        int64     `bun:"owner_id,pk"`
	Email          string    `bun:"email,pk"`
	UnsubscribedAt time.Time `bun:"unsubscribed_at"`
}

// Unsubscribed returns when an address unsubscribed from list mail of an account.
func (s *Store) Unsubscribed(ctx context.Context, owner int64, email string) (time.Time, error) {
	var row unsubscribedRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ? AND email = ?", owner, email).Scan(ctx)
	return row.UnsubscribedAt, db.Found(err, "select whether an address has unsubscribed from %d", owner)
}

// SaveUnsubscribed stores that an address unsubscribed from list mail of an account.
func (s *Store) SaveUnsubscribed(ctx context.Context, owner int64, email string, at time.Time) error {
	_, err := s.db.From(ctx).NewInsert().Model(&unsubscribedRow{OwnerID: owner, Email: email, UnsubscribedAt: at}).Exec(ctx)
	if err != nil {
		return fmt.Errorf("insert that an address has unsubscribed from %d: %w", owner, err)
	}
	return nil
}

// DeleteUnsubscribed deletes that an address unsubscribed from list mail of an account.
func (s *Store) DeleteUnsubscribed(ctx context.Context, owner int64, email string) error {
	_, err := s.db.From(ctx).NewDelete().Model((*unsubscribedRow)(nil)).Where("owner_id = ? AND email = ?", owner, email).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete that an address has unsubscribed from %d: %w", owner, err)
	}
	return nil
}
