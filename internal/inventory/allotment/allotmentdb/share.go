package allotmentdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type shareRow struct {
	bun.BaseModel `bun:"table:allotment_shares,alias:s"`
	rules.Share
}

func sharesOf(rows []shareRow) []rules.Share {
	list := make([]rules.Share, len(rows))
	for i, r := range rows {
		list[i] = r.Share
	}
	return list
}

// Shares lists the rules of a property by age, inactive ones included.
func (s *Store) Shares(ctx context.Context, owner, property int64) ([]rules.Share, error) {
	return s.SharesOf(ctx, []int64{owner}, []int64{property})
}

// SharesOf is Shares for properties of some accounts, mixed.
func (s *Store) SharesOf(ctx context.Context, owners, properties []int64) ([]rules.Share, error) {
	var rows []shareRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("s.property_id IN (?) AND s.owner_id IN (?)", bun.List(properties), bun.List(owners)).
		Order("s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select shares of %d properties: %w", len(properties), err)
	}
	return sharesOf(rows), nil
}

// Share finds a rule of the account.
func (s *Store) Share(ctx context.Context, owner, id int64) (rules.Share, error) {
	var row shareRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("s.id = ? AND s.owner_id = ?", id, owner).Scan(ctx)
	return row.Share, db.Found(err, "select share %d", id)
}

// ListShares returns a page of an account's rules by age: of one property if
// property is not 0, and of the properties in only if it is not empty.
func (s *Store) ListShares(ctx context.Context, owner, property int64, only []int64, req page.Request) ([]rules.Share, int, error) {
	var rows []shareRow
	err := s.matching(ctx, owner, property, only).Model(&rows).Order("s.id").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select shares of account %d: %w", owner, err)
	}
	if n, known := req.Count(len(rows)); known {
		return sharesOf(rows), n, nil
	}
	all, err := s.matching(ctx, owner, property, only).Model((*shareRow)(nil)).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count shares of account %d: %w", owner, err)
	}
	return sharesOf(rows), int(all), nil
}

func (s *Store) matching(ctx context.Context, owner, property int64, only []int64) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Where("s.owner_id = ?", owner)
	if property != 0 {
		q = q.Where("s.property_id = ?", property)
	}
	if len(only) > 0 {
		q = q.Where("s.property_id IN (?)", bun.List(only))
	}
	return q
}

// InsertShare stores a rule and sets its id.
func (s *Store) InsertShare(ctx context.Context, rule *rules.Share) error {
	row := &shareRow{Share: *rule}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert share of property %d: %w", rule.PropertyID, err)
	}
	rule.ID = row.ID
	return nil
}

// UpdateShare stores a changed rule.
func (s *Store) UpdateShare(ctx context.Context, rule rules.Share) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&shareRow{Share: rule}).
		Column("max_units", "start_date", "end_date", "open_while_borrowing", "is_active").
		Where("id = ? AND owner_id = ?", rule.ID, rule.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update share %d: %w", rule.ID, err)
	}
	return nil
}

// DeleteShare deletes a rule with its loans.
func (s *Store) DeleteShare(ctx context.Context, owner, id int64) error {
	_, err := s.db.From(ctx).NewDelete().Model((*shareRow)(nil)).Where("id = ? AND owner_id = ?", id, owner).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete share %d: %w", id, err)
	}
	return nil
}
