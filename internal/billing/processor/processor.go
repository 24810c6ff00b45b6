// Package processor is what the program knows of the payment processor: the calls
// that it makes, and the events that it is sent.
//
// It owns the types and the refusals only. Package stripeproc calls Stripe, package
// sandbox answers from the database on installations for trials, and Off refuses
// everything where there are no payments. Its rule: a card number never reaches this
// program; a card is known by the token of the processor.
package processor

import (
	"context"

	"allot/internal/platform/apperr"
)

// Processor takes payments. Every method may use the network: none is called inside
// of a transaction.
type Processor interface {
	// Kind says which processor this is.
	Kind() Kind
	// CreateCustomer makes a customer, one for each Key.
	CreateCustomer(ctx context.Context, c Customer) (id string, err error)
	// CreateSetupIntent starts the collection of a card in the browser.
	CreateSetupIntent(ctx context.Context, customer string) (SetupIntent, error)
	// AttachMethod gives a customer a confirmed payment method. One that the customer has
	// already is no error. A declined card is Decline.Err, an unknown method or one of
	// another customer a validation error on payment_method.
	AttachMethod(ctx context.Context, customer, method string) (Card, error)
	// DetachMethod takes a method from its customer. One that is gone is no error.
	DetachMethod(ctx context.Context, method string) error
	// Charge makes a payment intent and confirms it with a stored card. A decline is a
	// Payment with its Status and Decline, no error. A method that the customer does not
	// have is a validation error on payment_method: nothing was charged. ErrUnavailable
	// means that the outcome is not known: the caller asks again with the same Key, which
	// charges once.
	Charge(ctx context.Context, c Charge) (Payment, error)
	// CreateIntent makes a payment intent that the customer confirms in the browser.
	CreateIntent(ctx context.Context, c Charge) (Payment, error)
	// Payment returns a payment intent as it is now. An unknown one is apperr.ErrNotFound.
	Payment(ctx context.Context, id string) (Payment, error)
	// CancelPayment gives up a payment intent. One that has succeeded is returned as it is.
	CancelPayment(ctx context.Context, id string) (Payment, error)
}

// Kind is which processor an installation has.
type Kind string

// The kinds. Only Stripe moves money.
const (
	KindStripe  Kind = "stripe"
	KindSandbox Kind = "sandbox"
	KindOff     Kind = "off"
)

// Customer is an account as the processor knows it.
type Customer struct{ Key, Name, Email string }

// SetupIntent lets a browser collect a card. The secret is neither stored nor logged.
type SetupIntent struct{ ID, ClientSecret string }

// Card is a payment method that is attached to a customer. Token is its id.
type Card struct {
	Token, Brand, Last4 string
	ExpMonth, ExpYear   int
}

// Charge is a payment to be made.
type Charge struct {
	Key         string // idempotency key
	Customer    string
	Method      string // token of the card; CreateIntent only suggests it
	Amount      int64  // in the smallest unit of the currency
	Currency    string // "EUR"
	Description string
	Metadata    map[string]string
	OffSession  bool // the customer is not there: a card that wants authentication is declined
}

// Status is how far a payment is.
type Status string

// The states of a payment.
const (
	StatusSucceeded      Status = "succeeded"
	StatusRequiresAction Status = "requires_action" // the customer has to authenticate
	StatusRequiresMethod Status = "requires_method" // no card yet, or it was declined
	StatusProcessing     Status = "processing"
	StatusCanceled       Status = "canceled"
)

// Payment is a payment intent of the processor.
type Payment struct {
	ID           string
	ClientSecret string // only from Charge (requires_action) and CreateIntent; never stored, never logged
	Status       Status
	Amount       int64
	Currency     string
	Customer     string
	Metadata     map[string]string
	Decline      *Decline // why it needs another method
}

// ErrUnavailable says that the processor did not answer, so that the outcome is not known.
var ErrUnavailable = apperr.New(apperr.Unavailable, "payments_unavailable",
	"the payment processor does not answer at the moment; try again shortly")

// ErrKeyReused refuses an idempotency key that was used with other arguments.
var ErrKeyReused = apperr.New(apperr.Conflict, "payment_key_reused",
	"this payment was asked for before with other values")
