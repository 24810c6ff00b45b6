// Package roomingdb stores rooming ledgers and their entries.
package roomingdb

import (
	"context"
	"fmt"

	"allot/internal/identity/account"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/db"
)

// Store is the rooming module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ rooming.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// touch raises the revisions of both sides.
func (s *Store) touch(ctx context.Context, owner int64, partner *int64) {
	s.db.Raise(ctx, account.Rooming, owner)
	if partner != nil {
		s.db.Raise(ctx, account.Rooming, *partner)
	}
}

// referring turns the violation of a foreign key into a refusal.
func referring(err error, format string, args ...any) error {
	if db.IsForeignKey(err) {
		return rooming.ErrGone
	}
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
