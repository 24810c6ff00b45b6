package overridedb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/override"
)

// InsertFile stores the files of an own photo and sets its id.
func (s *Store) InsertFile(ctx context.Context, f *override.OwnFile) error {
	s.db.Raise(ctx, account.Content, f.OperatorID)
	row := &fileRow{OwnFile: *f}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert own photo of property %d: %w", f.PropertyID, err)
	}
	f.ID = row.ID
	return nil
}

// DeleteFile removes an own photo.
func (s *Store) DeleteFile(ctx context.Context, operator, id int64) error {
	s.db.Raise(ctx, account.Content, operator)
	_, err := s.db.From(ctx).NewDelete().Model((*fileRow)(nil)).Where("id = ? AND operator_id = ?", id, operator).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete own photo %d: %w", id, err)
	}
	return nil
}

// CountFiles counts the own photos of an operator for one property.
func (s *Store) CountFiles(ctx context.Context, operator, property int64) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*fileRow)(nil)).Where("operator_id = ? AND property_id = ?", operator, property).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count own photos of property %d: %w", property, err)
	}
	return int(n), nil
}

// FilePosition returns the place of an own photo among those of its operator and property,
// oldest first, from 1.
func (s *Store) FilePosition(ctx context.Context, f override.OwnFile) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*fileRow)(nil)).
		Where("operator_id = ? AND property_id = ? AND id <= ?", f.OperatorID, f.PropertyID, f.ID).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count own photos of property %d up to %d: %w", f.PropertyID, f.ID, err)
	}
	return int(n), nil
}

// MostFiles returns the number of own photos of each operator for the property with the most.
func (s *Store) MostFiles(ctx context.Context, operators []int64) (map[int64]int, error) {
	each := s.db.From(ctx).NewSelect().Model((*fileRow)(nil)).ColumnExpr("operator_id, COUNT(*) AS n").
		Where("operator_id IN (?)", bun.List(operators)).Group("operator_id", "property_id")
	return s.db.Counts(ctx, "own photos of operators", s.db.From(ctx).NewSelect().TableExpr("(?) AS each_property", each).
		ColumnExpr("operator_id, MAX(n)").Group("operator_id"))
}

// OperatorFiles lists the own photos of an operator.
func (s *Store) OperatorFiles(ctx context.Context, operator int64, properties []int64) ([]override.OwnFile, error) {
	return s.files(ctx, "operator_id", operator, properties)
}

// HotelFiles lists the own photos of partners for properties of a hotel.
func (s *Store) HotelFiles(ctx context.Context, hotel int64, properties []int64) ([]override.OwnFile, error) {
	return s.files(ctx, "hotel_id", hotel, properties)
}

func (s *Store) files(ctx context.Context, column string, account int64, properties []int64) ([]override.OwnFile, error) {
	all := []override.OwnFile{}
	for part := range slices.Chunk(properties, maxList) {
		var rows []fileRow
		err := s.db.From(ctx).NewSelect().Model(&rows).Where("? = ?", bun.Ident(column), account).
			Where("property_id IN (?)", bun.List(part)).Order("id").Scan(ctx)
		if err != nil {
			return nil, fmt.Errorf("select own photos: %w", err)
		}
		all = append(all, files(rows)...)
	}
	return all, nil
}

// FilesInUse reports which of the keys belong to an own photo.
func (s *Store) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.db.InUse(ctx, (*fileRow)(nil), keys, "key", "medium_key", "small_key")
}
