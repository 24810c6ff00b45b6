package allotmentdb

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// Writing reports whether ctx carries a transaction that writes.
func (s *Store) Writing(ctx context.Context) bool { return s.db.Writing(ctx) }

// AfterCommit runs fn after the commit of the transaction of ctx.
func (s *Store) AfterCommit(ctx context.Context, fn func()) { s.db.AfterCommit(ctx, fn) }

// Source returns the source of stamps.
func (s *Store) Source() stamp.Source { return s.db }

// PropertyBlocks lists the blocks of properties of some accounts that overlap a season.
func (s *Store) PropertyBlocks(ctx context.Context, owners, properties []int64, season civil.Range) ([]rules.Block, error) {
	var rows []blockRow
	err := s.db.From(ctx).NewSelect().Model(&rows).Where("b.property_id IN (?) AND b.owner_id IN (?)", bun.List(properties), bun.List(owners)).
		Where("b.start_date <= ? AND b.end_date >= ?", season.To, season.From).
		Order("b.calendar_id", "b.room_id", "b.start_date").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("select blocks of %d properties: %w", len(properties), err)
	}
	list := make([]rules.Block, len(rows))
	for i, r := range rows {
		list[i] = r.Block
	}
	return list, nil
}

// DaysSince calls each for every day of an extent, without its note.
func (s *Store) DaysSince(ctx context.Context, x reading.Extent, each func(rules.Day)) error {
	scan := func(rows *sql.Rows) error {
		var d rules.Day
		if err := rows.Scan(&d.CalendarID, &d.RoomID, &d.Date, &d.Closed, &d.Confirmed, &d.Status, &d.Reason); err != nil {
			return err
		}
		each(d)
		return nil
	}
	if x.Version >= 0 || s.db.Engine() == db.Postgres {
		return s.since(ctx, "days", dayColumns, ofRooms, x, scan)
	}
	rows, err := json.Marshal(x.Rows)
	if err != nil {
		return fmt.Errorf("rooms of calendars: %w", err)
	}
	owners, err := json.Marshal(x.Owners)
	if err != nil {
		return fmt.Errorf("owners: %w", err)
	}
	if err := s.daysByKey.Query(ctx, scan, string(rows), x.Season.From.String(), x.Season.To.String(), string(owners)); err != nil {
		return fmt.Errorf("read days of properties %v: %w", x.Properties, err)
	}
	return nil
}

const dayColumns = "calendar_id, room_id, date, closed, confirmed, status, reason"

// daysByKeyQuery reads days as SQLite stores them, by calendar and room: one that is found by an
// index of rooms costs twice as much.
const daysByKeyQuery = "SELECT " + dayColumns + ` FROM json_each(?) CROSS JOIN allotment_days AS d
  WHERE d.calendar_id = json_each.value ->> 0 AND d.room_id = json_each.value ->> 1 AND d.date >= ? AND d.date <= ? AND d.owner_id IN (SELECT value FROM json_each(?))`

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
// the caller must know whose the properties are.
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
		q = q.Where("owner_id IN (?)", bun.List(x.Owners))
	}
	switch {
	case x.Version >= 0:
		q = q.Where("property_id IN (?) AND version > ?", bun.List(x.Properties), x.Version)
	case found == ofRooms:
		q = q.Where("room_id IN (?)", bun.List(x.Rooms))
	default:
		q = q.Where("property_id IN (?)", bun.List(x.Properties))
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return fmt.Errorf("select %s of properties %v: %w", table, x.Properties, err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("read %s of properties %v: %w", table, x.Properties, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("read %s of properties %v: %w", table, x.Properties, err)
	}
	return nil
}
