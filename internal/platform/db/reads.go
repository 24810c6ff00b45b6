package db

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
)

// Reads are queries whose results are read one after the other. PostgreSQL gets them, with what
// is queued, in one round trip.
type Reads struct{ list []read }

type read struct {
	statement *Statement
	args      []any
	scan      func(rows *sql.Rows) error
}

// Add adds a query. scan is called for each of its rows, which have columns of plain types:
// numbers, texts, booleans, dates and times.
func (r *Reads) Add(s *Statement, scan func(rows *sql.Rows) error, args ...any) {
	r.list = append(r.list, read{s, args, scan})
}

// Read runs the queries in the order in which they were added.
func (d *DB) Read(ctx context.Context, r *Reads) error {
	if d.engine == SQLite || len(r.list) < 2 {
		for _, q := range r.list {
			if err := q.statement.Query(ctx, q.scan, q.args...); err != nil {
				return err
			}
		}
		return nil
	}
	together := make(together, len(r.list))
	for i, q := range r.list {
		together[i] = queuedStatement{query: q.statement.native, args: q.args}
	}
	rows, err := r.list[0].statement.in(ctx).QueryContext(ctx, "", together)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for i, q := range r.list {
		if i > 0 && !rows.NextResultSet() {
			return errors.Join(rows.Err(), fmt.Errorf("there is no result of %q", q.statement.query))
		}
		if err := q.read(ctx, rows); err != nil {
			return err
		}
	}
	return nil
}

func (q read) read(ctx context.Context, rows *sql.Rows) (err error) {
	_, done := q.statement.observe(ctx, q.args)
	defer func() { done(err) }()
	for rows.Next() {
		if err := q.scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// together is queries that a connection runs in one round trip. database/sql knows one query
// at a time, so they reach it as its only argument.
type together []queuedStatement

func togetherOf(args []driver.NamedValue) (together, bool) {
	if len(args) != 1 {
		return nil, false
	}
	list, ok := args[0].Value.(together)
	return list, ok
}

// query runs queries, after those statements that are queued.
func (c *directConn) query(ctx context.Context, list together) (driver.Rows, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	batch := &pgx.Batch{}
	for _, q := range list {
		batch.Queue(q.query, q.args...)
	}
	r := &resultSets{results: c.Conn.Conn().SendBatch(ctx, batch), left: len(list)}
	if err := r.NextResultSet(); err != nil {
		return nil, cmp.Or(err, r.Close())
	}
	return r, nil
}

// resultSets is the results of several queries for database/sql.
type resultSets struct {
	results pgx.BatchResults
	left    int // results that are not begun
	rows    pgx.Rows
	columns []string
}

var _ driver.RowsNextResultSet = (*resultSets)(nil)

// Columns returns the names of the columns of the current result.
func (r *resultSets) Columns() []string { return r.columns }

// Close skips the rest.
func (r *resultSets) Close() error {
	if r.rows != nil {
		r.rows.Close()
	}
	return r.results.Close()
}

// HasNextResultSet reports whether there is another result.
func (r *resultSets) HasNextResultSet() bool { return r.left > 0 }

// NextResultSet goes on to the next result.
func (r *resultSets) NextResultSet() (err error) {
	if r.left == 0 {
		return io.EOF
	}
	if r.rows != nil {
		r.rows.Close()
	}
	r.left--
	if r.rows, err = r.results.Query(); err != nil {
		return err
	}
	r.columns = r.columns[:0]
	for _, f := range r.rows.FieldDescriptions() {
		r.columns = append(r.columns, f.Name)
	}
	return nil
}

// Next reads the next row of the current result.
func (r *resultSets) Next(dest []driver.Value) error {
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	values, err := r.rows.Values()
	if err != nil {
		return err
	}
	for i, v := range values {
		if dest[i], err = plain(v); err != nil {
			return fmt.Errorf("column %s: %w", r.columns[i], err)
		}
	}
	return nil
}

// plain returns a value of PostgreSQL as database/sql knows it.
func plain(v any) (driver.Value, error) {
	switch n := v.(type) {
	case int16:
		return int64(n), nil
	case int32:
		return int64(n), nil
	case float32:
		return float64(n), nil
	}
	if !driver.IsValue(v) {
		return nil, fmt.Errorf("a %T cannot be read together with other queries", v)
	}
	return v, nil
}
