// Package propertydb keeps properties and their fact records.
package propertydb

import (
	"context"

	"allot/internal/content/property"
	"allot/internal/platform/db"
)

// Store is the property module's tables.
type Store struct {
	db       *db.DB
	position *db.Statement
}

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{db: d, position: d.Statement(position)} }

var _ property.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
