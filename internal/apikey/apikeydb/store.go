// Package apikeydb keeps API keys, the hashes of their tokens and their whitelists.
package apikeydb

import (
	"context"
	"fmt"

	"allot/internal/apikey"
	"allot/internal/platform/db"
)

// Store is the apikey module's tables. Every write of a row that decides what a
// token leads to drops what is kept in memory of its owner.
type Store struct {
	db     *db.DB
	byHash *db.Statement
	live   *db.Memory[apikey.Live] // by the token's hash, of owners and makers
}

// New makes a store on d.
func New(d *db.DB) *Store {
	return &Store{
		db: d, byHash: d.Statement(liveByHash),
		live: db.NewMemory(d, maxLive, func(l apikey.Live) []int64 { return []int64{l.OwnerID, l.CreatedBy} }),
	}
}

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
