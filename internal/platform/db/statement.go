package db

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
)

// Statement is a query of one row whose text never changes: each connection
// parses and plans it once. It is for the few that every request asks; all
// others have their arguments in the text, and cost that each time.
type Statement struct {
	db       *DB
	template string // with ? for each argument
	text     string // as the engine wants it
}

// Arg stands for an argument in the query of a Statement.
const Arg = bun.Safe("?")

// Statement keeps a query that has Arg for every argument, and no other
// question mark.
func (d *DB) Statement(build func(from bun.IDB) *bun.SelectQuery) *Statement {
	s := &Statement{db: d, template: build(d.reader).String()}
	s.text = s.template
	if d.engine == Postgres {
		parts := strings.Split(s.template, "?")
		for i := range parts[1:] {
			parts[i] += "$" + strconv.Itoa(i+1)
		}
		s.text = strings.Join(parts, "")
	}
	return s
}

// Scan asks the transaction of ctx, else the read-only pool, and puts the row
// into model. Without one it answers sql.ErrNoRows.
func (s *Statement) Scan(ctx context.Context, model any, args ...any) error {
	ctx, seen := s.tell(ctx, args)
	err := s.scan(ctx, model, args)
	seen(err)
	return err
}

func (s *Statement) scan(ctx context.Context, model any, args []any) error {
	query := s.db.reader.DB.QueryContext
	if tx, ok := s.db.Tx(ctx); ok {
		query = tx.QueryContext
	}
	rows, err := query(ctx, s.text, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	return s.db.reader.ScanRow(ctx, rows, model)
}

// tell lets whoever watches the database see the query as others are seen.
func (s *Statement) tell(ctx context.Context, args []any) (_ context.Context, seen func(error)) {
	if s.db.watch == nil {
		return ctx, func(error) {}
	}
	e := &bun.QueryEvent{DB: s.db.reader, Query: s.db.reader.QueryGen().FormatQuery(s.template, args...)}
	ctx = s.db.watch.BeforeQuery(ctx, e)
	return ctx, func(err error) {
		e.Err = err
		s.db.watch.AfterQuery(ctx, e)
	}
}
