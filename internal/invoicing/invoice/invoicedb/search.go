package invoicedb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/invoice"
)

// searched narrows a query to what a reader searches for.
func (s *Store) searched(q *bun.SelectQuery, r invoice.Reader, f *invoice.Found) *bun.SelectQuery {
	if f == nil {
		return q
	}
	return q.WhereGroup(" AND ", func(q *bun.SelectQuery) *bun.SelectQuery {
		q = s.db.OrContains(q, "v.number", f.Number)
		if len(f.Others) > 0 {
			q = q.WhereOr("v.? IN (?)", other(r), bun.List(f.Others))
		}
		if len(f.Recipients) > 0 {
			q = q.WhereOr("v.partner_id IS NULL AND v.recipient_name IN (?)", bun.List(f.Recipients))
		}
		return q
	})
}

// other is the column of the account on the other side.
func other(r invoice.Reader) bun.Ident {
	if r.Operator {
		return "owner_id"
	}
	return "partner_id"
}

// maxSides bounds what one search reads. Recipients outside the platform are free texts,
// so an account may have as many as invoices.
const maxSides = 2000

// Sides lists the other sides of a reader's invoices, each once: accounts first.
func (s *Store) Sides(ctx context.Context, r invoice.Reader) ([]invoice.Side, error) {
	var rows []struct {
		Account int64  `bun:"account"`
		Name    string `bun:"name"`
	}
	err := s.matching(s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)), r, invoice.Filter{}).
		ColumnExpr("DISTINCT COALESCE(v.?, 0) AS account, CASE WHEN v.partner_id IS NULL THEN v.recipient_name ELSE '' END AS name", other(r)).
		OrderExpr("account DESC, name").Limit(maxSides).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("select sides of invoices of %d: %w", r.Account, err)
	}
	list := make([]invoice.Side, len(rows))
	for i, row := range rows {
		list[i] = invoice.Side{Account: row.Account, Name: row.Name}
	}
	return list, nil
}
