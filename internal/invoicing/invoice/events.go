package invoice

import (
	"context"
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/money"
	"allot/internal/platform/outbox"
)

// Route says whom an event concerns. It is not sent to receivers.
type Route struct {
	OwnerID    int64  `json:"owner_id"`
	PartnerID  *int64 `json:"partner_id,omitempty"`
	PropertyID *int64 `json:"property_id,omitempty"`
}

// Summary is what every event says of an invoice.
type Summary struct {
	ID            string         `json:"id"`
	InvoiceNumber string         `json:"invoice_number"`
	From          string         `json:"from"` // the issuer's name
	To            string         `json:"to"`   // the recipient's name
	Amount        money.Amount   `json:"amount"`
	Currency      money.Currency `json:"currency"`
	DueDate       civil.Date     `json:"due_date"`
}

type (
	// SentEvent is that an invoice was sent.
	SentEvent struct {
		Route Route   `json:"route"`
		Data  Summary `json:"data"`
	}
	// PaidEvent is that an invoice was paid.
	PaidEvent struct {
		Route Route    `json:"route"`
		Data  PaidData `json:"data"`
	}
	// PaidData is the data of PaidEvent.
	PaidData struct {
		Summary
		PaidAt           time.Time `json:"paid_at"`
		PaymentReference string    `json:"payment_reference"`
	}
	// DisputedEvent is that the recipient objects.
	DisputedEvent struct {
		Route Route        `json:"route"`
		Data  DisputedData `json:"data"`
	}
	// DisputedData is the data of DisputedEvent.
	DisputedData struct {
		Summary
		Note string `json:"note"`
	}
	// CancelledEvent is that an invoice that was sent is cancelled.
	CancelledEvent struct {
		Route Route         `json:"route"`
		Data  CancelledData `json:"data"`
	}
	// CancelledData is the data of CancelledEvent.
	CancelledData struct {
		ID            string    `json:"id"`
		InvoiceNumber string    `json:"invoice_number"`
		CancelledAt   time.Time `json:"cancelled_at"`
	}
)

// EventKind returns the name of the event.
func (SentEvent) EventKind() string { return "invoice.sent" }

// EventKind returns the name of the event.
func (PaidEvent) EventKind() string { return "invoice.paid" }

// EventKind returns the name of the event.
func (DisputedEvent) EventKind() string { return "invoice.disputed" }

// EventKind returns the name of the event.
func (CancelledEvent) EventKind() string { return "invoice.cancelled" }

// EventOwner returns the issuer's account.
func (e SentEvent) EventOwner() int64 { return e.Route.OwnerID }

// EventOwner returns the issuer's account.
func (e PaidEvent) EventOwner() int64 { return e.Route.OwnerID }

// EventOwner returns the issuer's account.
func (e DisputedEvent) EventOwner() int64 { return e.Route.OwnerID }

// EventOwner returns the issuer's account.
func (e CancelledEvent) EventOwner() int64 { return e.Route.OwnerID }

// publish stores the event of a verb, if it has one. Of a draft nobody hears.
func (s *Service) publish(ctx context.Context, verb Verb, before, v Invoice) error {
	route := Route{OwnerID: v.OwnerID, PartnerID: v.PartnerID, PropertyID: v.PropertyID}
	var ev outbox.Event
	switch verb {
	case VerbSend:
		ev = SentEvent{route, v.summary()}
	case VerbPay:
		ev = PaidEvent{route, PaidData{v.summary(), *v.PaidAt, v.PaymentReference}}
	case VerbDispute:
		ev = DisputedEvent{route, DisputedData{v.summary(), v.DisputeNote}}
	case VerbCancel:
		if before.Status == StatusDraft {
			return nil
		}
		ev = CancelledEvent{route, CancelledData{v.ID, v.InvoiceNumber, *v.CancelledAt}}
	default:
		return nil
	}
	return s.deps.Events.Publish(ctx, ev)
}

func (v Invoice) summary() Summary {
	sum := Summary{ID: v.ID, InvoiceNumber: v.InvoiceNumber, Amount: v.TotalAmount, Currency: v.Currency, DueDate: v.DueDate}
	if v.Frozen != nil {
		sum.From, sum.To = v.Frozen.Seller.Name, v.Frozen.Buyer.Name
	}
	return sum
}
