package accountdb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
)

// Suspended returns those of the accounts that are suspended.
func (s *Store) Suspended(ctx context.Context, owners []int64) ([]int64, error) {
	found := []int64{}
	if len(owners) == 0 {
		return found, nil
	}
	err := s.db.From(ctx).NewSelect().Model((*userRow)(nil)).Column("u.id").
		Where("u.id IN (?) AND u.suspended_at IS NOT NULL", bun.List(owners)).Order("u.id").Scan(ctx, &found)
	if err != nil {
		return nil, fmt.Errorf("select suspended accounts: %w", err)
	}
	return found, nil
}

// SetSuspended stores since when an account is suspended; the zero time: it is not. Cached
// sessions and keys of every user of the account depend on the stamp of the manager.
func (s *Store) SetSuspended(ctx context.Context, owner int64, at time.Time, note string) error {
	s.changed(ctx, owner)
	s.db.Raise(ctx, account.Content, owner) // partners read that its properties are closed
	_, err := s.db.From(ctx).NewUpdate().Model((*userRow)(nil)).
		Set("suspended_at = ?", bun.NullTime{Time: at}).Set("suspended_note = ?", note).
		Where("id = ? AND owner_id = ?", owner, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store the suspension of %d: %w", owner, err)
	}
	return nil
}
