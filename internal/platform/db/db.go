// Package db is the handle on the database, for both engines.
//
// It owns connections, transactions carried in the context, the translation of
// engine errors and the migrations. It uses no table of a module. Its rule: writes
// happen inside InTx only; outside of it the handle is read-only on both engines,
// so that a forgotten transaction fails at once.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"allot/internal/platform/stamp"
	"allot/internal/platform/tracing"
)

// Engine names the database product behind the handle.
type Engine string

// The engines.
const (
	SQLite   Engine = "sqlite"
	Postgres Engine = "postgres"
)

// DB is a database with a writer and a reader pool.
type DB struct {
	engine Engine
	writer *bun.DB
	reader *bun.DB
	turns  *turns // of those who write

	statements *statements
	health     *health
	epoch      string
	watch      bun.QueryHook // nil: none
	observer   Observer
	tracer     *tracing.Tracer // nil: nothing is traced
	caches     *caches
	topics     *topics

	commits                  *commits      // nil on PostgreSQL, where transactions have ids
	stampReader, stampWriter *Statement    // on PostgreSQL
	shared                   *sharedStamps // on PostgreSQL
	needed                   *stamp.Cache[uint64, []stamp.Key]
}

// Engine returns the database product.
func (d *DB) Engine() Engine { return d.engine }

// SQL returns the writer pool, for libraries that bring their own tables.
func (d *DB) SQL() *sql.DB { return d.writer.DB }

// Watched returns the same database with a hook that sees every statement of the
// modules, for tests and measurements.
func (d *DB) Watched(by bun.QueryHook) *DB {
	w := *d
	w.writer, w.reader, w.watch = d.writer.WithQueryHook(by), d.reader.WithQueryHook(by), by
	w.declareStamps()
	return &w
}

// Ping reports whether both pools answer.
func (d *DB) Ping(ctx context.Context) error {
	if err := d.writer.PingContext(ctx); err != nil {
		return fmt.Errorf("ping database: %w", err)
	}
	if err := d.reader.PingContext(ctx); err != nil {
		return fmt.Errorf("ping database for reading: %w", err)
	}
	return nil
}

// Close closes both pools. On SQLite the last connection folds the write-ahead
// log into the database file.
func (d *DB) Close() error {
	d.topics.close()
	return errors.Join(d.reader.Close(), d.writer.Close())
}

// DefaultConnections leaves room for a second program on a PostgreSQL server with
// the default of 100 connections.
const DefaultConnections = 20

// MinConnections is two for each pool, because a long job or query may take one, and one that
// hears of other nodes.
const MinConnections = 5

// Open opens the database named by url, or the SQLite file if url is empty.
// connections bounds those to PostgreSQL, as in OpenPostgres.
func Open(ctx context.Context, url, sqliteFile string, connections int) (*DB, error) {
	if url == "" {
		return OpenSQLite(ctx, sqliteFile)
	}
	if !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return nil, errors.New("the database URL must start with postgres://")
	}
	return OpenPostgres(ctx, url, connections)
}

// Look opens the database named by url, or the SQLite file if url is empty, for a
// command that only reads: on SQLite also while a server has it.
func Look(ctx context.Context, url, sqliteFile string) (*DB, error) {
	if url == "" {
		return LookSQLite(ctx, sqliteFile)
	}
	return Open(ctx, url, "", MinConnections)
}

// ForUpdate locks the selected rows until the transaction ends. SQLite has one
// writer, so there the transaction itself is the lock. No key is ever changed, and the
// lock says so: else PostgreSQL would make every row that refers to these wait for it,
// also where it only looks whether they are there, and two who take locks in the right
// order would wait for each other.
func (d *DB) ForUpdate(q *bun.SelectQuery) *bun.SelectQuery {
	if d.engine == Postgres {
		return q.For("NO KEY UPDATE")
	}
	return q
}

// Contains selects the rows whose column contains the text. Both are compared byte
// by byte, which is much faster than LIKE: fold them before.
func (d *DB) Contains(q *bun.SelectQuery, column, text string) *bun.SelectQuery {
	return q.Where("?(?, ?) > 0", d.find(), bun.Ident(column), text)
}

// OrContains is Contains as an alternative to the conditions before it.
func (d *DB) OrContains(q *bun.SelectQuery, column, text string) *bun.SelectQuery {
	return q.WhereOr("?(?, ?) > 0", d.find(), bun.Ident(column), text)
}

// Among selects the rows whose column is one of the ids or, with others, none of them. There may
// be 100,000: they are one value of the query, which is parsed faster than as many values.
func (d *DB) Among(q *bun.SelectQuery, column string, ids []int64, others bool) *bun.SelectQuery {
	list := make([]byte, 0, 8*len(ids))
	for i, id := range ids {
		if i > 0 {
			list = append(list, ',')
		}
		list = strconv.AppendInt(list, id, 10)
	}
	is, value := "? IN (SELECT value FROM json_each(?))", "["+string(list)+"]"
	if d.engine == Postgres {
		is, value = "? = ANY(?::bigint[])", "{"+string(list)+"}"
	}
	if others {
		is = "NOT (" + is + ")"
	}
	return q.Where(is, bun.Ident(column), value)
}

// find is the function that finds a text in a text.
func (d *DB) find() bun.Safe {
	if d.engine == Postgres {
		return "strpos"
	}
	return "instr"
}
