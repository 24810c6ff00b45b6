package processor

import (
	"time"

	"allot/internal/platform/apperr"
)

// The types of events that are read in full.
const (
	EventInvoicePaid         = "invoice.payment_succeeded"
	EventInvoiceFailed       = "invoice.payment_failed"
	EventSubscriptionDeleted = "customer.subscription.deleted"
	EventSubscriptionUpdated = "customer.subscription.updated"
	EventPaymentSucceeded    = "payment_intent.succeeded"
	EventPaymentFailed       = "payment_intent.payment_failed"
)

// Event is what the processor told us. An event of another type has only ID, Type
// and Created.
type Event struct {
	ID, Type     string
	Created      time.Time
	Customer     string
	Subscription string
	Payment      string // payment intent, of payment_intent.* and invoice.*; empty if the event does not name it
	Invoice      string // invoice.*

	AttemptCount    int   // invoice.*
	AmountPaid, Tax int64 // in the smallest unit: what was paid, of invoice.* and payment_intent.*, and the tax in it, of invoice.*
	Currency        string
	InvoiceCreated  time.Time

	// PeriodStart and PeriodEnd are the period of the lines of an invoice, or the current
	// one of a subscription. Zero if the event does not say.
	PeriodStart, PeriodEnd time.Time

	Status            string // customer.subscription.*
	CancelAtPeriodEnd bool   // customer.subscription.*
	Metadata          map[string]string
}

// ErrSignature refuses an event that was not signed by the processor, or too long ago.
var ErrSignature = apperr.New(apperr.Invalid, "signature_invalid",
	"the signature is missing, wrong or older than five minutes")
