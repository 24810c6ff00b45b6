// Package settingsdb keeps companies, preferences, contacts and mailing lists.
package settingsdb

import (
	"context"

	"allot/internal/identity/settings"
	"allot/internal/platform/db"
)

// Store is the settings module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ settings.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
