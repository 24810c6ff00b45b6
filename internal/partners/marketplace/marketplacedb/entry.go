package marketplacedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/marketplace"
)

type (
	entryRow struct {
		bun.BaseModel `bun:"table:directory_entries,alias:e"`
		marketplace.Entry
	}
	countryRow struct {
		bun.BaseModel `bun:"table:directory_countries,alias:c"`
		OwnerID       int64  `bun:"owner_id,pk"`
		Country       string `bun:"country,pk"`
	}
)

// ClaimEntry inserts or updates the entry, which locks it either way.
func (s *Store) ClaimEntry(ctx context.Context, e marketplace.Entry) (stale bool, err error) {
	err = s.db.From(ctx).NewInsert().Model(&entryRow{Entry: e}).
		On("CONFLICT (owner_id) DO UPDATE").Set("updated_at = EXCLUDED.updated_at").Returning("stale").Scan(ctx, &stale)
	if err != nil {
		return false, fmt.Errorf("claim entry of %d: %w", e.OwnerID, err)
	}
	return stale, nil
}

// SaveEntry stores everything about a claimed entry.
func (s *Store) SaveEntry(ctx context.Context, e marketplace.Entry, countries []string) error {
	if _, err := s.db.From(ctx).NewUpdate().Model(&entryRow{Entry: e}).Where("owner_id = ?", e.OwnerID).Exec(ctx); err != nil {
		return fmt.Errorf("update entry of %d: %w", e.OwnerID, err)
	}
	rows := make([]countryRow, len(countries))
	for i, c := range countries {
		rows[i] = countryRow{OwnerID: e.OwnerID, Country: c}
	}
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx); err != nil {
		return fmt.Errorf("store countries of %d: %w", e.OwnerID, err)
	}
	_, err := s.db.From(ctx).NewDelete().Model((*countryRow)(nil)).
		Where("owner_id = ? AND country NOT IN (?)", e.OwnerID, bun.List(countries)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete countries of %d: %w", e.OwnerID, err)
	}
	return nil
}

// DeleteEntry removes the entry of an account and what belongs to it.
func (s *Store) DeleteEntry(ctx context.Context, owner int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*entryRow)(nil)).Where("owner_id = ?", owner).Exec(ctx); err != nil {
		return fmt.Errorf("delete entry of %d: %w", owner, err)
	}
	return nil
}

// Stale lists accounts whose properties were never copied.
func (s *Store) Stale(ctx context.Context, limit int) ([]int64, error) {
	owners := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*entryRow)(nil)).Column("owner_id").Where("stale").
		Order("owner_id").Limit(int64(limit)).Scan(ctx, &owners)
	if err != nil {
		return nil, fmt.Errorf("select stale entries: %w", err)
	}
	return owners, nil
}

// Countries returns the countries of each account, in order.
func (s *Store) Countries(ctx context.Context, owners []int64) (map[int64][]string, error) {
	countries := make(map[int64][]string, len(owners))
	if len(owners) == 0 {
		return countries, nil
	}
	var rows []countryRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id IN (?)", bun.List(owners)).Order("owner_id", "country").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select countries of %d accounts: %w", len(owners), err)
	}
	for _, r := range rows {
		countries[r.OwnerID] = append(countries[r.OwnerID], r.Country)
	}
	return countries, nil
}
