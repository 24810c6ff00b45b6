// Package plandb keeps the plans that accounts were granted.
package plandb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/identity/plan"
	"allot/internal/platform/db"
)

// Store is the module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ plan.Store = (*Store)(nil)

type grantRow struct {
	bun.BaseModel `bun:"table:billing_grants,alias:g"`
	plan.Grant
}

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// Grant returns what an account was granted, even if it has expired.
func (s *Store) Grant(ctx context.Context, owner int64) (plan.Grant, error) {
	var row grantRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	return row.Grant, db.Found(err, "select grant of %d", owner)
}

// SaveGrant stores the grant of an account, in place of the previous one.
func (s *Store) SaveGrant(ctx context.Context, g plan.Grant) error {
	_, err := s.db.From(ctx).NewInsert().Model(&grantRow{Grant: g}).On("CONFLICT (owner_id) DO UPDATE").
		Set("plan = EXCLUDED.plan").Set("until = EXCLUDED.until").
		Set("granted_by = EXCLUDED.granted_by").Set("granted_at = EXCLUDED.granted_at").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save grant of %d: %w", g.OwnerID, err)
	}
	return nil
}

// DeleteGrant deletes the grant of an account, if there is one.
func (s *Store) DeleteGrant(ctx context.Context, owner int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*grantRow)(nil)).Where("owner_id = ?", owner).Exec(ctx); err != nil {
		return fmt.Errorf("delete grant of %d: %w", owner, err)
	}
	return nil
}
