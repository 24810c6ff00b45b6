// Package ratecontractdb stores rate contracts and their rows.
package ratecontractdb

import (
	"context"
	"fmt"

	"allot/internal/partners/ratecontract"
	"allot/internal/platform/db"
)

// Store is the rate contract module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ ratecontract.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// NextNumber increments and returns the counter of generated numbers of an
// account in a year.
func (s *Store) NextNumber(ctx context.Context, owner int64, year int) (int, error) {
	var last int
	err := s.db.From(ctx).NewRaw("INSERT INTO ratecontract_numbers (owner_id, year, last) VALUES (?, ?, 1) "+
		"ON CONFLICT (owner_id, year) DO UPDATE SET last = ratecontract_numbers.last + 1 RETURNING last", owner, year).Scan(ctx, &last)
	if err != nil {
		return 0, fmt.Errorf("count rate contract numbers of %d in %d: %w", owner, year, err)
	}
	return last, nil
}

// NumberTaken reports whether another contract of the account than this one has
// the number.
func (s *Store) NumberTaken(ctx context.Context, owner, id int64, number string) (bool, error) {
	taken, err := s.db.From(ctx).NewSelect().Model((*contractRow)(nil)).
		Where("owner_id = ? AND number_key = ? AND id <> ?", owner, ratecontract.NumberKey(number), id).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("look for rate contract number %q of %d: %w", number, owner, err)
	}
	return taken, nil
}
