package db

import (
	"cmp"
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// queue is the statements of a transaction that PostgreSQL has yet to run. They are sent
// together, before the next statement of the transaction or with its commit, so that writes
// which nothing reads again cost no round trip each.
type queue struct{ list []queuedStatement }

type queuedStatement struct {
	query string
	args  []any
	// begin starts the observation of the statement; what it returns ends that.
	begin func() func(error)
}

// Queue runs the statement in the transaction of ctx at the latest before whatever comes next
// in it. Its error may be returned by that or by the commit, so it is for writes that fail
// only if something is broken. On SQLite, where a statement costs no round trip, it runs at once.
func (s *Statement) Queue(ctx context.Context, args ...any) error {
	t := current(ctx)
	if s.db.engine == SQLite || t == nil || t.reads {
		return s.Exec(ctx, args...)
	}
	t.queue.list = append(t.queue.list, queuedStatement{s.native, args, func() func(error) {
		_, done := s.observe(ctx, args)
		return done
	}})
	return nil
}

// queuedError is the failure of a queued statement.
type queuedError struct {
	query string
	err   error
}

func (e *queuedError) Error() string {
	text, _, _ := strings.Cut(e.query, "(")
	return strings.TrimSpace(text) + ": " + e.err.Error()
}

func (e *queuedError) Unwrap() error { return e.err }

// refused reports whether PostgreSQL has refused a queued statement, so that nothing of its
// transaction is committed. Of a connection that was lost nobody knows.
func refused(err error) bool {
	queued, ok := errors.AsType[*queuedError](err)
	if !ok {
		return false
	}
	_, ok = errors.AsType[*pgconn.PgError](queued.err)
	return ok
}

type queueKey struct{}

// withQueue tells the connection that begins a transaction which statements it has to run.
func withQueue(ctx context.Context, q *queue) context.Context {
	return context.WithValue(ctx, queueKey{}, q)
}

// drop forgets what was not sent yet: the transaction rolls back.
func (q *queue) drop() { q.list = nil }

// BeginTx begins a transaction.
func (c *directConn) BeginTx(ctx context.Context, opts driver.TxOptions) (driver.Tx, error) {
	tx, err := c.Conn.BeginTx(ctx, opts)
	if err != nil {
		return nil, err
	}
	c.queue, _ = ctx.Value(queueKey{}).(*queue)
	return &queuedTx{tx, c, ctx}, nil
}

// ExecContext runs a statement after those that are queued.
func (c *directConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	return c.Conn.ExecContext(ctx, query, args)
}

// PrepareContext prepares a statement after those that are queued.
func (c *directConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	if err := c.flush(ctx); err != nil {
		return nil, err
	}
	return c.Conn.PrepareContext(ctx, query)
}

// flush sends what is queued.
func (c *directConn) flush(ctx context.Context) error {
	if c.queue == nil || len(c.queue.list) == 0 {
		return nil
	}
	_, err := c.send(ctx)
	return err
}

// send runs what is queued, and then the other statements, in one round trip. It returns the
// result of the last.
func (c *directConn) send(ctx context.Context, then ...string) (last pgconn.CommandTag, err error) {
	list := c.queue.list
	c.queue.list = nil
	batch := &pgx.Batch{}
	for _, s := range list {
		batch.Queue(s.query, s.args...)
	}
	for _, query := range then {
		batch.Queue(query)
	}
	results := c.Conn.Conn().SendBatch(ctx, batch)
	for _, s := range list {
		done := s.begin()
		_, err := results.Exec()
		done(err)
		if err != nil {
			return last, cmp.Or[error](&queuedError{s.query, err}, results.Close())
		}
	}
	for range then {
		if last, err = results.Exec(); err != nil {
			break
		}
	}
	return last, cmp.Or(err, results.Close())
}

// queuedTx is a transaction that is committed together with what is queued.
type queuedTx struct {
	driver.Tx

	conn *directConn
	ctx  context.Context // database/sql commits without one
}

// Commit sends what is queued and commits.
func (t *queuedTx) Commit() error {
	defer func() { t.conn.queue = nil }()
	if t.conn.queue == nil || len(t.conn.queue.list) == 0 {
		return t.Tx.Commit()
	}
	tag, err := t.conn.send(t.ctx, "commit")
	if err == nil && tag.String() == "COMMIT" {
		return nil
	}
	if err == nil { // PostgreSQL says this of a transaction that had failed before
		err = fmt.Errorf("the transaction was not committed: %s", tag)
	}
	return cmp.Or(err, t.Tx.Rollback())
}

// Rollback rolls back.
func (t *queuedTx) Rollback() error {
	t.conn.queue = nil
	return t.Tx.Rollback()
}
