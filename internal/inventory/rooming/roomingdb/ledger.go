package roomingdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/rooming"
	"allot/internal/platform/db"
	"allot/internal/platform/page"
)

type ledgerRow struct {
	bun.BaseModel `bun:"table:rooming_ledgers,alias:l"`
	rooming.Ledger
}

// InsertLedger stores a ledger and sets its id.
func (s *Store) InsertLedger(ctx context.Context, l *rooming.Ledger) error {
	s.touch(ctx, l.OwnerID, l.PartnerID)
	row := &ledgerRow{Ledger: *l}
	_, err := s.db.From(ctx).NewInsert().Model(row).Returning("id").Exec(ctx)
	l.ID = row.ID
	return referring(err, "insert rooming ledger")
}

// UpdateLedger stores the columns of a ledger that can change.
func (s *Store) UpdateLedger(ctx context.Context, l rooming.Ledger) error {
	s.touch(ctx, l.OwnerID, l.PartnerID)
	_, err := s.db.From(ctx).NewUpdate().Model(&ledgerRow{Ledger: l}).Column("calendar_id", "name", "status", "reason", "updated_at").
		Where("id = ? AND owner_id = ?", l.ID, l.OwnerID).Exec(ctx)
	return referring(err, "update rooming ledger %d", l.ID)
}

// DeleteLedger removes a ledger; the database removes its entries.
func (s *Store) DeleteLedger(ctx context.Context, l rooming.Ledger) error {
	s.touch(ctx, l.OwnerID, l.PartnerID)
	_, err := s.db.From(ctx).NewDelete().Model((*ledgerRow)(nil)).Where("id = ? AND owner_id = ?", l.ID, l.OwnerID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("delete rooming ledger %d: %w", l.ID, err)
	}
	return nil
}

// Ledger finds a ledger that the account is a side of.
func (s *Store) Ledger(ctx context.Context, account, id int64) (rooming.Ledger, error) {
	return s.one(ctx, s.db.From(ctx).NewSelect(), account, id)
}

// ByReference lists the ledgers of a property that a side sent under a reference,
// newest first. partner is the operator if it is the side.
func (s *Store) ByReference(ctx context.Context, owner, property int64, writer rooming.Actor, partner *int64, reference string) ([]rooming.Ledger, error) {
	var rows []ledgerRow
	q := s.db.From(ctx).NewSelect().Model(&rows).
		Where("l.property_id = ? AND l.owner_id = ? AND l.reference = ? AND l.reference <> '' AND l.written_by = ?", property, owner, reference, writer)
	if writer == rooming.Operator {
		q = q.Where("l.partner_id = ?", partner)
	}
	if err := q.OrderExpr("l.id DESC").Scan(ctx); err != nil {
		return nil, fmt.Errorf("select rooming ledgers of property %d by reference: %w", property, err)
	}
	return s.counted(ctx, rows)
}

// LockLedger is Ledger with a lock until the transaction ends.
func (s *Store) LockLedger(ctx context.Context, account, id int64) (rooming.Ledger, error) {
	return s.one(ctx, s.db.ForUpdate(s.db.From(ctx).NewSelect()), account, id)
}

func (s *Store) one(ctx context.Context, q *bun.SelectQuery, account, id int64) (rooming.Ledger, error) {
	var row ledgerRow
	err := q.Model(&row).Where("id = ? AND (owner_id = ? OR partner_id = ?)", id, account, account).Scan(ctx)
	if err != nil {
		return rooming.Ledger{}, db.Found(err, "select rooming ledger %d", id)
	}
	row.Counts, err = s.CountEntries(ctx, row.OwnerID, id)
	return row.Ledger, err
}

// Ledgers lists those of a reader, newest first. An operator without a contract
// that allows rooming has none.
func (s *Store) Ledgers(ctx context.Context, reader rooming.Reader, f rooming.Filter, req page.Request) ([]rooming.Ledger, int, error) {
	if reader.Operator && len(reader.Hotels) == 0 {
		return []rooming.Ledger{}, 0, nil
	}
	var rows []ledgerRow
	err := matching(s.db.From(ctx).NewSelect().Model(&rows), reader, f).OrderExpr("l.id DESC").Limit(req.Limit()).Offset(req.Offset()).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("select rooming ledgers of %d: %w", reader.Account, err)
	}
	list, err := s.counted(ctx, rows)
	if err != nil {
		return nil, 0, err
	}
	if n, known := req.Count(len(rows)); known {
		return list, n, nil
	}
	all, err := matching(s.db.From(ctx).NewSelect().Model((*ledgerRow)(nil)), reader, f).Count(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("count rooming ledgers of %d: %w", reader.Account, err)
	}
	return list, int(all), nil
}

