package marketplacedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/marketplace"
)

type propertyRow struct {
	bun.BaseModel `bun:"table:directory_properties,alias:p"`
	marketplace.Property
}

// Properties lists the published properties of an account by name.
func (s *Store) Properties(ctx context.Context, owner int64) ([]marketplace.Property, error) {
	var rows []propertyRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ?", owner).Order("search", "property_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select published properties of %d: %w", owner, err)
	}
	list := make([]marketplace.Property, len(rows))
	for i, r := range rows {
		list[i] = r.Property
	}
	return list, nil
}

// SaveProperties inserts or replaces properties.
func (s *Store) SaveProperties(ctx context.Context, list []marketplace.Property) error {
	if len(list) == 0 {
		return nil
	}
	rows := make([]propertyRow, len(list))
	for i, p := range list {
		rows[i].Property = p
	}
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).On("CONFLICT (property_id) DO UPDATE").Exec(ctx); err != nil {
		return fmt.Errorf("store %d published properties: %w", len(rows), err)
	}
	return nil
}

// DeleteProperty removes one property; one that is not there is no error.
func (s *Store) DeleteProperty(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*propertyRow)(nil)).Where("property_id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete published property %d: %w", id, err)
	}
	return nil
}

// DeleteProperties removes every property of an account.
func (s *Store) DeleteProperties(ctx context.Context, owner int64) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*propertyRow)(nil)).Where("owner_id = ?", owner).Exec(ctx); err != nil {
		return fmt.Errorf("delete published properties of %d: %w", owner, err)
	}
	return nil
}
