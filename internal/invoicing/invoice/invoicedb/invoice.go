package invoicedb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/invoice"
	"allot/internal/platform/db"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
)

type invoiceRow struct {
	bun.BaseModel `bun:"table:invoices,alias:v"`
	invoice.Invoice
}

func invoicesOf(rows []invoiceRow) []invoice.Invoice {
	list := make([]invoice.Invoice, len(rows))
	for i, r := range rows {
		list[i] = r.Invoice
	}
	return list
}

// InsertInvoice stores an invoice and sets its row.
func (s *Store) InsertInvoice(ctx context.Context, v *invoice.Invoice) error {
	s.touch(ctx, *v)
	row := &invoiceRow{Invoice: *v}
	if _, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx); err != nil {
		return fmt.Errorf("insert invoice: %w", err)
	}
	v.RowID = row.RowID
	return nil
}

// UpdateInvoice stores a changed invoice.
func (s *Store) UpdateInvoice(ctx context.Context, v invoice.Invoice) error {
	s.touch(ctx, v)
	_, err := s.db.From(ctx).NewUpdate().Model(&invoiceRow{Invoice: v}).ExcludeColumn("id", "public_id", "owner_id", "created_at").
		Where("id = ? AND owner_id = ?", v.RowID, v.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update invoice %d: %w", v.RowID, err)
	}
	return nil
}

// DeleteInvoice removes an invoice; the database removes its log.
func (s *Store) DeleteInvoice(ctx context.Context, v invoice.Invoice) error {
	s.touch(ctx, v)
	_, err := s.db.From(ctx).NewDelete().Model((*invoiceRow)(nil)).Where("id = ? AND owner_id = ?", v.RowID, v.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete invoice %d: %w", v.RowID, err)
	}
	return nil
}

// Invoice finds an invoice that the account is a side of.
func (s *Store) Invoice(ctx context.Context, account int64, id string) (invoice.Invoice, error) {
	return s.one(ctx, s.db.From(ctx).NewSelect(), account, id)
}

// LockInvoice is Invoice with a lock until the transaction ends.
func (s *Store) LockInvoice(ctx context.Context, account int64, id string) (invoice.Invoice, error) {
	return s.one(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), account, id)
}

func (s *Store) one(ctx context.Context, q *bun.SelectQuery, account int64, id string) (invoice.Invoice, error) {
	var row invoiceRow
	err := q.Model(&row).Where("public_id = ? AND (owner_id = ? OR partner_id = ?)", id, account, account).Scan(ctx)
	return row.Invoice, db.Found(err, "select invoice %s", id)
}

// Invoices lists those of a reader, by day of issue, newest first.
func (s *Store) Invoices(ctx context.Context, r invoice.Reader, f invoice.Filter, req page.Request) ([]invoice.Invoice, int, error) {
	var rows []invoiceRow
	err := s.matching(s.db.From(ctx).NewSelect().Model(&rows), r, f).OrderExpr("v.issue_date DESC, v.id DESC").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select invoices of %d: %w", r.Account, err)
	}
	if n, known := req.Count(len(rows)); known {
		return invoicesOf(rows), n, nil
	}
	n, err := s.CountInvoices(ctx, r, f)
	return invoicesOf(rows), n, err
}

// InvoicesAfter lists the next invoices of a reader, in the order they were made.
func (s *Store) InvoicesAfter(ctx context.Context, r invoice.Reader, f invoice.Filter, after int64, limit int) ([]invoice.Invoice, error) {
	var rows []invoiceRow
	err := s.matching(s.db.From(ctx).NewSelect().Model(&rows), r, f).Where("v.id > ?", after).Order("id").Limit(int64(limit)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select invoices of %d after %d: %w", r.Account, after, err)
	}
	return invoicesOf(rows), nil
}

// CountInvoices counts those of a reader.
func (s *Store) CountInvoices(ctx context.Context, r invoice.Reader, f invoice.Filter) (int, error) {
	n, err := s.matching(s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)), r, f).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count invoices of %d: %w", r.Account, err)
	}
	return int(n), nil
}

// Partners lists the operators to whom a hotel has made invoices, by id.
func (s *Store) Partners(ctx context.Context, owner int64) ([]int64, error) {
	ids := []int64{}
	err := s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)).ColumnExpr("DISTINCT v.partner_id").
		Where("v.owner_id = ? AND v.partner_id IS NOT NULL", owner).OrderExpr("v.partner_id").Scan(ctx, &ids)
	if err != nil {
		return nil, fmt.Errorf("select partners of invoices of %d: %w", owner, err)
	}
	return ids, nil
}

// maxSimilar bounds what one comparison reads.
const maxSimilar = 500

// Similar lists the newest sent invoices of a reader with one of these numbers or totals,
// newest first. Amounts are stored as texts of one form each.
func (s *Store) Similar(ctx context.Context, r invoice.Reader, numbers []string, totals []money.Amount) ([]invoice.Invoice, error) {
	amounts := make([]string, len(totals))
	for i, a := range totals {
		amounts[i] = a.String()
	}
	var rows []invoiceRow
	err := s.matching(s.db.From(ctx).NewSelect().Model(&rows), r, invoice.Filter{Issued: true}).
		Where("(v.number IN (?) OR v.total_amount IN (?))", bun.List(numbers), bun.List(amounts)).
		OrderExpr("v.id DESC").Limit(maxSimilar).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select invoices of %d like files: %w", r.Account, err)
	}
	return invoicesOf(rows), nil
}

