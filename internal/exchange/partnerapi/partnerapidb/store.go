// Package partnerapidb keeps API keys, the hashes of their tokens, their whitelists and
// the statistics of their use.
package partnerapidb

import (
	"context"
	"fmt"

	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/account"
	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// Store is the tables of the keys. Every write of a row that decides what a
// token leads to raises the stamp of its owner.
type Store struct {
	db     *db.DB
	byHash *db.Statement
	live   *stamp.Cache[string, partnerapi.Live] // by the token's hash
}

// New makes a store on d.
func New(d *db.DB) *Store {
	return &Store{
		db: d, byHash: d.Statement(liveByHash),
		live: stamp.NewCache[string]("keys", d, liveBytes, liveSize),
	}
}

var _ partnerapi.Store = (*Store)(nil)

// changed is called by every write of keys, tokens and whitelists.
func (s *Store) changed(ctx context.Context, owner int64) { s.db.Raise(ctx, account.Access, owner) }

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
