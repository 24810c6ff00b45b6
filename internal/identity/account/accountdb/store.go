// Package accountdb keeps users, sessions, permissions and password resets.
package accountdb

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/platform/db"
)

// maxLive bounds the sessions kept in memory.
const maxLive = 10_000

// Store is the account module's tables.
type Store struct {
	db     *db.DB
	byHash *db.Statement
	live   *db.Memory[account.Live] // by the token's hash, of users
	tell   []func(ctx context.Context, user int64)
}

// New makes a store on d.
func New(d *db.DB) *Store {
	return &Store{
		db: d, byHash: d.Statement(d.Text(liveByHash)),
		live: db.NewMemory(d, maxLive, func(l account.Live) []int64 { return []int64{l.User.ID} }),
	}
}

// OnChange has fn called with every write that may change who a user is, in its
// transaction: for stores that keep in memory what depends on it. It is for the
// time before the first request.
func (s *Store) OnChange(fn func(ctx context.Context, user int64)) { s.tell = append(s.tell, fn) }

var _ account.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// changed is called by every write of a row that decides whether a token opens
// a session, whose it is and what it may do: of sessions, users and permissions.
func (s *Store) changed(ctx context.Context, user int64) {
	s.live.Drop(ctx, user)
	for _, fn := range s.tell {
		fn(ctx, user)
	}
}
