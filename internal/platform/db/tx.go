package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/stamp"
	"allot/internal/platform/tracing"
)

// attempts bounds how often a transaction that lost a race on PostgreSQL is run.
const attempts = 5

// txState is a transaction in progress and the functions to run after its commit.
type txState struct {
	db     *DB
	tx     bun.Tx
	queue  queue // empty on SQLite
	after  []func()
	raised []stamp.Key
	reads  bool                     // it cannot write
	parsed map[*Statement]*sql.Stmt // what it has used; nil: once

	leave func()    // gives the turn to the next
	since time.Time // zero: it has ended
	span  tracing.Span
}

type (
	txKey       struct{}
	deferredKey struct{}
)

func current(ctx context.Context) *txState {
	if t, ok := ctx.Value(txKey{}).(*txState); ok {
		return t
	}
	if h, ok := ctx.Value(deferredKey{}).(*DeferredTx); ok {
		return h.state
	}
	return nil
}

// From returns the transaction carried by ctx, or the read-only pool.
func (d *DB) From(ctx context.Context) bun.IDB {
	if t := current(ctx); t != nil {
		return t.tx
	}
	return d.reader
}

// Tx returns the transaction carried by ctx for libraries that write in it too.
func (d *DB) Tx(ctx context.Context) (*sql.Tx, bool) {
	if t := current(ctx); t != nil {
		return t.tx.Tx, true
	}
	return nil, false
}

// AfterCommit runs fn once the transaction of ctx has committed, at once if
// there is none, and never if it rolls back.
func (d *DB) AfterCommit(ctx context.Context, fn func()) {
	if t := current(ctx); t != nil {
		t.after = append(t.after, fn)
		return
	}
	fn()
}

// InTx runs fn in a transaction. A call inside another InTx joins it: one request
// is one transaction in all modules. fn may run more than once, so it must not
// keep state outside the database that it does not set again.
func (d *DB) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if t, ok := ctx.Value(txKey{}).(*txState); ok {
		if t.reads {
			return errReadOnly
		}
		return fn(ctx)
	}
	if h, ok := ctx.Value(deferredKey{}).(*DeferredTx); ok {
		return h.inTx(ctx, fn)
	}
	_, err := d.run(ctx, fn, commitNow)
	d.health.note(err)
	return err
}

// run begins a transaction, runs fn in it and ends it with end. It retries a
// transaction that lost a race against another.
func (d *DB) run(ctx context.Context, fn func(ctx context.Context) error, end func(ctx context.Context, t *txState) error) (*txState, error) {
	for try := 1; ; try++ {
		t, err := d.runOnce(ctx, fn)
		if err == nil {
			err = end(ctx, t)
		}
		if err == nil {
			return t, nil
		}
		if try == attempts || !lostRace(err) || ctx.Err() != nil {
			return nil, err
		}
		if d.observer.Retried != nil {
			d.observer.Retried()
		}
	}
}

func commitNow(ctx context.Context, t *txState) error { return t.commit(ctx) }

func (d *DB) runOnce(ctx context.Context, fn func(ctx context.Context) error) (*txState, error) {
	if err := d.prepare(ctx); err != nil {
		return nil, err
	}
	t := &txState{db: d}
	t.begun()
	ctx, t.span = d.tracer.Transaction(ctx)
	leave, err := d.turns.acquireTurn(ctx, accountOf(ctx))
	if err != nil {
		t.ended(Failed)
		return nil, err
	}
	t.leave = leave
	tx, err := d.writer.BeginTx(withQueue(ctx, &t.queue), nil)
	if err != nil {
		t.ended(Failed)
		return nil, fmt.Errorf("begin transaction: %w", err)
	}
	t.tx = tx
	done := false
	defer func() {
		if !done { // fn failed or panicked
			_ = tx.Rollback()
			t.ended(RolledBack)
		}
	}()
	if err := fn(context.WithValue(ctx, txKey{}, t)); err != nil {
		return nil, err
	}
	done = true
	return t, nil
}

func (t *txState) commit(ctx context.Context) error {
	if err := t.writeStamps(ctx); err != nil {
		_ = t.tx.Rollback()
		t.ended(Failed)
		return err
	}
	err := t.tx.Commit()
	t.showStamps(ctx)
	if gone := ctx.Err(); errors.Is(err, sql.ErrTxDone) && gone != nil {
		err = gone // database/sql has rolled back because the client disconnected
	}
	if err != nil {
		outcome := Failed
		if refused(err) {
			outcome = RolledBack
		}
		t.ended(outcome)
		return fmt.Errorf("commit transaction: %w", err)
	}
	t.ended(Committed)
	for _, fn := range t.after {
		fn()
	}
	return nil
}

// DeferredTx keeps the transaction of a request open until the response is known, so that
// it can be stored with the change. Work before the first InTx, such as hashing a
// password, stays outside the transaction.
type DeferredTx struct {
	db      *DB
	onBegin func(ctx context.Context) error
	state   *txState
}

// DeferTx makes every InTx below the returned context share one transaction that
// ends with Commit or Rollback. onBegin runs first in that transaction.
func (d *DB) DeferTx(ctx context.Context, onBegin func(ctx context.Context) error) (context.Context, *DeferredTx) {
	h := &DeferredTx{db: d, onBegin: onBegin}
	return context.WithValue(ctx, deferredKey{}, h), h
}

// leaveOpen leaves it to Commit or Rollback to end a transaction.
func leaveOpen(context.Context, *txState) error { return nil }

func (h *DeferredTx) inTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if h.state == nil {
		t, err := h.db.run(ctx, func(ctx context.Context) error {
			if err := h.onBegin(ctx); err != nil {
				return err
			}
			return fn(ctx)
		}, leaveOpen)
		h.state = t
		h.db.health.note(err)
		return err
	}
	// A later InTx of the same request fails alone, as it would without a hold.
	if _, err := h.state.tx.ExecContext(ctx, "SAVEPOINT held"); err != nil {
		return fmt.Errorf("set savepoint: %w", err)
	}
	kept := len(h.state.after)
	if err := fn(context.WithValue(ctx, txKey{}, h.state)); err != nil {
		h.state.after = h.state.after[:kept]
		h.state.queue.drop() // what was queued before the savepoint has been sent with it
		h.db.health.note(err)
		_, back := h.state.tx.ExecContext(ctx, "ROLLBACK TO SAVEPOINT held")
		return errors.Join(err, back)
	}
	return nil
}

// Commit runs last in the transaction and commits. It does nothing if the
// request opened no transaction.
func (h *DeferredTx) Commit(ctx context.Context, last func(ctx context.Context) error) error {
	if h.state == nil {
		return nil
	}
	t := h.state
	h.state = nil
	err := last(context.WithValue(ctx, txKey{}, t))
	if err != nil {
		_ = t.tx.Rollback()
		t.ended(RolledBack)
	} else {
		err = t.commit(ctx)
	}
	h.db.health.note(err)
	return err
}

// Rollback undoes what the request has written. It does nothing after Commit.
func (h *DeferredTx) Rollback() {
	if h.state != nil {
		_ = h.state.tx.Rollback()
		h.state.ended(RolledBack)
		h.state = nil
	}
}
