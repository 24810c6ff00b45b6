package allotmentdb

import (
	"context"
	"database/sql"
	"fmt"

	"allot/internal/allotment"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

// ReadTx runs fn on one state of the database.
func (s *Store) ReadTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.ReadTx(ctx, fn)
}

// Writing tells whether ctx carries a transaction.
func (s *Store) Writing(ctx context.Context) bool {
	_, writing := s.db.Tx(ctx)
	return writing
}

// Forget runs fn once the transaction of ctx has ended in a commit, or tried to.
func (s *Store) Forget(ctx context.Context, fn func()) { s.db.Forget(ctx, fn) }

// Alone tells whether this process is the only one that writes: on SQLite one
// process owns the data, PostgreSQL serves several nodes.
func (s *Store) Alone() bool { return s.db.Engine() == db.SQLite }

// BlocksOf are the blocks of a property that reach into a season.
func (s *Store) BlocksOf(ctx context.Context, owner, property int64, season civil.Range) ([]allotment.Block, error) {
	var rows []blockRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("b.property_id = ? AND b.owner_id = ?", property, owner).
		Where("b.start_date <= ? AND b.end_date >= ?", season.To, season.From).
		Order("b.calendar_id", "b.room_id", "b.start_date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select blocks of property %d: %w", property, err)
	}
	list := make([]allotment.Block, len(rows))
	for i, r := range rows {
		list[i] = r.Block
	}
	return list, nil
}

// DaysSince gives each day in a season that a write after the version changed,
// without its note.
func (s *Store) DaysSince(ctx context.Context, owner, property int64, season civil.Range, version int64, each func(allotment.Day)) error {
	return s.since(ctx, "days", "calendar_id, room_id, date, closed, confirmed, status, reason", property, season, version, &owner,
		func(rows *sql.Rows) error {
			var d allotment.Day
			if err := rows.Scan(&d.CalendarID, &d.RoomID, &d.Date, &d.Closed, &d.Confirmed, &d.Status, &d.Reason); err != nil {
				return err
			}
			each(d)
			return nil
		})
}

// PoolsSince gives each row of the pool in a season that a write after the
// version changed.
func (s *Store) PoolsSince(ctx context.Context, owner, property int64, season civil.Range, version int64, each func(allotment.Pool)) error {
	return s.since(ctx, "pool", "room_id, date, committed, external, borrowed, lent", property, season, version, &owner,
		func(rows *sql.Rows) error {
			var p allotment.Pool
			if err := rows.Scan(&p.RoomID, &p.Date, &p.Committed, &p.External, &p.Borrowed, &p.Lent); err != nil {
				return err
			}
			each(p)
			return nil
		})
}

// LoansSince gives each loan in a season that a write after the version changed.
// Loans have no owner of their own: their property is the caller's.
func (s *Store) LoansSince(ctx context.Context, property int64, season civil.Range, version int64, each func(allotment.Loan)) error {
	return s.since(ctx, "loans", "share_id, date, units", property, season, version, nil,
		func(rows *sql.Rows) error {
			var l allotment.Loan
			if err := rows.Scan(&l.ShareID, &l.Date, &l.Units); err != nil {
				return err
			}
			each(l)
			return nil
		})
}

// since reads versioned rows one by one: a property may have very many. Rows of
// all versions are found by their dates, those of the latest by their version.
func (s *Store) since(ctx context.Context, table, columns string, property int64, season civil.Range, version int64, owner *int64, scan func(*sql.Rows) error) error {
	q := s.db.From(ctx).NewSelect().ColumnExpr(columns).TableExpr("allotment_"+table).
		Where("property_id = ?", property).Where("date >= ? AND date <= ?", season.From, season.To)
	if version >= 0 {
		q = q.Where("version > ?", version)
	}
	if owner != nil {
		q = q.Where("owner_id = ?", *owner)
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return fmt.Errorf("select %s of property %d: %w", table, property, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("read %s of property %d: %w", table, property, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s of property %d: %w", table, property, err)
	}
	return nil
}

// UnitsReported are what property management systems report in a season.
func (s *Store) UnitsReported(ctx context.Context, owner, property, room int64, season civil.Range) ([]allotment.ReportedUnits, error) {
	list := []allotment.ReportedUnits{}
	q := s.db.From(ctx).NewSelect().ColumnExpr("room_id, date, source, reserved, checked_in, out_of_order, counted").
		TableExpr("allotment_units").Where("property_id = ? AND owner_id = ?", property, owner).
		Where("date >= ? AND date <= ?", season.From, season.To)
	if room != 0 {
		q = q.Where("room_id = ?", room)
	}
	if err := q.Order("room_id", "source", "date").Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("select reported units of property %d: %w", property, err)
	}
	return list, nil
}
