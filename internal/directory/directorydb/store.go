// Package directorydb stores the entries of the directory.
package directorydb

import (
	"context"

	"allot/internal/directory"
	"allot/internal/platform/db"
)

// Store is the directory module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ directory.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
