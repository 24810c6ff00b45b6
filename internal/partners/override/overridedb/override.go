package overridedb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/partners/override"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

// maxList keeps the number of parameters of a statement far below the limits of
// both engines.
const maxList = 5000

// InsertOverride stores an override and sets its id.
func (s *Store) InsertOverride(ctx context.Context, ov *override.Override) error {
	s.db.Raise(ctx, account.Content, ov.OperatorID)
	row := &overrideRow{Override: *ov}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert override for property %d: %w", ov.PropertyID, err)
	}
	ov.ID = row.ID
	return nil
}

// UpdateOverride stores the columns of an override that can change.
func (s *Store) UpdateOverride(ctx context.Context, ov override.Override) error {
	s.db.Raise(ctx, account.Content, ov.OperatorID)
	_, err := s.db.From(ctx).NewUpdate().Model(&overrideRow{Override: ov}).
		Column("wanted", "approved", "base", "base_version", "status", "revision", "source_changed_at",
			"decided_by", "decided_at", "reason", "updated_at").
		Where("id = ? AND operator_id = ? AND hotel_id = ?", ov.ID, ov.OperatorID, ov.HotelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update override %d: %w", ov.ID, err)
	}
	return nil
}

// DeleteOverride removes an override of an operator.
func (s *Store) DeleteOverride(ctx context.Context, operator, id int64) error {
	s.db.Raise(ctx, account.Content, operator)
	_, err := s.db.From(ctx).NewDelete().Model((*overrideRow)(nil)).Where("id = ? AND operator_id = ?", id, operator).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete override %d: %w", id, err)
	}
	return nil
}

// ExistingOverride finds the stored override of the same operator, property,
// kind, category and record.
func (s *Store) ExistingOverride(ctx context.Context, ov override.Override) (override.Override, error) {
	var row overrideRow
	err := s.db.From(ctx).NewSelect().Model(&row).
		Where("operator_id = ? AND property_id = ? AND kind = ? AND category = ? AND record_id = ?",
			ov.OperatorID, ov.PropertyID, ov.Kind, ov.Category, ov.RecordID).Scan(ctx)
	return row.Override, db.Found(err, "select override for property %d", ov.PropertyID)
}

// OperatorOverride finds an override of an operator.
func (s *Store) OperatorOverride(ctx context.Context, operator, id int64) (override.Override, error) {
	var row overrideRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND operator_id = ?", id, operator).Scan(ctx)
	return row.Override, db.Found(err, "select override %d", id)
}

// HotelOverride finds an override of a partner for a property of a hotel.
func (s *Store) HotelOverride(ctx context.Context, hotel, id int64) (override.Override, error) {
	var row overrideRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND hotel_id = ?", id, hotel).Scan(ctx)
	return row.Override, db.Found(err, "select override %d", id)
}

// FactsOverrides lists the overrides of facts of an operator, newest first.
func (s *Store) FactsOverrides(ctx context.Context, operator int64, f override.FactsFilter, req page.Request) ([]override.Override, int, error) {
	return s.page(ctx, "id DESC", req, func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.Where("operator_id = ? AND kind = ?", operator, override.KindFacts).Where("hotel_id IN (?)", bun.List(f.Hotels))
		if f.PropertyID != 0 {
			q = q.Where("property_id = ?", f.PropertyID)
		}
		if f.Category != "" {
			q = q.Where("category = ?", f.Category)
		}
		if f.Status != "" {
			q = q.Where("status = ?", f.Status)
		}
		return q
	})
}

// HotelOverrides lists the overrides of partners for properties of a hotel, oldest first: what
// has waited longest is answered first.
func (s *Store) HotelOverrides(ctx context.Context, hotel int64, f override.ApprovalFilter, req page.Request) ([]override.Override, int, error) {
	return s.page(ctx, "id", req, func(q *bun.SelectQuery) *bun.SelectQuery {
		q = q.Where("hotel_id = ?", hotel).Where("operator_id IN (?)", bun.List(f.Partners))
		if len(f.Only) > 0 {
			q = q.Where("property_id IN (?)", bun.List(f.Only))
		}
		if f.PartnerID != 0 {
			q = q.Where("operator_id = ?", f.PartnerID)
		}
		if f.PropertyID != 0 {
			q = q.Where("property_id = ?", f.PropertyID)
		}
		if f.Kind != "" {
			q = q.Where("kind = ?", f.Kind)
		}
		if f.Status != "" {
			q = q.Where("status = ?", f.Status)
		}
		return q
	})
}

func (s *Store) page(ctx context.Context, order string, req page.Request, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]override.Override, int, error) {
	var rows []overrideRow
	n, err := narrow(s.db.From(ctx).NewSelect().Model(&rows)).Order(order).Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select page of overrides: %w", err)
	}
	return overrides(rows), int(n), nil
}

// PropertyOverrides lists the overrides of an operator for one property.
func (s *Store) PropertyOverrides(ctx context.Context, operator, property int64) ([]override.Override, error) {
	return s.list(ctx, "operator_id = ? AND property_id = ?", operator, property)
}

// PropertyFactsOverrides lists the overrides of all operators of the facts of
// one property.
func (s *Store) PropertyFactsOverrides(ctx context.Context, hotel, property int64) ([]override.Override, error) {
	return s.list(ctx, "property_id = ? AND hotel_id = ? AND kind = ?", property, hotel, override.KindFacts)
}

// ApprovedOverrides lists the overrides of an operator that have an approved
// value.
func (s *Store) ApprovedOverrides(ctx context.Context, operator int64, properties []int64) ([]override.Override, error) {
	all := []override.Override{}
	for part := range slices.Chunk(properties, maxList) {
		list, err := s.list(ctx, "operator_id = ? AND property_id IN (?) AND approved IS NOT NULL", operator, bun.List(part))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

func (s *Store) list(ctx context.Context, where string, args ...any) ([]override.Override, error) {
	var rows []overrideRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where(where, args...).Order("id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select overrides: %w", err)
	}
	return overrides(rows), nil
}
