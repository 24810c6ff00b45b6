package marketplacedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/partners/marketplace"
	"allot/internal/platform/page"
)

// Entries lists a page of what matches. The subquery leaves out long texts,
// which a late page would otherwise read for every row before it.
func (s *Store) Entries(ctx context.Context, q marketplace.Search, req page.Request) ([]marketplace.Entry, int, error) {
	order := []string{"name_key", "owner_id"}
	if q.Sort == marketplace.SortNewest {
		order = []string{"joined_at DESC", "owner_id DESC"}
	}
	var rows []entryRow
	chosen := s.matching(ctx, q).Column("owner_id").Order(order...).Limit(req.Limit()).Offset(req.Offset())
	err := s.db.From(ctx).NewSelect().Model(&rows).ExcludeColumn("search").Where("owner_id IN (?)", chosen).Order(order...).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select entries: %w", err)
	}
	list := make([]marketplace.Entry, len(rows))
	for i, r := range rows {
		list[i] = r.Entry
	}
	if n, known := req.Count(len(rows)); known {
		return list, n, nil
	}
	n, err := s.matching(ctx, q).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count entries: %w", err)
	}
	return list, int(n), nil
}

func (s *Store) matching(ctx context.Context, f marketplace.Search) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Model((*entryRow)(nil)).Where("account_type = ?", f.AccountType)
	if len(f.Only) > 0 {
		q = q.Where("owner_id IN (?)", bun.List(f.Only))
	}
	if len(f.Except) > 0 {
		q = q.Where("owner_id NOT IN (?)", bun.List(f.Except))
	}
	switch {
	case f.PropertyType != "" || f.MinStars > 0:
		q = q.Where("EXISTS (?)", s.property(ctx, f.Filter))
	case len(f.Countries) > 0:
		q = q.Where("owner_id IN (?)", s.db.From(ctx).NewSelect().Model((*countryRow)(nil)).Column("owner_id").
			Where("country IN (?)", bun.List(f.Countries)))
	}
	if f.Published != nil && *f.Published {
		q = q.Where("properties > 0")
	}
	if f.Published != nil && !*f.Published {
		q = q.Where("properties = 0")
	}
	if f.Query != "" {
		q = s.db.Contains(q, "search", f.Query)
	}
	return q
}

// property selects a published property of the entry that matches by itself.
func (s *Store) property(ctx context.Context, f marketplace.Filter) *bun.SelectQuery {
	q := s.db.From(ctx).NewSelect().Model((*propertyRow)(nil)).ColumnExpr("1").Where("p.owner_id = e.owner_id")
	if f.PropertyType != "" {
		q = q.Where("p.property_type = ?", f.PropertyType)
	}
	if f.MinStars > 0 {
		q = q.Where("p.stars >= ?", f.MinStars)
	}
	if len(f.Countries) > 0 {
		q = q.Where("p.country IN (?)", bun.List(f.Countries))
	}
	return q
}
