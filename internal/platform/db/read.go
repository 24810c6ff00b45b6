package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

var errReadOnly = errors.New("db: a transaction for reading cannot write: call InTx outside of ReadTx")

// ReadTx runs fn on one snapshot of the database: its queries see what was committed
// when the first of them began. Inside InTx it joins that transaction.
func (d *DB) ReadTx(ctx context.Context, fn func(ctx context.Context) error) error {
	if current(ctx) != nil {
		return fn(ctx)
	}
	opts := &sql.TxOptions{ReadOnly: true}
	if d.engine == Postgres { // on SQLite a transaction is like that anyway
		opts.Isolation = sql.LevelRepeatableRead
	}
	tx, err := d.reader.BeginTx(ctx, opts)
	if err != nil {
		return fmt.Errorf("begin transaction for reading: %w", err)
	}
	t := &txState{db: d, tx: tx, reads: true}
	done := false
	defer func() {
		if !done { // fn failed or panicked
			_ = tx.Rollback()
		}
	}()
	if err := fn(context.WithValue(ctx, txKey{}, t)); err != nil {
		return err
	}
	done = true
	return t.commit(ctx)
}
