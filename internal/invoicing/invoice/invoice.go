package invoice

import (
	"time"

	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Direction is whether an account receives or sends an invoice.
type Direction string

// The directions.
const (
	Received Direction = "received"
	// Sent is the issuer's side; its drafts have this direction too.
	Sent Direction = "sent"
	// Drafts is for filters: those that the account has not sent yet.
	Drafts Direction = "drafts"
)

// Directions lists what can be filtered by.
var Directions = []Direction{Received, Sent, Drafts}

// Invoice is an invoice of a hotel to an operator, or to somebody outside the
// platform.
type Invoice struct {
	RowID          int64             `bun:"id,pk,autoincrement" json:"-"`
	ID             string            `bun:"public_id" json:"id" format:"uuid"`
	InvoiceNumber  string            `bun:"number" json:"invoice_number" example:"INV-2030-0001" doc:"Given at creation, one after the other within the year of issue"`
	Year           int               `bun:"year" json:"-"`
	Serial         int               `bun:"serial" json:"-"`
	OwnerID        int64             `bun:"owner_id" json:"owner" doc:"The hotel's account, which issues it"`
	PartnerID      *int64            `bun:"partner_id" json:"partner" doc:"The operator's account; null: somebody outside the platform"`
	IssueDate      civil.Date        `bun:"issue_date" json:"issue_date"`
	DueDate        civil.Date        `bun:"due_date" json:"due_date" doc:"Last day to pay"`
	Currency       money.Currency    `bun:"currency" json:"currency" doc:"ISO 4217"`
	Status         Status            `bun:"status" json:"status" enum:"DRAFT,SENT,VIEWED,CLEARED,DISPUTED,PAID,OVERDUE,CANCELLED"`
	Subtotal       money.Amount      `bun:"subtotal" json:"subtotal" doc:"Before tax"`
	TaxRate        money.Amount      `bun:"tax_rate" json:"tax_rate" doc:"Percentage of the lines that have none of their own"`
	TaxCategory    document.Category `bun:"tax_category" json:"tax_category" enum:"S,Z,E,AE,K,G,O" doc:"Of the lines that have none of their own: S with a rate, Z 0 %, E exempt, AE reverse charge, K intra-community supply, G export, O not subject to VAT"`
	TaxReason      string            `bun:"tax_exemption_reason" json:"tax_exemption_reason" doc:"Why there is no tax; empty: the usual wording of the category"`
	TaxAmount      money.Amount      `bun:"tax_amount" json:"tax_amount" doc:"Sum over the rates, each rounded"`
	TotalAmount    money.Amount      `bun:"total_amount" json:"total_amount"`
	Thousandths    int64             `bun:"total_thousandths" json:"-"` // TotalAmount, to be added up by the database
	Notes          string            `bun:"notes" json:"notes"`
	TemplateID     *int64            `bun:"template_id" json:"template" doc:"Null: the default look"`
	PropertyID     *int64            `bun:"property_id" json:"property"`
	PropertyName   string            `bun:"property_name" json:"property_name"`
	LedgerID       *int64            `bun:"ledger_id" json:"ledger" doc:"Rooming ledger that it was drafted from, or null"`
	ServiceFrom    civil.Date        `bun:"service_from" json:"service_from" nullable:"true" doc:"First day of the stay"`
	ServiceTo      civil.Date        `bun:"service_to" json:"service_to" nullable:"true" doc:"Last day of the stay, included"`
	BuyerReference string            `bun:"buyer_reference" json:"buyer_reference" doc:"What the buyer wants to be quoted; empty: from the buyer's profile"`
	Recipient
	LineItems        []LineItem `bun:"lines,type:text" json:"line_items" nullable:"false"`
	Frozen           *Frozen    `bun:"frozen,type:text" json:"-"`
	LogoKey          string     `bun:"logo_key" json:"-"` // of Frozen, so that the file is kept
	SentAt           *time.Time `bun:"sent_at" json:"sent_at"`
	ViewedAt         *time.Time `bun:"viewed_at" json:"viewed_at"`
	Disputed         bool       `bun:"disputed" json:"disputed" doc:"The recipient objects, and neither side has cleared it yet; it stays beside the status when the due date passes"`
	DisputedAt       *time.Time `bun:"disputed_at" json:"disputed_at"`
	DisputeNote      string     `bun:"dispute_note" json:"dispute_note"`
	ClearedAt        *time.Time `bun:"cleared_at" json:"cleared_at"`
	PaidAt           *time.Time `bun:"paid_at" json:"paid_at"`
	PaymentReference string     `bun:"payment_reference" json:"payment_reference"`
	CancelledAt      *time.Time `bun:"cancelled_at" json:"cancelled_at"`
	OverdueAt        time.Time  `bun:"overdue_at" json:"-"`
	Reminders        int        `bun:"reminders" json:"-"` // sent so far
	CreatedAt        time.Time  `bun:"created_at" json:"created_at"`
	UpdatedAt        time.Time  `bun:"updated_at" json:"updated_at"`
}

// Recipient is who gets an invoice that has no partner on the platform.
type Recipient struct {
	RecipientName       string `bun:"recipient_name" json:"recipient_name" doc:"Of an invoice without a partner"`
	RecipientEmail      string `bun:"recipient_email" json:"recipient_email"`
	RecipientStreet     string `bun:"recipient_street" json:"recipient_street"`
	RecipientPostalCode string `bun:"recipient_postal_code" json:"recipient_postal_code"`
	RecipientCity       string `bun:"recipient_city" json:"recipient_city"`
	RecipientCountry    string `bun:"recipient_country" json:"recipient_country"`
	RecipientVATID      string `bun:"recipient_vat_id" json:"recipient_vat_id"`
}

// LineItem is one charge of an invoice.
type LineItem struct {
	Description string            `json:"description"`
	Quantity    money.Amount      `json:"quantity"`
	Unit        document.Unit     `json:"unit" enum:"piece,night,room_night,day,week,month,hour,person,flat"`
	UnitPrice   money.Amount      `json:"unit_price"`
	TaxRate     money.NullAmount  `json:"tax_rate" doc:"Null: the invoice's"`
	TaxCategory document.Category `json:"tax_category" enum:",S,Z,E,AE,K,G,O" doc:"Empty: the invoice's, or S where the line has a rate"`
	LineTotal   money.Amount      `json:"line_total" doc:"Quantity x unit price, rounded to the minor unit of the currency"`
	// A line that was drafted from a rooming ledger says which stay it is for.
	EntryID *int64     `json:"entry" doc:"Rooming entry that the line is for, or null"`
	From    civil.Date `json:"from" nullable:"true" doc:"Arrival"`
	To      civil.Date `json:"to" nullable:"true" doc:"Departure day"`
}

// Frozen is what an invoice shows besides its own fields, as it was when it was sent.
type Frozen struct {
	Seller  document.Party   `json:"seller"`
	Buyer   document.Party   `json:"buyer"`
	Payment document.Payment `json:"payment"`
	// BuyerReference is what the buyer's profile wants to be quoted.
	BuyerReference string `json:"buyer_reference"`
	Look           Look   `json:"look"`
}

// The refusals about invoices.
var (
	ErrInvalidTransition = apperr.New(apperr.Conflict, "invalid_transition", "the invoice is not in a state for this")
	ErrDisputed          = apperr.New(apperr.Conflict, "disputed", "the invoice is disputed: no reminder is sent until one side has cleared it")
	ErrNotAllowed        = apperr.New(apperr.Forbidden, "invoices_not_allowed", "no contract in force with this partner allows invoices")
	ErrAllReminded       = apperr.New(apperr.Conflict, "reminders_sent", "the first, the second and the final reminder were sent already")
	ErrNoRecipient       = apperr.New(apperr.Conflict, "no_recipient_email", "the recipient has no e-mail address")
)

// DirectionFor returns how an account that is party to the invoice sees it.
func (v Invoice) DirectionFor(account int64) Direction {
	if account == v.OwnerID {
		return Sent
	}
	return Received
}
