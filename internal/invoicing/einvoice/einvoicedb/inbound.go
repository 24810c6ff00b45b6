package einvoicedb

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/einvoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

// InsertInbound stores a record with the hash of its file, and sets its id.
func (s *Store) InsertInbound(ctx context.Context, d *einvoice.Detail, hash []byte) error {
	row := &newRow{Detail: *d, Hash: hash}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	if err != nil {
		return fmt.Errorf("insert e-invoice: %w", err)
	}
	d.ID = row.ID
	return nil
}

// LinkInbound stores the status, the linked invoice and the direction of a record.
func (s *Store) LinkInbound(ctx context.Context, in einvoice.Inbound) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&inboundRow{Inbound: in}).Column("status", "linked_invoice", "direction").
		Where("id = ? AND owner_id = ?", in.ID, in.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("link e-invoice %d: %w", in.ID, err)
	}
	return nil
}

// ByHash returns the id of the record of a file, 0 if there is none.
func (s *Store) ByHash(ctx context.Context, owner int64, hash []byte) (int64, error) {
	var id int64
	err := s.db.From(ctx).NewSelect().Model((*inboundRow)(nil)).Column("id").Where("owner_id = ? AND hash = ?", owner, hash).Scan(ctx, &id)
	if err != nil && !db.IsNoRows(err) {
		return 0, fmt.Errorf("select e-invoice by hash: %w", err)
	}
	return id, nil
}

// CountInbounds counts the records of an account.
func (s *Store) CountInbounds(ctx context.Context, owner int64) (int, error) {
	return s.count(ctx, owner, einvoice.Filter{})
}

// Inbounds lists records without lines and files, newest first.
func (s *Store) Inbounds(ctx context.Context, owner int64, f einvoice.Filter, req page.Request) ([]einvoice.Inbound, int, error) {
	var rows []inboundRow
	err := matching(s.db.From(ctx).NewSelect().Model(&rows), owner, f).OrderExpr("i.id DESC").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select e-invoices of %d: %w", owner, err)
	}
	list := make([]einvoice.Inbound, len(rows))
	for i, r := range rows {
		list[i] = r.Inbound
	}
	if n, known := req.Count(len(rows)); known {
		return list, n, nil
	}
	n, err := s.count(ctx, owner, f)
	return list, n, err
}

func (s *Store) count(ctx context.Context, owner int64, f einvoice.Filter) (int, error) {
	n, err := matching(s.db.From(ctx).NewSelect().Model((*inboundRow)(nil)), owner, f).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count e-invoices of %d: %w", owner, err)
	}
	return int(n), nil
}

func matching(q *bun.SelectQuery, owner int64, f einvoice.Filter) *bun.SelectQuery {
	q = q.Where("i.owner_id = ?", owner)
	if f.Status != "" {
		q = q.Where("i.status = ?", f.Status)
	}
	if f.Direction != "" {
		q = q.Where("i.direction = ?", f.Direction)
	}
	return q
}

// Inbound returns a record with its file.
func (s *Store) Inbound(ctx context.Context, owner, id int64) (einvoice.Detail, error) {
	var row detailRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Detail, db.Found(err, "select e-invoice %d", id)
}

// LockInbound returns a record without its file, with a lock until the transaction ends.
func (s *Store) LockInbound(ctx context.Context, owner, id int64) (einvoice.Record, error) {
	var row recordRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect()).Model(&row).Where("id = ? AND owner_id = ?", id, owner).Scan(ctx)
	return row.Record, db.Found(err, "select e-invoice %d", id)
}

// batch is how many records are in memory at a time.
const batch = 200

// EachFile yields the e-invoices issued in a range of days, in the order they were imported.
// No transaction is open while it yields.
func (s *Store) EachFile(ctx context.Context, owner int64, from, to civil.Date, yield func(einvoice.Inbound) error) error {
	for after := int64(0); ; {
		var rows []inboundRow
		q := matching(s.db.From(ctx).NewSelect().Model(&rows), owner, einvoice.Filter{}).Where("i.status <> ? AND i.id > ?", einvoice.StatusError, after)
		if !from.IsZero() {
			q = q.Where("i.issue_date >= ?", from)
		}
		if !to.IsZero() {
			q = q.Where("i.issue_date <= ?", to)
		}
		if err := q.Order("id").Limit(batch).Scan(ctx); err != nil {
			return fmt.Errorf("select e-invoices of %d after %d: %w", owner, after, err)
		}
		for _, r := range rows {
			if err := yield(r.Inbound); err != nil {
				return err
			}
			after = r.ID
		}
		if len(rows) < batch {
			return nil
		}
	}
}

// Linked lists the invoices that files of a direction stand for, each with the first of its
// files. An account has a bounded number of files, and a row without lines is small.
func (s *Store) Linked(ctx context.Context, owner int64, d einvoice.Direction) (map[string]einvoice.Inbound, error) {
	var rows []inboundRow
	err := matching(s.db.From(ctx).NewSelect().Model(&rows), owner, einvoice.Filter{Status: einvoice.StatusLinked, Direction: d}).
		Where("i.document_type = 'invoice'").Order("id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select linked e-invoices of %d: %w", owner, err)
	}
	list := make(map[string]einvoice.Inbound, len(rows))
	for _, r := range rows {
		if _, there := list[*r.LinkedInvoice]; !there {
			list[*r.LinkedInvoice] = r.Inbound
		}
	}
	return list, nil
}

// Bytes returns how much the files of an account take.
func (s *Store) Bytes(ctx context.Context, owner int64) (n int64, err error) {
	err = s.db.From(ctx).NewSelect().Model((*inboundRow)(nil)).ColumnExpr("CAST(coalesce(sum(i.size_bytes), 0) AS BIGINT)").Where("i.owner_id = ?", owner).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("sum up e-invoices of %d: %w", owner, err)
	}
	return n, nil
}

// Megabytes is Bytes for several accounts, rounded up; those without a file are missing.
func (s *Store) Megabytes(ctx context.Context, owners []int64) (map[int64]int, error) {
	return s.db.Counts(ctx, "megabytes of e-invoices", s.db.From(ctx).NewSelect().Model((*inboundRow)(nil)).
		ColumnExpr("owner_id, (CAST(sum(size_bytes) AS BIGINT) + 999999) / 1000000").Where("owner_id IN (?)", bun.List(owners)).Group("owner_id"))
}

// DeleteUnreadable removes files that are no e-invoice and were imported before a time, the
// oldest first.
func (s *Store) DeleteUnreadable(ctx context.Context, before time.Time, limit int) (int, error) {
	old := s.db.From(ctx).NewSelect().Model((*inboundRow)(nil)).Column("id").
		Where("i.status = 'error' AND i.created_at < ?", before).OrderExpr("i.created_at").Limit(int64(limit))
	res, err := s.db.From(ctx).NewDelete().Model((*inboundRow)(nil)).Where("id IN (?)", old).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("delete files that are no e-invoice: %w", err)
	}
	n, err := res.RowsAffected()
	return int(n), err
}
