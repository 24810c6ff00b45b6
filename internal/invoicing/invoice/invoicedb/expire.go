package invoicedb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/invoice"
)

// Expired reports whether an account, or any with 0, has an invoice whose due date has
// passed and that is not marked so.
func (s *Store) Expired(ctx context.Context, account int64, now time.Time) (bool, error) {
	found, err := expired(s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)), account, now).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for expired invoices of %d: %w", account, err)
	}
	return found, nil
}

// LockExpired lists and locks such invoices, in the order they became due.
func (s *Store) LockExpired(ctx context.Context, account int64, now time.Time, limit int) ([]invoice.Invoice, error) {
	var rows []invoiceRow
	err := expired(s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&rows)), account, now).Order("overdue_at", "id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("lock expired invoices of %d: %w", account, err)
	}
	return invoicesOf(rows), nil
}

func expired(q *bun.SelectQuery, account int64, now time.Time) *bun.SelectQuery {
	q = q.Where("v.status IN ('SENT', 'VIEWED', 'DISPUTED') AND v.overdue_at <= ?", now)
	if account != 0 {
		q = q.Where("(v.owner_id = ? OR v.partner_id = ?)", account, account)
	}
	return q
}

// Unreminded lists invoices that could be late, are not disputed and of which not all
// reminders were sent, in the order they became due, after one of them.
func (s *Store) Unreminded(ctx context.Context, after invoice.Due, until time.Time, limit int) ([]invoice.Invoice, error) {
	var rows []invoiceRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("v.status IN ('OVERDUE', 'CLEARED') AND NOT v.disputed AND v.reminders < 3").
		Where("(v.overdue_at, v.id) > (?, ?) AND v.overdue_at <= ?", after.At, after.RowID, until).
		Order("overdue_at", "id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select invoices to remind of: %w", err)
	}
	return invoicesOf(rows), nil
}
