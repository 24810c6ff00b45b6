package invoice

import (
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// Status is the state of an invoice.
type Status string

// The states.
const (
	StatusDraft     Status = "DRAFT" // only its issuer sees it
	StatusSent      Status = "SENT"
	StatusViewed    Status = "VIEWED"
	StatusCleared   Status = "CLEARED"
	StatusDisputed  Status = "DISPUTED"
	StatusPaid      Status = "PAID"
	StatusOverdue   Status = "OVERDUE"
	StatusCancelled Status = "CANCELLED"
)

// Statuses lists every state.
var Statuses = []Status{
	StatusDraft, StatusSent, StatusViewed, StatusCleared, StatusDisputed, StatusPaid, StatusOverdue, StatusCancelled,
}

// Direction is whether an account has received or sent an invoice.
type Direction string

// The directions.
const (
	Received Direction = "received"
	Sent     Direction = "sent"
)

// Directions lists both.
var Directions = []Direction{Received, Sent}

// Invoice is an invoice of a hotel to an operator.
type Invoice struct {
	ID            string         `json:"id" format:"uuid"`
	InvoiceNumber string         `json:"invoice_number" example:"INV-2030-0001"`
	Direction     Direction      `json:"direction" enum:"received,sent" doc:"As the account of the key sees it"`
	Owner         int64          `json:"owner" doc:"The hotel's account, which issues it"`
	Partner       *int64         `json:"partner" doc:"The operator's account, or null"`
	IssueDate     civil.Date     `json:"issue_date"`
	DueDate       civil.Date     `json:"due_date"`
	Currency      money.Currency `json:"currency" doc:"ISO 4217"`
	Status        Status         `json:"status" enum:"DRAFT,SENT,VIEWED,CLEARED,DISPUTED,PAID,OVERDUE,CANCELLED"`
	Subtotal      money.Amount   `json:"subtotal" doc:"Before tax"`
	TaxRate       money.Amount   `json:"tax_rate" doc:"Percentage"`
	TaxAmount     money.Amount   `json:"tax_amount"`
	TotalAmount   money.Amount   `json:"total_amount"`
	Notes         string         `json:"notes"`
	LineItems     []LineItem     `json:"line_items" nullable:"false"`
	CreatedAt     time.Time      `json:"created_at"`
	UpdatedAt     time.Time      `json:"updated_at"`
}

// LineItem is one charge of an invoice.
type LineItem struct {
	Description string       `json:"description"`
	Quantity    money.Amount `json:"quantity"`
	UnitPrice   money.Amount `json:"unit_price"`
	LineTotal   money.Amount `json:"line_total"`
}
