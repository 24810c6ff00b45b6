// Package plandb keeps the plans that are sold and those that accounts have.
package plandb

import (
	"context"

	"allot/internal/identity/plan"
	"allot/internal/platform/db"
)

// Store is the module's tables.
type Store struct {
	db     *db.DB
	heldBy *db.Statement
}

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{db: d, heldBy: d.Statement(heldBy)} }

var _ plan.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
