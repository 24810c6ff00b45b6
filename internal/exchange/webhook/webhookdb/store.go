// Package webhookdb keeps webhook endpoints, their deliveries and replays.
package webhookdb

import (
	"context"
	"fmt"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/db"
)

// Store is the tables of webhooks.
type Store struct{ db *db.DB }

// New makes a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ webhook.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// AfterCommit runs fn once the transaction of ctx has committed.
func (s *Store) AfterCommit(ctx context.Context, fn func()) { s.db.AfterCommit(ctx, fn) }

// dueTopic is told when deliveries have become due.
const dueTopic = "deliveries"

// TellDue tells that deliveries are due once the transaction of ctx has committed.
func (s *Store) TellDue(ctx context.Context) { s.db.Tell(ctx, dueTopic) }

// HearDue calls fn when deliveries have become due.
func (s *Store) HearDue(fn func()) (stop func()) { return s.db.Hear(dueTopic, fn) }

func wrap(err error, format string, args ...any) error {
	if err != nil {
		return fmt.Errorf(format+": %w", append(args, err)...)
	}
	return nil
}
