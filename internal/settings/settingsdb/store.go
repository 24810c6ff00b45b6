// Package settingsdb keeps companies.
package settingsdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/settings"
)

// Store is the settings module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ settings.Store = (*Store)(nil)

type companyRow struct {
	bun.BaseModel `bun:"table:settings_companies,alias:c"`
	settings.Company
}

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// InsertCompany stores the company of a new account.
func (s *Store) InsertCompany(ctx context.Context, c settings.Company) error {
	if _, err := s.db.From(ctx).NewInsert().Model(&companyRow{Company: c}).Exec(ctx); err != nil {
		return fmt.Errorf("insert company of %d: %w", c.OwnerID, err)
	}
	return nil
}

// Company finds the company of an account.
func (s *Store) Company(ctx context.Context, owner int64) (settings.Company, error) {
	var row companyRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("owner_id = ?", owner).Scan(ctx)
	if db.IsNoRows(err) {
		return settings.Company{}, apperr.ErrNotFound
	}
	if err != nil {
		return settings.Company{}, fmt.Errorf("select company of %d: %w", owner, err)
	}
	return row.Company, nil
}
