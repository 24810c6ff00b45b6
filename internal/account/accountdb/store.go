// Package accountdb keeps users, sessions, permissions and password resets.
package accountdb

import (
	"context"

	"allot/internal/account"
	"allot/internal/platform/db"
)

// Store is the account module's tables.
type Store struct {
	db     *db.DB
	byHash *db.Statement
	live   *liveSessions // nil: sessions are read every time
}

// New makes a store on d. On SQLite one process owns the data, and it is this
// one: it knows of every change and keeps sessions in memory. PostgreSQL serves
// several nodes.
func New(d *db.DB) *Store {
	s := &Store{db: d, byHash: d.Statement(liveByHash)}
	if d.Engine() == db.SQLite {
		s.live = newLiveSessions()
	}
	return s
}

var _ account.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// changed is called by every write of a row that decides whether a token opens
// a session, whose it is and what it may do: of sessions, users and permissions.
func (s *Store) changed(ctx context.Context, user int64) {
	if s.live != nil {
		s.db.Forget(ctx, func() { s.live.drop(user) })
	}
}

// changedMany is changed for writes that choose their users themselves.
func (s *Store) changedMany(ctx context.Context) {
	if s.live != nil {
		s.db.Forget(ctx, s.live.dropAll)
	}
}
