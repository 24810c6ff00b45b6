// Package sandboxdb stores customers, methods and intents of the built-in processor.
package sandboxdb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"allot/internal/billing/sandbox"
	"allot/internal/platform/db"
)

// Store is the sandbox's tables. They name no account: their ids are random.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ sandbox.Store = (*Store)(nil)

type (
	customerRow struct {
		bun.BaseModel `bun:"table:sandbox_customers,alias:c"`
		sandbox.Customer
	}
	methodRow struct {
		bun.BaseModel `bun:"table:sandbox_methods,alias:m"`
		sandbox.Method
	}
	intentRow struct {
		bun.BaseModel `bun:"table:sandbox_intents,alias:i"`
		sandbox.Intent
	}
)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// InsertCustomer stores a customer, and reports whether it was the first with its key.
func (s *Store) InsertCustomer(ctx context.Context, c sandbox.Customer) (bool, error) {
	return s.insertFirst(ctx, &customerRow{Customer: c}, c.ID)
}

// insertFirst inserts a row unless there is one with its key. It waits for another
// transaction that inserts the same key.
func (s *Store) insertFirst(ctx context.Context, row any, id string) (bool, error) {
	res, err := s.db.From(ctx).NewInsert().Model(row).On("CONFLICT (idempotency_key) DO NOTHING").Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("insert %s: %w", id, err)
	}
	n, err := res.RowsAffected()
	if err != nil {
		return false, fmt.Errorf("insert %s: %w", id, err)
	}
	return n == 1, nil
}

// Customer returns a customer.
func (s *Store) Customer(ctx context.Context, id string) (sandbox.Customer, error) {
	var row customerRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
	return row.Customer, db.Found(err, "select sandbox customer")
}

// CustomerOfKey returns the customer that was made with a key.
func (s *Store) CustomerOfKey(ctx context.Context, key string) (sandbox.Customer, error) {
	var row customerRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("idempotency_key = ?", key).Scan(ctx)
	return row.Customer, db.Found(err, "select sandbox customer by key")
}

// InsertMethod stores a method.
func (s *Store) InsertMethod(ctx context.Context, m sandbox.Method) error {
	if _, err := s.db.From(ctx).NewInsert().Model(&methodRow{Method: m}).Exec(ctx); err != nil {
		return fmt.Errorf("insert %s: %w", m.ID, err)
	}
	return nil
}

// Method returns a method that is attached.
func (s *Store) Method(ctx context.Context, id string) (sandbox.Method, error) {
	var row methodRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
	return row.Method, db.Found(err, "select sandbox method")
}

// NewestMethod returns the method that a customer attached last.
func (s *Store) NewestMethod(ctx context.Context, customer string) (sandbox.Method, error) {
	var row methodRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("customer_id = ?", customer).Order("serial DESC").Limit(1).Scan(ctx)
	return row.Method, db.Found(err, "select newest sandbox method of %s", customer)
}

// DeleteMethod removes a method, if it is there.
func (s *Store) DeleteMethod(ctx context.Context, id string) error {
	if _, err := s.db.From(ctx).NewDelete().Model((*methodRow)(nil)).Where("id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("delete sandbox method: %w", err)
	}
	return nil
}

// InsertIntent stores an intent, and reports whether it was the first with its key.
func (s *Store) InsertIntent(ctx context.Context, i sandbox.Intent) (bool, error) {
	return s.insertFirst(ctx, &intentRow{Intent: i}, i.ID)
}

// Intent returns an intent.
func (s *Store) Intent(ctx context.Context, id string) (sandbox.Intent, error) {
	var row intentRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("id = ?", id).Scan(ctx)
	return row.Intent, db.Found(err, "select sandbox intent")
}

// IntentOfKey returns the intent that was made with a key.
func (s *Store) IntentOfKey(ctx context.Context, key string) (sandbox.Intent, error) {
	var row intentRow
	err := s.db.From(ctx).NewSelect().Model(&row).Where("idempotency_key = ?", key).Scan(ctx)
	return row.Intent, db.Found(err, "select sandbox intent by key")
}

// LockIntent returns an intent and locks it until the transaction ends.
func (s *Store) LockIntent(ctx context.Context, id string) (sandbox.Intent, error) {
	var row intentRow
	err := s.db.ForUpdate(s.db.From(ctx).NewSelect().Model(&row).Where("id = ?", id)).Scan(ctx)
	return row.Intent, db.Found(err, "lock sandbox intent")
}

// UpdateIntent stores card, status and decline of an intent.
func (s *Store) UpdateIntent(ctx context.Context, i sandbox.Intent) error {
	_, err := s.db.From(ctx).NewUpdate().Model(&intentRow{Intent: i}).
		Column("method_id", "status", "decline_code").Where("id = ?", i.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("update %s: %w", i.ID, err)
	}
	return nil
}
