// Package profiledb stores e-invoice profiles.
package profiledb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/profile"
	"allot/internal/platform/db"
)

// Store is the profile module's table.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ profile.Store = (*Store)(nil)

type profileRow struct {
	bun.BaseModel `bun:"table:einvoice_profiles,alias:p"`
	profile.Profile
}

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// Profile returns the profile of an account, a blank one if it has set nothing.
func (s *Store) Profile(ctx context.Context, owner int64) (profile.Profile, error) {
	row := profileRow{Profile: profile.Profile{OwnerID: owner}}
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	if err != nil && !db.IsNoRows(err) {
		return profile.Profile{}, fmt.Errorf("select e-invoice profile of %d: %w", owner, err)
	}
	return row.Profile, nil
}

// SaveProfile stores the profile of an account, the first one or a changed one.
func (s *Store) SaveProfile(ctx context.Context, p profile.Profile) error {
	_, err := s.db.From(ctx).NewInsert().Model(&profileRow{Profile: p}).On("CONFLICT (owner_id) DO UPDATE").Exec(ctx)
	if err != nil {
		return fmt.Errorf("save e-invoice profile of %d: %w", p.OwnerID, err)
	}
	return nil
}
