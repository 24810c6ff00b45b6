// Package photodb keeps the photos of properties.
package photodb

import (
	"context"

	"allot/internal/content/photo"
	"allot/internal/platform/db"
)

// Store is the photo module's table.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ photo.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
