// Package stopsaledb stores the legacy stop sale: events, sources, and when that
// of a property was last changed.
package stopsaledb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/db"
)

// Store is the stop sale module's tables.
type Store struct{ db *db.DB }

// New returns a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ stopsale.Store = (*Store)(nil)

type stopsaleRow struct {
	bun.BaseModel `bun:"table:stopsales,alias:s"`
	PropertyID    int64     `bun:"property_id,pk"`
	OwnerID       int64     `bun:"owner_id"`
	DateUpdate    time.Time `bun:"date_update"`
}

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// Touch sets when the stop sale of a property was last changed.
func (s *Store) Touch(ctx context.Context, owner, property int64, at time.Time) error {
	s.db.Raise(ctx, account.StopSale, owner)
	row := &stopsaleRow{PropertyID: property, OwnerID: owner, DateUpdate: at}
	_, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT (property_id) DO UPDATE").Set("date_update = EXCLUDED.date_update").Exec(ctx)
	if err != nil {
		return fmt.Errorf("touch stop sale of property %d: %w", property, err)
	}
	return nil
}

// Touched returns when the stop sales of properties were last changed.
func (s *Store) Touched(ctx context.Context, owners, properties []int64) (map[int64]time.Time, error) {
	at := make(map[int64]time.Time, len(properties))
	if len(properties) == 0 {
		return at, nil
	}
	var rows []stopsaleRow
	err := s.db.From(ctx).NewSelect().Model(&rows).
		Where("property_id IN (?) AND owner_id IN (?)", bun.List(properties), bun.List(owners)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select stop sales of %d properties: %w", len(properties), err)
	}
	for _, r := range rows {
		at[r.PropertyID] = r.DateUpdate.UTC()
	}
	return at, nil
}

// Revisions returns the stamps of accounts' days and drafts.
func (s *Store) Revisions(ctx context.Context, accounts []int64) (days, drafts []int64, err error) {
	st, err := s.db.Stamps(ctx, append(account.StopSale.Of(accounts...), account.Draft.Of(accounts...)...))
	if err != nil {
		return nil, nil, err
	}
	return st.Values[:len(accounts)], st.Values[len(accounts):], nil
}
