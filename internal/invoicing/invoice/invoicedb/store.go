// Package invoicedb stores invoices, their log and templates.
package invoicedb

import (
	"context"
	"fmt"

	"allot/internal/identity/account"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/db"
	"allot/internal/platform/stamp"
)

// Store is the invoice module's tables.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ invoice.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// Source is where stamps are read.
func (s *Store) Source() stamp.Source { return s.db }

// touch raises the stamps of both sides.
func (s *Store) touch(ctx context.Context, v invoice.Invoice) {
	s.db.Raise(ctx, account.Invoices, v.OwnerID)
	if v.PartnerID != nil {
		s.db.Raise(ctx, account.Invoices, *v.PartnerID)
	}
}

// NextSerial counts up and keeps the row locked until the transaction ends.
func (s *Store) NextSerial(ctx context.Context, owner int64, year int) (serial int, err error) {
	err = s.db.From(ctx).NewRaw(`INSERT INTO invoice_numbers (owner_id, year, last) VALUES (?, ?, 1)
		ON CONFLICT (owner_id, year) DO UPDATE SET last = invoice_numbers.last + 1 RETURNING last`, owner, year).Scan(ctx, &serial)
	if err != nil {
		return 0, fmt.Errorf("next invoice number of %d in %d: %w", owner, year, err)
	}
	return serial, nil
}

// ReturnSerials counts down to the last number that an invoice has. The caller holds the
// account, so that no number is given meanwhile.
func (s *Store) ReturnSerials(ctx context.Context, owner int64, year int) error {
	_, err := s.db.From(ctx).NewRaw(`UPDATE invoice_numbers SET last = coalesce((SELECT max(serial) FROM invoices WHERE owner_id = ? AND year = ?), 0)
		WHERE owner_id = ? AND year = ?`, owner, year, owner, year).Exec(ctx)
	if err != nil {
		return fmt.Errorf("return invoice numbers of %d in %d: %w", owner, year, err)
	}
	return nil
}
