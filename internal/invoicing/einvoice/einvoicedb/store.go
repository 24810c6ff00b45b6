// Package einvoicedb stores the e-invoices that accounts have imported.
package einvoicedb

import (
	"context"

	"github.com/uptrace/bun"

	"allot/internal/invoicing/einvoice"
	"allot/internal/platform/db"
)

// Store is the einvoice module's table.
type Store struct{ db *db.DB }

// New creates a store on d.
func New(d *db.DB) *Store { return &Store{d} }

var _ einvoice.Store = (*Store)(nil)

// InTx runs fn in a transaction.
func (s *Store) InTx(ctx context.Context, fn func(ctx context.Context) error) error {
	return s.db.InTx(ctx, fn)
}

// The rows of one table: without lines and file, with the lines, and whole.
type (
	inboundRow struct {
		bun.BaseModel `bun:"table:einvoice_inbounds,alias:i"`
		einvoice.Inbound
	}
	recordRow struct {
		bun.BaseModel `bun:"table:einvoice_inbounds,alias:i"`
		einvoice.Record
	}
	detailRow struct {
		bun.BaseModel `bun:"table:einvoice_inbounds,alias:i"`
		einvoice.Detail
	}
	newRow struct {
		bun.BaseModel `bun:"table:einvoice_inbounds,alias:i"`
		einvoice.Detail
		Hash []byte `bun:"hash"`
	}
)
