package allotmentdb

import (
	"context"
	"database/sql"
	"strings"

	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

// batch upserts rows of one table in statements whose text is always the same, so
// that the engine parses them once. PostgreSQL gets all rows as arrays. SQLite gets what
// is alike on consecutive days and stored already as one update, of the others manyRows at
// a time and the rest one by one.
type batch[R any] struct {
	columns []column[R]
	arrays  bool
	one     *db.Statement
	many    *db.Statement
	update  *db.Statement // of a span
}

// manyRows is the number of rows that SQLite writes fastest in one statement.
const manyRows = 50

// column is a number, text or date of a row.
type column[R any] struct {
	name   string
	key    bool
	fixed  bool // never changes for a key; not updated, because that would cost index writes
	number func(r *R) int64
	text   func(r *R) string
	date   func(r *R) civil.Date
}

func newBatch[R any](d *db.DB, table string, columns ...column[R]) *batch[R] {
	var names, keys, sets, marks, casts []string
	for _, c := range columns {
		names, marks = append(names, c.name), append(marks, "?")
		if c.key {
			keys = append(keys, c.name)
		} else if !c.fixed {
			sets = append(sets, c.name+" = EXCLUDED."+c.name)
		}
		if c.number != nil {
			casts = append(casts, "CAST(? AS bigint[])")
		} else if c.text != nil {
			casts = append(casts, "CAST(? AS text[])")
		} else {
			casts = append(casts, "CAST(CAST(? AS text[]) AS date[])")
		}
	}
	into := "INSERT INTO " + table + " (" + strings.Join(names, ", ") + ") "
	replace := " ON CONFLICT (" + strings.Join(keys, ", ") + ") DO UPDATE SET " + strings.Join(sets, ", ")
	if d.Engine() == db.Postgres {
		return &batch[R]{columns: columns, arrays: true, many: d.Statement(into + "SELECT * FROM unnest(" + strings.Join(casts, ", ") + ")" + replace)}
	}
	row := "(" + strings.Join(marks, ", ") + ")"
	return &batch[R]{
		columns: columns, one: d.Statement(into + "VALUES " + row + replace),
		many:   d.Statement(into + "VALUES " + row + strings.Repeat(", "+row, manyRows-1) + replace),
		update: d.Statement(spanUpdate(table, columns)),
	}
}

// save writes rows in the given order.
func (b *batch[R]) save(ctx context.Context, rows []R) error {
	if len(rows) == 0 {
		return nil
	}
	if b.arrays {
		args := make([]any, len(b.columns))
		for i, c := range b.columns {
			args[i] = c.array(rows)
		}
		return b.many.Queue(ctx, args...)
	}
	rows, err := b.saveSpans(ctx, rows)
	if err != nil {
		return err
	}
	args := make([]any, 0, min(len(rows), manyRows)*len(b.columns))
	for len(rows) > 0 {
		n, insert := 1, b.one
		if len(rows) >= manyRows {
			n, insert = manyRows, b.many
		}
		args = args[:0]
		for i := range rows[:n] {
			for _, c := range b.columns {
				args = append(args, c.value(&rows[i]))
			}
		}
		if err := insert.Exec(ctx, args...); err != nil {
			return err
		}
		rows = rows[n:]
	}
	return nil
}

func (c column[R]) value(r *R) any {
	switch {
	case c.number != nil:
		return c.number(r)
	case c.text != nil:
		return c.text(r)
	}
	return c.date(r).String()
}

func (c column[R]) array(rows []R) any {
	if c.number != nil {
		list := make([]int64, len(rows))
		for i := range rows {
			list[i] = c.number(&rows[i])
		}
		return list
	}
	list := make([]string, len(rows))
	for i := range rows {
		if c.text != nil {
			list[i] = c.text(&rows[i])
		} else {
			list[i] = c.date(&rows[i]).String()
		}
	}
	return list
}

// roomQuery reads rows of some rooms in a season: one query for each room on
// SQLite, one for all on PostgreSQL. Conditions on room and season are appended to
// its SQL.
type roomQuery struct {
	perRoom bool
	stmt    *db.Statement
}

func newRoomQuery(d *db.DB, query string) roomQuery {
	perRoom := d.Engine() == db.SQLite
	rooms := "room_id = ANY(?)"
	if perRoom {
		rooms = "room_id = ?"
	}
	return roomQuery{perRoom, d.Statement(query + " AND " + rooms + " AND date >= ? AND date <= ?")}
}

func (q roomQuery) run(ctx context.Context, d *db.DB, rooms []int64, season civil.Range, scan func(rows *sql.Rows) error, args ...any) error {
	var reads db.Reads
	q.add(&reads, rooms, season, scan, args...)
	return d.Read(ctx, &reads)
}

// add adds the query to others that are run with it.
func (q roomQuery) add(reads *db.Reads, rooms []int64, season civil.Range, scan func(rows *sql.Rows) error, args ...any) {
	from, to := season.From.String(), season.To.String()
	if !q.perRoom {
		reads.Add(q.stmt, scan, append(args, rooms, from, to)...)
		return
	}
	for _, r := range rooms {
		reads.Add(q.stmt, scan, append(args[:len(args):len(args)], r, from, to)...)
	}
}
