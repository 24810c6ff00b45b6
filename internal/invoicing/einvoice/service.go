package einvoice

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Store is the database of the module. A missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// InsertInbound stores a record with the hash of its file, and sets its id.
	InsertInbound(ctx context.Context, d *Detail, hash []byte) error
	// LinkInbound stores the status and the linked invoice of a record.
	LinkInbound(ctx context.Context, in Inbound) error
	// ByHash returns the id of the record of a file, 0 if there is none.
	ByHash(ctx context.Context, owner int64, hash []byte) (int64, error)
	CountInbounds(ctx context.Context, owner int64) (int, error)
	// Inbounds lists records, newest first.
	Inbounds(ctx context.Context, owner int64, f Filter, req page.Request) ([]Inbound, int, error)
	Inbound(ctx context.Context, owner, id int64) (Detail, error)
	// EachUnlinked yields the e-invoices that are no invoice of the platform, issued in a
	// range of days, in the order they were imported.
	EachUnlinked(ctx context.Context, owner int64, from, to civil.Date, yield func(Inbound) error) error
	// LockInbound is Inbound without the file, and locks the record.
	LockInbound(ctx context.Context, owner, id int64) (Record, error)
}

// Wanted says which invoice of the platform a file could be.
type Wanted struct {
	Number    string
	Direction Direction
	// VATID is that of the other side, empty if the file has none.
	VATID string
}

// Deps are the dependencies of the service.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Invoices *invoice.Service
	Audit    *audit.Trail
	Now      func() time.Time
	// VATID returns the VAT number of an account, empty if there is none.
	VATID func(ctx context.Context, owner int64) (string, error)
	// Find finds the invoice that a file is, among those that the caller sees.
	Find func(ctx context.Context, who auth.Caller, w Wanted) (id string, found bool, err error)
	// Exists reports whether the caller sees an invoice.
	Exists func(ctx context.Context, who auth.Caller, id string) (bool, error)
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service {
	return &Service{deps: d, store: d.Store}
}

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// trace is what the audit trail keeps of a record.
type trace struct {
	InvoiceNumber string  `json:"invoice_number"`
	Seller        string  `json:"seller"`
	Buyer         string  `json:"buyer"`
	Status        Status  `json:"status"`
	LinkedInvoice *string `json:"linked_invoice"`
}

func (s *Service) record(ctx context.Context, action string, id int64, before, after *Inbound) error {
	c := audit.Change{Action: action, ObjectType: "einvoice", ObjectID: id, After: traceOf(*after)}
	if before != nil {
		c.Before = traceOf(*before)
	}
	return s.deps.Audit.Record(ctx, c)
}

func traceOf(in Inbound) trace {
	return trace{in.InvoiceNumber, in.Seller.Name, in.Buyer.Name, in.Status, in.LinkedInvoice}
}
