package stripeproc

import (
	"context"
	"errors"
	"strings"

	"github.com/stripe/stripe-go/v85"

	"allot/internal/billing/processor"
)

// Charge makes a payment intent and confirms it with a stored card.
func (s *Stripe) Charge(ctx context.Context, c processor.Charge) (processor.Payment, error) {
	if err := c.Check(); err != nil {
		return processor.Payment{}, err
	}
	if !processor.IsID(c.Method) {
		return processor.Payment{}, errUnknownMethod()
	}
	params := intentParams(c)
	params.Confirm = stripe.Bool(true)
	if c.OffSession {
		params.OffSession = stripe.Bool(true)
	}
	p, err := s.create(ctx, "charge", params)
	if p.Status != processor.StatusRequiresAction {
		p.ClientSecret = ""
	}
	return p, err
}

// CreateIntent makes a payment intent that the customer confirms in the browser.
func (s *Stripe) CreateIntent(ctx context.Context, c processor.Charge) (processor.Payment, error) {
	if err := c.Check(); err != nil {
		return processor.Payment{}, err
	}
	if c.Method != "" && !processor.IsID(c.Method) {
		return processor.Payment{}, errUnknownMethod()
	}
	return s.create(ctx, "create payment intent", intentParams(c))
}

// intentParams restricts the payment to cards: others would want an address to return to.
func intentParams(c processor.Charge) *stripe.PaymentIntentCreateParams {
	params := &stripe.PaymentIntentCreateParams{
		Amount: &c.Amount, Currency: stripe.String(strings.ToLower(c.Currency)), Customer: &c.Customer,
		PaymentMethod: text(c.Method), PaymentMethodTypes: onlyCards, Description: text(c.Description), Metadata: c.Metadata,
	}
	params.SetIdempotencyKey(paymentKey + c.Key)
	return params
}

func (s *Stripe) create(ctx context.Context, what string, params *stripe.PaymentIntentCreateParams) (processor.Payment, error) {
	var made stripe.PaymentIntent
	err := s.call(ctx, post, "/v1/payment_intents", params, &made)
	var e *stripe.Error
	switch {
	case errors.As(err, &e) && e.Type == stripe.ErrorTypeCard:
		return declined(e, params), nil
	case err != nil:
		return processor.Payment{}, s.refusal(ctx, what, err)
	}
	p := paymentOf(&made)
	p.ClientSecret = made.ClientSecret
	return p, s.complete(ctx, what, p.ID)
}

// declined returns the payment of a card error. Stripe sends the intent with it, unless
// the card was refused before there was one.
func declined(e *stripe.Error, params *stripe.PaymentIntentCreateParams) processor.Payment {
	p := processor.Payment{
		Status: processor.StatusRequiresMethod, Amount: *params.Amount, Currency: strings.ToUpper(*params.Currency),
		Customer: *params.Customer, Metadata: params.Metadata,
	}
	if e.PaymentIntent != nil {
		p = paymentOf(e.PaymentIntent)
	}
	p.Decline = declineOf(e)
	return p
}

// Payment returns a payment intent as it is now.
func (s *Stripe) Payment(ctx context.Context, id string) (processor.Payment, error) {
	to, err := path("/v1/payment_intents/%s", id)
	if err != nil {
		return processor.Payment{}, err
	}
	var found stripe.PaymentIntent
	if err := s.call(ctx, get, to, &stripe.PaymentIntentRetrieveParams{}, &found); err != nil {
		return processor.Payment{}, s.refusal(ctx, "read payment", err)
	}
	return paymentOf(&found), s.complete(ctx, "read payment", found.ID)
}

// CancelPayment gives up a payment intent. One that cannot be given up any more is
// returned as it is.
func (s *Stripe) CancelPayment(ctx context.Context, id string) (processor.Payment, error) {
	to, err := path("/v1/payment_intents/%s/cancel", id)
	if err != nil {
		return processor.Payment{}, err
	}
	var left stripe.PaymentIntent
	err = s.call(ctx, post, to, &stripe.PaymentIntentCancelParams{}, &left)
	var e *stripe.Error
	switch {
	case errors.As(err, &e) && e.Code == stripe.ErrorCodePaymentIntentUnexpectedState:
		return s.Payment(ctx, id)
	case err != nil:
		return processor.Payment{}, s.refusal(ctx, "cancel payment", err)
	}
	return paymentOf(&left), s.complete(ctx, "cancel payment", left.ID)
}

// statuses are ours for Stripe's. An intent with a suggested card that the customer has
// not confirmed yet (requires_confirmation) still waits for the card.
var statuses = map[stripe.PaymentIntentStatus]processor.Status{
	stripe.PaymentIntentStatusSucceeded:             processor.StatusSucceeded,
	stripe.PaymentIntentStatusRequiresAction:        processor.StatusRequiresAction,
	stripe.PaymentIntentStatusRequiresPaymentMethod: processor.StatusRequiresMethod,
	stripe.PaymentIntentStatusRequiresConfirmation:  processor.StatusRequiresMethod,
	stripe.PaymentIntentStatusCanceled:              processor.StatusCanceled,
}

// paymentOf leaves the client secret out.
func paymentOf(i *stripe.PaymentIntent) processor.Payment {
	p := processor.Payment{
		ID: i.ID, Status: processor.StatusProcessing, Amount: i.Amount, Currency: strings.ToUpper(string(i.Currency)), Metadata: i.Metadata,
	}
	if status, ok := statuses[i.Status]; ok {
		p.Status = status
	}
	if i.Customer != nil {
		p.Customer = i.Customer.ID
	}
	// An error without a code is of no try: nobody has used a card yet.
	if e := i.LastPaymentError; e != nil && (e.DeclineCode != "" || e.Code != "") && p.Status == processor.StatusRequiresMethod {
		p.Decline = declineOf(e)
	}
	return p
}

// declineOf prefers what the bank says to Stripe's group of reasons.
func declineOf(e *stripe.Error) *processor.Decline {
	return processor.DeclineOf(string(e.DeclineCode), string(e.Code))
}
