package einvoice

import (
	"time"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Status is the state of a file in the inbox.
type Status string

// The states.
const (
	StatusReceived Status = "received"
	StatusLinked   Status = "linked" // to an invoice of the platform
	StatusError    Status = "error"  // XML, but no e-invoice
)

// Direction says on which side of an e-invoice the account is.
type Direction string

// The directions.
const (
	DirectionIssued   Direction = "issued" // the account is the seller
	DirectionReceived Direction = "received"
)

// MaxRecords is how many files an account can have in its inbox.
const MaxRecords = 10_000

// The refusals about the inbox.
var (
	ErrAlreadyImported = apperr.New(apperr.Conflict, "already_exists", "this file was imported before")
	ErrInboxFull       = apperr.New(apperr.Conflict, "inbox_full", "the inbox has 10,000 files already")
	ErrUnreadable      = apperr.New(apperr.Conflict, "einvoice_unreadable", "the file is no e-invoice: it cannot be linked")
)

// Inbound is an imported e-invoice as lists show it. Of a file that is no e-invoice,
// all but Error is empty.
type Inbound struct {
	ID            int64            `bun:"id,pk,autoincrement" json:"id"`
	OwnerID       int64            `bun:"owner_id" json:"-"`
	InvoiceNumber string           `bun:"invoice_number" json:"invoice_number"`
	IssueDate     civil.Date       `bun:"issue_date" json:"issue_date" nullable:"true"`
	DueDate       civil.Date       `bun:"due_date" json:"due_date" nullable:"true"`
	Currency      string           `bun:"currency" json:"currency" doc:"ISO 4217"`
	Seller        InboundParty     `bun:"seller,type:text" json:"seller"`
	Buyer         InboundParty     `bun:"buyer,type:text" json:"buyer"`
	TaxBreakdown  []InboundTax     `bun:"tax_breakdown,type:text" json:"tax_breakdown" nullable:"false"`
	Subtotal      money.NullAmount `bun:"subtotal" json:"subtotal" doc:"Without tax, as in the file; null if the file is no e-invoice"`
	TaxTotal      money.NullAmount `bun:"tax_total" json:"tax_total"`
	Total         money.NullAmount `bun:"total" json:"total" doc:"With tax"`
	AmountDue     money.NullAmount `bun:"amount_due" json:"amount_due" doc:"After what was paid before, and rounding"`
	DocumentType  *document.Type   `bun:"document_type" json:"document_type" enum:"invoice,credit_note,correction" doc:"The amounts of a credit note are as in the file, usually above 0"`
	Syntax        *en16931.Syntax  `bun:"syntax" json:"syntax" enum:"ubl,cii"`
	Profile       string           `bun:"profile" json:"profile" doc:"Which rules the file says it keeps (BT-24)"`
	Status        Status           `bun:"status" json:"status" enum:"received,linked,error"`
	Direction     Direction        `bun:"direction" json:"direction" enum:"issued,received" doc:"issued: the seller has your VAT number"`
	LinkedInvoice *string          `bun:"linked_invoice" json:"linked_invoice" format:"uuid" doc:"Invoice of the platform, or null"`
	// Candidates are looked up when the record is read.
	Candidates []invoice.Candidate `bun:"-" json:"candidates" nullable:"false" doc:"Invoices of the platform that the file could be, the likeliest first, where it is linked to none"`
	Error      string              `bun:"error" json:"error" doc:"Why the file is no e-invoice; empty otherwise"`
	Problems   []apperr.FieldError `bun:"problems,type:text,nullzero" json:"problems,omitempty" nullable:"false" doc:"The same part by part, with codes for programs; those of long ago have none"`
	CreatedAt  time.Time           `bun:"created_at" json:"created_at"`
	SizeBytes  int                 `bun:"size_bytes" json:"-"` // of the file
}

// claim returns what the file says of its invoice.
func (in Inbound) claim() invoice.Claim {
	c := invoice.Claim{
		Direction: invoice.Received, Number: in.InvoiceNumber, Currency: money.Currency(in.Currency), Total: in.Total.Amount,
		Seller: document.Party{VATID: in.Seller.VATID, Registration: in.Seller.RegistrationNumber},
		Buyer:  document.Party{VATID: in.Buyer.VATID, Registration: in.Buyer.RegistrationNumber},
	}
	if in.Direction == DirectionIssued {
		c.Direction = invoice.Sent
	}
	return c
}

// isInvoice reports whether the file is an invoice, and no credit note or correction of one.
func (in Inbound) isInvoice() bool {
	return in.DocumentType != nil && *in.DocumentType == document.TypeInvoice
}

// Record is an imported e-invoice with its lines.
type Record struct {
	Inbound
	LineItems []InboundLine `bun:"line_items,type:text" json:"line_items" nullable:"false"`
}

// Detail is a record with its file.
type Detail struct {
	Record
	RawXML []byte `bun:"raw_xml" json:"-"`
}

// InboundParty is the seller or the buyer as the file names them.
type InboundParty struct {
	Name                    string `json:"name" doc:"The legal name"`
	VATID                   string `json:"vat_id"`
	TaxNumber               string `json:"tax_number"`
	RegistrationNumber      string `json:"registration_number"`
	Identifier              string `json:"identifier"`
	Street                  string `json:"street"`
	PostalCode              string `json:"postal_code"`
	City                    string `json:"city"`
	Country                 string `json:"country" doc:"ISO 3166-1 alpha-2"`
	ElectronicAddress       string `json:"electronic_address"`
	ElectronicAddressScheme string `json:"electronic_address_scheme"`
	ContactName             string `json:"contact_name"`
	ContactPhone            string `json:"contact_phone"`
	ContactEmail            string `json:"contact_email"`
}

// InboundTax is the tax of one category and rate.
type InboundTax struct {
	Category      document.Category `json:"category"`
	Rate          money.Amount      `json:"rate" doc:"Percentage"`
	TaxableAmount money.Amount      `json:"taxable_amount"`
	TaxAmount     money.Amount      `json:"tax_amount"`
	Reason        string            `json:"reason" doc:"Why there is no tax"`
}

// InboundLine is one line of an e-invoice.
type InboundLine struct {
	LineID       string            `json:"line_id"`
	PartOf       string            `json:"part_of" doc:"The line_id of the line whose total contains this one; empty: none"`
	Description  string            `json:"description"`
	Quantity     money.Amount      `json:"quantity"`
	UnitCode     string            `json:"unit_code" doc:"Of UN/ECE Recommendation 20"`
	UnitPrice    money.Amount      `json:"unit_price"`
	BaseQuantity money.Amount      `json:"base_quantity" doc:"How many units the price is for"`
	LineTotal    money.Amount      `json:"line_total" doc:"Without tax"`
	TaxCategory  document.Category `json:"tax_category"`
	TaxRate      money.Amount      `json:"tax_rate" doc:"Percentage"`
	From         civil.Date        `json:"from" nullable:"true"`
	To           civil.Date        `json:"to" nullable:"true"`
}

// Filter narrows a list; empty fields do not filter.
type Filter struct {
	Status    Status
	Direction Direction
}
