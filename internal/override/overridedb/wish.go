package overridedb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"allot/internal/override"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

// maxList keeps a statement far below what both engines take.
const maxList = 5000

// InsertWish stores a wish and sets its id.
func (s *Store) InsertWish(ctx context.Context, w *override.Wish) error {
	s.db.Touch(ctx, db.Content, w.OperatorID)
	row := &wishRow{Wish: *w}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert wish for property %d: %w", w.PropertyID, err)
	}
	w.ID = row.ID
	return nil
}

// UpdateWish stores what can change of a wish.
func (s *Store) UpdateWish(ctx context.Context, w override.Wish) error {
	s.db.Touch(ctx, db.Content, w.OperatorID)
	_, err := s.db.From(ctx).NewUpdate().Model(&wishRow{Wish: w}).
		Column("wanted", "approved", "base", "base_version", "status", "revision", "source_changed_at",
			"decided_by", "decided_at", "reason", "updated_at").
		Where("id = ? AND operator_id = ? AND hotel_id = ?", w.ID, w.OperatorID, w.HotelID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update wish %d: %w", w.ID, err)
	}
	return nil
}

// DeleteWish removes a wish of an operator.
func (s *Store) DeleteWish(ctx context.Context, operator, id int64) error {
	s.db.Touch(ctx, db.Content, operator)
	_, err := s.db.From(ctx).NewDelete().Model((*wishRow)(nil)).Where("id = ? AND operator_id = ?", id, operator).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete wish %d: %w", id, err)
	}
	return nil
}

// SameWish finds the wish of an operator about the same thing.
func (s *Store) SameWish(ctx context.Context, w override.Wish) (override.Wish, error) {
	var row wishRow
	err := s.db.From(ctx).NewSelect().Model(&row).
		Where("operator_id = ? AND property_id = ? AND kind = ? AND category = ? AND record_id = ?",
			w.OperatorID, w.PropertyID, w.Kind, w.Category, w.RecordID).Scan(ctx)
	return row.Wish, db.Found(err, "select wish for property %d", w.PropertyID)
}

// OperatorWish finds a wish of an operator.
func (s *Store) OperatorWish(ctx context.Context, operator, id int64) (override.Wish, error) {
	var row wishRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND operator_id = ?", id, operator).Scan(ctx)
	return row.Wish, db.Found(err, "select wish %d", id)
}

// HotelWish finds a wish of a partner for a property of a hotel.
func (s *Store) HotelWish(ctx context.Context, hotel, id int64) (override.Wish, error) {
	var row wishRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND hotel_id = ?", id, hotel).Scan(ctx)
	return row.Wish, db.Found(err, "select wish %d", id)
}

// FactsWishes lists the wishes for facts of an operator.
func (s *Store) FactsWishes(ctx context.Context, operator int64, f override.FactsFilter, req page.Request) ([]override.Wish, int, error) {
	return s.page(ctx, req, func(q *bun.SelectQuery) *bun.SelectQuery {
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

// HotelWishes lists the wishes of partners of a hotel.
func (s *Store) HotelWishes(ctx context.Context, hotel int64, f override.ApprovalFilter, req page.Request) ([]override.Wish, int, error) {
	return s.page(ctx, req, func(q *bun.SelectQuery) *bun.SelectQuery {
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

func (s *Store) page(ctx context.Context, req page.Request, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]override.Wish, int, error) {
	var rows []wishRow
	n, err := narrow(s.db.From(ctx).NewSelect().Model(&rows)).Order("id").Limit(req.Limit()).Offset(req.Offset()).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select page of wishes: %w", err)
	}
	return wishes(rows), int(n), nil
}

// PropertyWishes lists everything that an operator wants of one property.
func (s *Store) PropertyWishes(ctx context.Context, operator, property int64) ([]override.Wish, error) {
	return s.list(ctx, "operator_id = ? AND property_id = ?", operator, property)
}

// SourceWishes lists what all operators want of the facts of one property.
func (s *Store) SourceWishes(ctx context.Context, hotel, property int64) ([]override.Wish, error) {
	return s.list(ctx, "property_id = ? AND hotel_id = ? AND kind = ?", property, hotel, override.KindFacts)
}

// ApprovedWishes lists the wishes of an operator that something is in force of.
func (s *Store) ApprovedWishes(ctx context.Context, operator int64, properties []int64) ([]override.Wish, error) {
	all := []override.Wish{}
	for part := range slices.Chunk(properties, maxList) {
		list, err := s.list(ctx, "operator_id = ? AND property_id IN (?) AND approved IS NOT NULL", operator, bun.List(part))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

func (s *Store) list(ctx context.Context, where string, args ...any) ([]override.Wish, error) {
	var rows []wishRow
	if err := s.db.From(ctx).NewSelect().Model(&rows).Where(where, args...).Order("id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select wishes: %w", err)
	}
	return wishes(rows), nil
}
