// Package settingsdb keeps companies, preferences, contacts and mailing lists.
package settingsdb

import (
	"context"
	"fmt"

	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/settings"
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

// found turns "no rows" into the module's answer and wraps the rest.
func found(err error, format string, args ...any) error {
	if db.IsNoRows(err) {
		return apperr.ErrNotFound
	}
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
