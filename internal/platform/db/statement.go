package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

// Statement is SQL that runs so often that writing and parsing it each time would
// cost more than running it. Values are passed as arguments.
type Statement struct {
	db     *DB
	query  string // as the module wrote it, with ? for each value
	native string // as the engine reads it
	used   atomic.Bool
	ready  atomic.Pointer[sql.Stmt] // nil until SQLite has parsed it for good
}

// statements are those that SQLite has yet to prepare. Its one write connection is
// taken while a transaction runs, so they are prepared before the next begins.
type statements struct {
	mu      sync.Mutex
	waiting []*Statement
}

// Statement declares SQL with ? for each value, once, when a store is made. A
// question mark has no other meaning in it.
func (d *DB) Statement(query string) *Statement {
	s := &Statement{db: d, query: query, native: query}
	if d.engine == Postgres { // which keeps what it has parsed by itself
		s.native = numbered(query)
		s.used.Store(true)
	}
	return s
}

// Arg is the placeholder of a value in a query written by Text.
const Arg = bun.Safe("?")

// Text returns the text of a query built with bun, for a Statement: it has Arg for
// every value, and no other question mark.
func (d *DB) Text(build func(from bun.IDB) *bun.SelectQuery) string { return build(d.reader).String() }

func numbered(query string) string {
	var b strings.Builder
	for i, part := range strings.Split(query, "?") {
		if i > 0 {
			b.WriteString("$" + strconv.Itoa(i))
		}
		b.WriteString(part)
	}
	return b.String()
}

// prepare prepares the statements first used since the last call. It holds no lock
// while it waits for the connection.
func (d *DB) prepare(ctx context.Context) error {
	d.statements.mu.Lock()
	list := d.statements.waiting
	d.statements.waiting = nil
	d.statements.mu.Unlock()
	for i, s := range list {
		ready, err := d.writer.PrepareContext(ctx, s.native)
		if err != nil {
			d.statements.wait(list[i:]...)
			return fmt.Errorf("prepare %q: %w", s.query, err)
		}
		s.ready.Store(ready.Stmt)
	}
	return nil
}

func (l *statements) wait(list ...*Statement) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, list...)
}

// runner is a transaction, the pool for reading, or a statement of one.
type runner interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// parsed is a prepared statement.
type parsed struct{ *sql.Stmt }

func (p parsed) ExecContext(ctx context.Context, _ string, args ...any) (sql.Result, error) {
	return p.Stmt.ExecContext(ctx, args...)
}

func (p parsed) QueryContext(ctx context.Context, _ string, args ...any) (*sql.Rows, error) {
	return p.Stmt.QueryContext(ctx, args...)
}

// in returns what runs the statement: the transaction of ctx, or the read pool.
func (s *Statement) in(ctx context.Context) runner {
	t := current(ctx)
	if t == nil {
		return s.db.reader.DB
	}
	tx := t.tx.Tx
	if t.reads { // on a connection for reading, which has not parsed it
		return tx
	}
	if ready := s.ready.Load(); ready != nil {
		return parsed{tx.StmtContext(ctx, ready)}
	}
	if s.used.CompareAndSwap(false, true) {
		s.db.statements.wait(s)
	}
	return t.runs(ctx, s)
}

// runs returns what runs a statement that SQLite has not parsed for good. What a transaction uses
// again it parses for itself: the first write of a year has a thousand that are alike.
func (t *txState) runs(ctx context.Context, s *Statement) runner {
	if s.db.engine == Postgres {
		return t.tx.Tx
	}
	own, again := t.parsed[s]
	if !again {
		if t.parsed == nil {
			t.parsed = map[*Statement]*sql.Stmt{}
		}
		t.parsed[s] = nil
		return t.tx.Tx
	}
	if own == nil {
		var err error
		if own, err = t.tx.PrepareContext(ctx, s.native); err != nil {
			return t.tx.Tx // where it fails again, with its own error
		}
		t.parsed[s] = own // the end of the transaction closes it
	}
	return parsed{own}
}

// unwatched returns a context that is never cancelled, which spares SQLite a
// goroutine for each statement. Statements are short, and their transaction ends
// with ctx.
func (s *Statement) unwatched(ctx context.Context) context.Context {
	if s.db.engine == SQLite {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// Exec runs the statement.
func (s *Statement) Exec(ctx context.Context, args ...any) error {
	_, err := s.exec(ctx, args)
	return err
}

// Affect is Exec, and returns how many rows there were to change.
func (s *Statement) Affect(ctx context.Context, args ...any) (rows int64, err error) {
	result, err := s.exec(ctx, args)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (s *Statement) exec(ctx context.Context, args []any) (sql.Result, error) {
	ctx, done := s.observe(s.unwatched(ctx), args)
	result, err := s.in(ctx).ExecContext(ctx, s.native, args...)
	done(err)
	return result, err
}

// Query runs the statement and calls scan for each row.
func (s *Statement) Query(ctx context.Context, scan func(rows *sql.Rows) error, args ...any) error {
	ctx, done := s.observe(s.unwatched(ctx), args)
	rows, err := s.in(ctx).QueryContext(ctx, s.native, args...)
	done(err)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Scan runs the statement and scans its one row into a bun model. Without a row it
// returns sql.ErrNoRows.
func (s *Statement) Scan(ctx context.Context, model any, args ...any) error {
	found := false
	err := s.Query(ctx, func(rows *sql.Rows) error {
		if found {
			return nil
		}
		found = true
		return s.db.reader.ScanRow(ctx, rows, model)
	}, args...)
	if err == nil && !found {
		return sql.ErrNoRows
	}
	return err
}

// observe calls the query hook of the database as bun would.
func (s *Statement) observe(ctx context.Context, args []any) (context.Context, func(error)) {
	if s.db.watch == nil {
		return ctx, func(error) {}
	}
	args = slices.Clone(args)
	for i, a := range args {
		switch list := a.(type) {
		case []int64, []string:
			args[i] = pgdialect.Array(list)
		}
	}
	event := &bun.QueryEvent{
		DB: s.db.writer, QueryTemplate: s.query, QueryArgs: args, StartTime: time.Now(), //nolint:forbidigo // how long it takes, not when
		Query: s.db.writer.QueryGen().FormatQuery(s.query, args...),
	}
	ctx = s.db.watch.BeforeQuery(ctx, event)
	return ctx, func(err error) {
		event.Err = err
		s.db.watch.AfterQuery(ctx, event)
	}
}
