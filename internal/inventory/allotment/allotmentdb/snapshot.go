package allotmentdb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// Writing reports whether ctx carries a transaction that writes.
func (s *Store) Writing(ctx context.Context) bool { return s.db.Writing(ctx) }

// AfterCommit runs fn after the commit of the transaction of ctx.
func (s *Store) AfterCommit(ctx context.Context, fn func()) { s.db.AfterCommit(ctx, fn) }

// Source returns the source of stamps.
func (s *Store) Source() stamp.Source { return s.db }

// PropertyBlocks lists the blocks of a property that overlap a season.
func (s *Store) PropertyBlocks(ctx context.Context, owner, property int64, season civil.Range) ([]rules.Block, error) {
	var rows []blockRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("b.property_id = ? AND b.owner_id = ?", property, owner).
		Where("b.start_date <= ? AND b.end_date >= ?", season.To, season.From).
		Order("b.calendar_id", "b.room_id", "b.start_date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select blocks of property %d: %w", property, err)
	}
	list := make([]rules.Block, len(rows))
	for i, r := range rows {
		list[i] = r.Block
	}
	return list, nil
}

// DaysSince calls each for every day of an extent, without its note.
func (s *Store) DaysSince(ctx context.Context, x reading.Extent, each func(rules.Day)) error {
	return s.since(ctx, "days", "calendar_id, room_id, date, closed, confirmed, status, reason", ofRooms, x,
		func(rows *sql.Rows) error {
			var d rules.Day
			if err := rows.Scan(&d.CalendarID, &d.RoomID, &d.Date, &d.Closed, &d.Confirmed, &d.Status, &d.Reason); err != nil {
				return err
			}
			each(d)
			return nil
		})
}

// PoolsSince calls each for every row of the pool in an extent.
func (s *Store) PoolsSince(ctx context.Context, x reading.Extent, each func(rules.Pool)) error {
	return s.since(ctx, "pool", "room_id, date, committed, external, borrowed, lent", ofRooms, x,
		func(rows *sql.Rows) error {
			var p rules.Pool
			if err := rows.Scan(&p.RoomID, &p.Date, &p.Committed, &p.External, &p.Borrowed, &p.Lent); err != nil {
				return err
			}
			each(p)
			return nil
		})
}

// LoansSince calls each for every loan in an extent. Loans have no owner column:
// the caller must own the property.
func (s *Store) LoansSince(ctx context.Context, x reading.Extent, each func(rules.Loan)) error {
	return s.since(ctx, "loans", "share_id, date, units", ofProperty, x,
		func(rows *sql.Rows) error {
			var l rules.Loan
			if err := rows.Scan(&l.ShareID, &l.Date, &l.Units); err != nil {
				return err
			}
			each(l)
			return nil
		})
}

// ofRooms and ofProperty say by which column rows are selected.
const (
	ofRooms = iota
	ofProperty
)

// since scans versioned rows one by one, because there may be very many. Rows after
// a version are selected by version, all rows by room or by property.
func (s *Store) since(ctx context.Context, table, columns string, found int, x reading.Extent, scan func(*sql.Rows) error) error {
	if len(x.Rooms) == 0 {
		return nil
	}
	q := s.db.From(ctx).NewSelect().ColumnExpr(columns).TableExpr("allotment_"+table).
		Where("date >= ? AND date <= ?", x.Season.From, x.Season.To)
	if found == ofRooms {
		q = q.Where("owner_id = ?", x.OwnerID)
	}
	switch {
	case x.Version >= 0:
		q = q.Where("property_id = ? AND version > ?", x.PropertyID, x.Version)
	case found == ofRooms:
		q = q.Where("room_id IN (?)", bun.List(x.Rooms))
	default:
		q = q.Where("property_id = ?", x.PropertyID)
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return fmt.Errorf("select %s of property %d: %w", table, x.PropertyID, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("read %s of property %d: %w", table, x.PropertyID, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s of property %d: %w", table, x.PropertyID, err)
	}
	return nil
}
