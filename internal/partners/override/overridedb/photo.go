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
