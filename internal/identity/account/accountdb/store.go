// Package accountdb keeps users, sessions, permissions and password resets.
package accountdb

import (
	"context"

	"allot/internal/identity/account"
	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// liveBytes bounds the sessions kept in memory: some 10,000.
const liveBytes = 8 << 20

// Store is the account module's tables.
type Store struct {
	db     *db.DB
	byHash *db.Statement
	live   *stamp.Cache[string, account.ActiveSession] // by the token's hash
}

// New makes a store on d.
func New(d *db.DB) *Store {
	return &Store{
		db: d, byHash: d.Statement(d.Text(liveByHash)),
		live: stamp.NewCache[string]("sessions", d, liveBytes, func(l account.ActiveSession) int { return 600 + 8*len(l.Permission.PropertyIDs) }),
	}
}

var _ account.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// changed is called by every write of a row that decides whether a token opens
// a session, whose it is and what it may do: of sessions, users and permissions.
func (s *Store) changed(ctx context.Context, users ...int64) {
	s.db.Raise(ctx, account.Access, users...)
}