// InvoicesOfLedger lists the invoices that were drafted from a rooming ledger and are
// not cancelled, by row.
func (s *Store) InvoicesOfLedger(ctx context.Context, owner, ledger int64) ([]invoice.Invoice, error) {
	var rows []invoiceRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("owner_id = ? AND ledger_id = ? AND status <> ?", owner, ledger, invoice.StatusCancelled).Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select invoices of rooming ledger %d: %w", ledger, err)
	}
	return invoicesOf(rows), nil
}

// matching narrows a query to what a reader sees: of a hotel its own, of an operator
// what was sent to it.
func (s *Store) matching(q *bun.SelectQuery, r invoice.Reader, f invoice.Filter) *bun.SelectQuery {
	if r.Operator {
		q = q.Where("v.partner_id = ? AND v.sent_at IS NOT NULL", r.Account)
		if len(r.Closed) > 0 {
			q = q.Where("v.owner_id NOT IN (?)", bun.List(r.Closed))
		}
		if len(r.Hotels) > 0 {
			q = q.Where("v.owner_id IN (?)", bun.List(r.Hotels))
		}
	} else {
		q = q.Where("v.owner_id = ?", r.Account)
		if r.Partner != 0 {
			q = q.Where("v.partner_id = ?", r.Partner)
		}
		if len(r.Properties) > 0 {
			q = q.Where("(v.property_id IS NULL OR v.property_id IN (?))", bun.List(r.Properties))
		}
	}
	return s.searched(filtered(q, r, f), r, f.Found)
}

func filtered(q *bun.SelectQuery, r invoice.Reader, f invoice.Filter) *bun.SelectQuery {
	switch {
	case f.Direction == invoice.Drafts:
		q = q.Where("v.status = ?", invoice.StatusDraft)
	case f.Direction != "" && r.Operator != (f.Direction == invoice.Received):
		q = q.Where("1 = 0") // hotels receive none, operators send none
	}
	if f.Status != "" {
		q = q.Where("v.status = ?", f.Status)
	}
	if f.Issued {
		q = q.Where("v.sent_at IS NOT NULL")
	}
	if f.Overdue {
		q = q.Where("v.status IN (?) AND v.overdue_at <= ?", bun.List(invoice.OpenStatuses), f.At)
	}
	if f.Disputed {
		q = q.Where("v.disputed")
	}
	if !f.From.IsZero() {
		q = q.Where("v.issue_date >= ?", f.From)
	}
	if !f.To.IsZero() {
		q = q.Where("v.issue_date <= ?", f.To)
	}
	if !f.CancelledFrom.IsZero() {
		q = q.Where("v.cancelled_at >= ?", f.CancelledFrom.Time(time.UTC))
	}
	if !f.CancelledTo.IsZero() {
		q = q.Where("v.cancelled_at < ?", f.CancelledTo.Add(1).Time(time.UTC))
	}
	if len(f.Properties) > 0 {
		q = q.Where("v.property_id IN (?)", bun.List(f.Properties))
	}
	return q
}

// CountCreated counts the invoices that an account has made since a time.
func (s *Store) CountCreated(ctx context.Context, owner int64, since time.Time) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)).Where("owner_id = ? AND created_at >= ?", owner, since).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count invoices of %d: %w", owner, err)
	}
	return int(n), nil
}

// CreatedBy is CountCreated for several accounts; those without an invoice are missing.
func (s *Store) CreatedBy(ctx context.Context, owners []int64, since time.Time) (map[int64]int, error) {
	return s.db.Counts(ctx, "invoices of accounts", s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)).
		ColumnExpr("owner_id, COUNT(*)").Where("owner_id IN (?) AND created_at >= ?", bun.List(owners), since).Group("owner_id"))
}

// Position returns the place of an invoice among those that its account has made since a time,
// oldest first, from 1; 0 if it is older.
func (s *Store) Position(ctx context.Context, v invoice.Invoice, since time.Time) (int, error) {
	n, err := s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)).
		Where("owner_id = ? AND created_at >= ? AND id <= ?", v.OwnerID, since, v.RowID).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count invoices of %d up to %s: %w", v.OwnerID, v.ID, err)
	}
	return int(n), nil
}

// Sums adds up the invoices of a reader by currency and state at a time. The sums are
// split, so that they do not overflow.
func (s *Store) Sums(ctx context.Context, r invoice.Reader, now time.Time) ([]invoice.Sum, error) {
	const million = 1_000_000
	var rows []struct {
		Currency money.Currency `bun:"currency"`
		Status   invoice.Status `bun:"status"`
		Disputed bool           `bun:"disputed"`
		Late     bool           `bun:"late"`
		Count    int            `bun:"n"`
		Millions int64          `bun:"millions"`
		Rest     int64          `bun:"rest"`
	}
	err := s.matching(s.db.From(ctx).NewSelect().Model((*invoiceRow)(nil)), r, invoice.Filter{}).Column("currency", "status", "disputed").
		ColumnExpr("v.overdue_at <= ? AS late", now).
		ColumnExpr("count(*) AS n").ColumnExpr("sum(total_thousandths / ?) AS millions", million).ColumnExpr("sum(total_thousandths % ?) AS rest", million).
		Group("currency", "status", "disputed", "late").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum up invoices of %d: %w", r.Account, err)
	}
	list := make([]invoice.Sum, len(rows))
	for i, row := range rows {
		list[i] = invoice.Sum{
			Currency: row.Currency, Stage: invoice.Stage{Status: row.Status, Disputed: row.Disputed, Late: row.Late},
			Count: row.Count, Millions: row.Millions, Rest: row.Rest,
		}
	}
	return list, nil
}
