// Package allotmenttest checks that the pool agrees with what it is made of.
package allotmenttest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
)

// rules hold at every commit. Each is a query for violations, whose rows name the
// room and date, and the two numbers that should agree.
var rules = []struct{ name, query string }{
	{"nothing is sold that does not exist", `
		SELECT 'room ' || room_id || ' on ' || CAST(date AS TEXT), committed + external + lent, total + borrowed
		FROM allotment_pool WHERE committed + external + lent > total + borrowed`},
	{"what counts as taken was reported", `
		SELECT 'room ' || room_id || ' on ' || CAST(date AS TEXT), external, reported
		FROM allotment_pool WHERE external > reported`},
	{"committed is what calendars closed and confirmed", `
		SELECT 'room ' || room_id || ' on ' || CAST(date AS TEXT), SUM(pool), SUM(records) FROM (
		  SELECT room_id, date, committed AS pool, 0 AS records FROM allotment_pool
		  UNION ALL
		  SELECT d.room_id, d.date, 0, d.closed + d.confirmed FROM allotment_days AS d
		  JOIN allotment_calendars AS c ON c.id = d.calendar_id WHERE c.kind <> 'standalone'
		) AS t GROUP BY room_id, date HAVING SUM(pool) <> SUM(records)`},
	{"reported is what property management systems report", `
		SELECT 'room ' || room_id || ' on ' || CAST(date AS TEXT), SUM(pool), SUM(records) FROM (
		  SELECT room_id, date, reported AS pool, 0 AS records FROM allotment_pool
		  UNION ALL
		  SELECT room_id, date, 0, counted FROM allotment_units
		) AS t GROUP BY room_id, date HAVING SUM(pool) <> SUM(records)`},
	{"lent is what rules lend", `
		SELECT 'room ' || room_id || ' on ' || CAST(date AS TEXT), SUM(pool), SUM(records) FROM (
		  SELECT room_id, date, lent AS pool, 0 AS records FROM allotment_pool
		  UNION ALL
		  SELECT s.donor_room, l.date, 0, l.units FROM allotment_loans AS l JOIN allotment_shares AS s ON s.id = l.share_id
		) AS t GROUP BY room_id, date HAVING SUM(pool) <> SUM(records)`},
	{"borrowed is what rules lend", `
		SELECT 'room ' || room_id || ' on ' || CAST(date AS TEXT), SUM(pool), SUM(records) FROM (
		  SELECT room_id, date, borrowed AS pool, 0 AS records FROM allotment_pool
		  UNION ALL
		  SELECT s.recipient_room, l.date, 0, l.units FROM allotment_loans AS l JOIN allotment_shares AS s ON s.id = l.share_id
		) AS t GROUP BY room_id, date HAVING SUM(pool) <> SUM(records)`},
	{"rooming entries hold no more than is confirmed", `
		SELECT 'calendar ' || calendar_id || ', room ' || room_id || ' on ' || CAST(date AS TEXT), rooming, confirmed
		FROM allotment_days WHERE rooming > confirmed OR rooming < 0`},
	{"a standalone calendar holds nothing", `
		SELECT 'calendar ' || d.calendar_id || ', room ' || d.room_id || ' on ' || CAST(d.date AS TEXT), d.closed, d.confirmed
		FROM allotment_days AS d JOIN allotment_calendars AS c ON c.id = d.calendar_id
		WHERE c.kind = 'standalone' AND (d.closed > 0 OR d.confirmed > 0)`},
}

// Check verifies that the pool of every property agrees with its records, in one
// snapshot of the database, even while others write. It uses only the tables, not
// the program, so that it can run in a test or beside a running server.
func Check(ctx context.Context, d *sql.DB) error {
	tx, err := d.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return fmt.Errorf("begin to check the pool: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	var broken []error
	for _, r := range rules {
		if err := check(ctx, tx, r.name, r.query); err != nil {
			broken = append(broken, err)
		}
	}
	return errors.Join(broken...)
}

func check(ctx context.Context, tx *sql.Tx, name, query string) error {
	rows, err := tx.QueryContext(ctx, query+" LIMIT 5")
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer func() { _ = rows.Close() }()
	var broken []error
	for rows.Next() {
		var (
			place    string
			one, two int
		)
		if err := rows.Scan(&place, &one, &two); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		broken = append(broken, fmt.Errorf("not so: %s: %s: %d and %d", name, place, one, two))
	}
	return errors.Join(append(broken, rows.Err())...)
}

// Reader opens a connection of its own to a database, independent of the program.
func Reader(tb testing.TB, of *db.DB) *sql.DB {
	tb.Helper()
	var d *sql.DB
	if of.Engine() == db.SQLite {
		var file string
		require.NoError(tb, of.SQL().QueryRowContext(tb.Context(), "SELECT file FROM pragma_database_list WHERE name = 'main'").Scan(&file))
		var err error
		d, err = sql.Open("sqlite", "file:"+file+"?_pragma=query_only(1)&_pragma=busy_timeout(10000)")
		require.NoError(tb, err)
	} else {
		conn, err := of.SQL().Conn(tb.Context())
		require.NoError(tb, err)
		require.NoError(tb, conn.Raw(func(c any) error {
			d = stdlib.OpenDB(*c.(interface{ Config() *pgx.ConnConfig }).Config())
			return nil
		}))
		require.NoError(tb, conn.Close())
	}
	tb.Cleanup(func() { _ = d.Close() })
	return d
}
