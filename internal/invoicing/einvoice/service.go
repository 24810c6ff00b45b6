package einvoice

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
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
	// Megabytes returns how much the files of accounts take; those without any are missing.
	Megabytes(ctx context.Context, owners []int64) (map[int64]int, error)
	// Bytes returns how much the files of an account take.
	Bytes(ctx context.Context, owner int64) (int64, error)
	// EachFile yields the e-invoices issued in a range of days, in the order they were
	// imported.
	EachFile(ctx context.Context, owner int64, from, to civil.Date, yield func(Inbound) error) error
	// Linked lists the invoices that files of a direction stand for, each with the first of
	// its files. Credit notes and corrections stand for none.
	Linked(ctx context.Context, owner int64, d Direction) (map[string]Inbound, error)
	// DeleteUnreadable removes files that are no e-invoice and were imported before a time,
	// at most limit of them.
	DeleteUnreadable(ctx context.Context, before time.Time, limit int) (int, error)
	// LockInbound is Inbound without the file, and locks the record.
	LockInbound(ctx context.Context, owner, id int64) (Record, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Plans    *plan.Service
	Settings *settings.Service
	Invoices *invoice.Service
	Audit    *audit.Trail
	Now      func() time.Time
	// VATID returns the VAT number of an account, empty if there is none.
	VATID func(ctx context.Context, owner int64) (string, error)
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
