package propertydb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
)

type recordRow struct {
	bun.BaseModel `bun:"table:property_facts,alias:f"`
	property.Record
}

// Records lists the fact records of a property in the order of the sheet;
// category narrows them to one.
func (s *Store) Records(ctx context.Context, owner, id int64, category string) ([]property.Record, error) {
	var rows []recordRow
	q := s.db.From(ctx).NewSelect().Model(&rows).Where("property_id = ? AND owner_id = ?", id, owner)
	if category != "" {
		q = q.Where("category = ?", category)
	}
	if err := q.Order("category", "position", "id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select facts of property %d: %w", id, err)
	}
	return recordsOf(rows), nil
}

// RecordsOf lists the records of one category of properties of some accounts,
// each property's in the order of the sheet.
func (s *Store) RecordsOf(ctx context.Context, owners, properties []int64, category string) ([]property.Record, error) {
	if len(owners) == 0 || len(properties) == 0 {
		return nil, nil
	}
	var rows []recordRow
	err := s.db.From(ctx).NewSelect().Model(&rows).
		Where("property_id IN (?) AND owner_id IN (?) AND category = ?", bun.List(properties), bun.List(owners), category).
		Order("property_id", "position", "id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select %s of %d properties: %w", category, len(properties), err)
	}
	return recordsOf(rows), nil
}

// Record returns one record of an account.
func (s *Store) Record(ctx context.Context, owner, id int64) (property.Record, error) {
	var row recordRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Record, db.Found(err, "select fact record %d", id)
}

func recordsOf(rows []recordRow) []property.Record {
	records := make([]property.Record, len(rows))
	for i, r := range rows {
		records[i] = r.Record
	}
	return records
}

func rowsOf(records []property.Record) []recordRow {
	rows := make([]recordRow, len(records))
	for i, r := range records {
		rows[i].Record = r
	}
	return rows
}

// InsertRecords stores new records and sets their ids.
func (s *Store) InsertRecords(ctx context.Context, records []property.Record) error {
	if len(records) == 0 {
		return nil
	}
	s.db.Raise(ctx, account.Draft, records[0].OwnerID)
	rows := rowsOf(records)
	if _, err := s.db.From(ctx).NewInsert().Model(&rows).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert %d facts of property %d: %w", len(rows), records[0].PropertyID, err)
	}
	for i, r := range rows {
		records[i].ID = r.ID
	}
	return nil
}

// UpdateRecords stores the position and data of records, which all belong to one property.
func (s *Store) UpdateRecords(ctx context.Context, records []property.Record) error {
	if len(records) == 0 {
		return nil
	}
	s.db.Raise(ctx, account.Draft, records[0].OwnerID)
	rows := rowsOf(records)
	_, err := s.db.From(ctx).NewInsert().Model(&rows).On("CONFLICT (id) DO UPDATE").
		Set("position = EXCLUDED.position, data = EXCLUDED.data, updated_at = EXCLUDED.updated_at").
		Where("f.property_id = EXCLUDED.property_id AND f.owner_id = EXCLUDED.owner_id").Exec(ctx)
	if err != nil {
		return fmt.Errorf("update %d facts of property %d: %w", len(rows), records[0].PropertyID, err)
	}
	return nil
}

// DeleteRecord removes one record.
func (s *Store) DeleteRecord(ctx context.Context, owner, id int64, category string, record int64) error {
	s.db.Raise(ctx, account.Draft, owner)
	res, err := s.db.From(ctx).NewDelete().Model((*recordRow)(nil)).
		Where("id = ? AND property_id = ? AND owner_id = ? AND category = ?", record, id, owner, category).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete %s record %d: %w", category, record, err)
	}
	if n, err := res.RowsAffected(); err != nil || n == 0 {
		return apperr.ErrNotFound
	}
	return nil
}
