// Package subscriptiondb keeps subscriptions, cards, charges and bills.
package subscriptiondb

import (
	"context"

	"allot/internal/billing/subscription"
	"allot/internal/platform/db"
)

// Store is the module's tables.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ subscription.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}
