package invoicepdf

import (
	"time"

	"allot/internal/platform/lang"
)

// Mark is the state of an invoice that its pages show.
type Mark string

// The marks. An invoice without one is open.
const (
	MarkNone      Mark = ""
	MarkDraft     Mark = "draft"
	MarkCancelled Mark = "cancelled"
	MarkPaid      Mark = "paid"
)

// Options are how a document is printed.
type Options struct {
	Format       lang.Format // the reader's: required
	Look         Look
	Logo         []byte // JPEG or PNG, or nil
	Mark         Mark
	PropertyName string
	Created      time.Time // required
}

// Look is what a hotel chooses for its invoices.
type Look struct {
	HeaderText   string // above the lines
	FooterText   string // at the bottom of every page
	PaymentTerms string // of a document that has none of its own
	BankDetails  string // printed instead of the account of the document
	PrimaryColor string // such as #0f62d6; another text means the default
}
