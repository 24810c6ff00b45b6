// Package marketplacedb stores the entries of the marketplace.
package marketplacedb

import (
	"context"

	"allot/internal/partners/marketplace"
	"allot/internal/platform/db"
)

// Store is the directory module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ marketplace.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
