// Package partnerapidb keeps API keys, the hashes of their tokens, their whitelists and
// the statistics of their use.
package partnerapidb

import (
	"context"
	"fmt"

	"allot/internal/exchange/partnerapi"
	"allot/internal/platform/db"
)

// Store is the tables of the keys. Every write of a row that decides what a
// token leads to drops what is kept in memory of its owner.
type Store struct {
	db     *db.DB
	byHash *db.Statement
	live   *db.Memory[partnerapi.Live] // by the token's hash, of owners and makers
}

// New makes a store on d.
func New(d *db.DB) *Store {
	return &Store{
		db: d, byHash: d.Statement(liveByHash),
		live: db.NewMemory(d, maxLive, func(l partnerapi.Live) []int64 { return []int64{l.OwnerID, l.CreatedBy} }),
	}
}

var _ partnerapi.Store = (*Store)(nil)

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
