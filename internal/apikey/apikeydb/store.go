// Package apikeydb keeps API keys, the hashes of their tokens and their whitelists.
package apikeydb

import (
	"context"
	"fmt"

	"allot/internal/apikey"
	"allot/internal/platform/db"
)

// Store is the apikey module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ apikey.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

func wrap(err error, format string, args ...any) error {
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