func matching(q *bun.SelectQuery, reader rooming.Reader, f rooming.Filter) *bun.SelectQuery {
	if reader.Operator {
		q = q.Where("l.partner_id = ? AND l.owner_id IN (?)", reader.Account, bun.List(reader.Hotels))
	} else {
		q = q.Where("l.owner_id = ?", reader.Account)
	}
	if len(reader.Properties) > 0 {
		q = q.Where("l.property_id IN (?)", bun.List(reader.Properties))
	}
	if len(f.Properties) > 0 {
		q = q.Where("l.property_id IN (?)", bun.List(f.Properties))
	}
	if f.PartnerID != 0 {
		q = q.Where("l.partner_id = ?", f.PartnerID)
	}
	if f.Status != "" {
		q = q.Where("l.status = ?", f.Status)
	}
	return touching(q, reader, f)
}

// touching keeps ledgers with one stay that touches the days.
func touching(q *bun.SelectQuery, reader rooming.Reader, f rooming.Filter) *bun.SelectQuery {
	if f.From.IsZero() && f.To.IsZero() {
		return q
	}
	stay, args := "e.owner_id = ?", []any{reader.Account}
	if reader.Operator {
		stay = "e.partner_id = ?"
	}
	if !f.From.IsZero() {
		stay, args = stay+" AND e.departure >= ?", append(args, f.From)
	}
	if !f.To.IsZero() {
		stay, args = stay+" AND e.arrival <= ?", append(args, f.To)
	}
	return q.Where("EXISTS (SELECT 1 FROM rooming_entries AS e WHERE e.ledger_id = l.id AND "+stay+")", args...)
}

type countRow struct {
	LedgerID int64               `bun:"ledger_id"`
	Status   rooming.EntryStatus `bun:"status"`
	Writer   rooming.Actor       `bun:"written_by"`
	N        int                 `bun:"n"`
}

func (c countRow) add(to *rooming.EntryCounts) {
	switch c.Status {
	case rooming.EntryPending:
		to.Pending += c.N
		if c.Writer == rooming.Operator {
			to.Drafted = c.N
		}
	case rooming.EntryConfirmed:
		to.Confirmed += c.N
	case rooming.EntryDeclined:
		to.Declined += c.N
	case rooming.EntryCancelled:
		to.Cancelled += c.N
	}
}

// CountEntries counts the entries of one ledger by state.
func (s *Store) CountEntries(ctx context.Context, owner, ledger int64) (rooming.EntryCounts, error) {
	list, err := s.counted(ctx, []ledgerRow{{Ledger: rooming.Ledger{ID: ledger, OwnerID: owner}}})
	if err != nil {
		return rooming.EntryCounts{}, err
	}
	return list[0].Counts, nil
}

// counted adds the counts to a page of ledgers, with one query for all.
func (s *Store) counted(ctx context.Context, rows []ledgerRow) ([]rooming.Ledger, error) {
	list := make([]rooming.Ledger, len(rows))
	if len(rows) == 0 {
		return list, nil
	}
	at, ids, owners := make(map[int64]int, len(rows)), make([]int64, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		list[i], at[r.ID], ids[i], owners[i] = r.Ledger, i, r.ID, r.OwnerID
	}
	var counts []countRow
	err := s.db.From(ctx).NewSelect().Model((*entryRow)(nil)).Column("ledger_id", "status", "written_by").ColumnExpr("count(*) AS n").
		Where("ledger_id IN (?) AND owner_id IN (?)", bun.List(ids), bun.List(owners)).Group("ledger_id", "status", "written_by").Scan(ctx, &counts)
	if err != nil {
		return nil, fmt.Errorf("count entries of %d rooming ledgers: %w", len(rows), err)
	}
	for _, c := range counts {
		c.add(&list[at[c.LedgerID]].Counts)
	}
	return list, nil
}
