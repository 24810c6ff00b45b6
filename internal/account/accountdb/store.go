// Package accountdb keeps users, sessions, permissions and password resets.
package accountdb

import (
	"context"

	"allot/internal/account"
	"allot/internal/platform/db"
)

// Store is the account module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ account.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
