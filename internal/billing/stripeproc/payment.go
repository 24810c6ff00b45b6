package stripeproc

import (
	"context"
	"errors"
	"strconv"
	"strings"

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
	r := intentRequest(c)
	r.form.Set("confirm", "true")
	if c.OffSession {
		r.form.Set("off_session", "true")
	}
	p, err := s.create(ctx, "charge", r, c)
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
	return s.create(ctx, "create payment intent", intentRequest(c), c)
}

// intentRequest restricts the payment to cards: others would want an address to return to.
func intentRequest(c processor.Charge) request {
	f := form("amount", strconv.FormatInt(c.Amount, 10), "currency", strings.ToLower(c.Currency), "customer", c.Customer,
		"payment_method", c.Method, onlyCards, "card", "description", c.Description)
	for name, value := range c.Metadata {
		f.Set("metadata["+name+"]", value)
	}
	return request{post, "/v1/payment_intents", paymentKey + c.Key, f}
}

func (s *Stripe) create(ctx context.Context, what string, r request, c processor.Charge) (processor.Payment, error) {
	var made paymentIntent
	err := s.call(ctx, r, &made)
	var e *apiError
	switch {
	case errors.As(err, &e) && e.Type == typeCard:
		return declined(e, c), nil
	case err != nil:
		return processor.Payment{}, s.refusal(ctx, what, err)
	}
	p := paymentOf(&made)
	p.ClientSecret = made.ClientSecret
	return p, s.complete(ctx, what, p.ID)
}

// declined returns the payment of a card error. Stripe sends the intent with it, unless
// the card was refused before there was one.
func declined(e *apiError, c processor.Charge) processor.Payment {
	p := processor.Payment{
		Status: processor.StatusRequiresMethod, Amount: c.Amount, Currency: strings.ToUpper(c.Currency),
		Customer: c.Customer, Metadata: c.Metadata,
	}
	if e.Intent != nil {
		p = paymentOf(e.Intent)
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
	var found paymentIntent
	if err := s.call(ctx, request{method: get, path: to}, &found); err != nil {
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
	var left paymentIntent
	err = s.call(ctx, request{method: post, path: to}, &left)
	var e *apiError
	switch {
	case errors.As(err, &e) && e.Code == codeUnexpectedMove:
		return s.Payment(ctx, id)
	case err != nil:
		return processor.Payment{}, s.refusal(ctx, "cancel payment", err)
	}
	return paymentOf(&left), s.complete(ctx, "cancel payment", left.ID)
}

// statuses are ours for Stripe's. An intent with a suggested card that the customer has
// not confirmed yet (requires_confirmation) still waits for the card.
var statuses = map[string]processor.Status{
	"succeeded":               processor.StatusSucceeded,
	"requires_action":         processor.StatusRequiresAction,
	"requires_payment_method": processor.StatusRequiresMethod,
	"requires_confirmation":   processor.StatusRequiresMethod,
	"canceled":                processor.StatusCanceled,
}

// paymentOf leaves the client secret out.
func paymentOf(i *paymentIntent) processor.Payment {
	p := processor.Payment{
		ID: i.ID, Status: processor.StatusProcessing, Amount: i.Amount, Currency: strings.ToUpper(i.Currency), Metadata: i.Metadata, Customer: string(i.Customer),
	}
	if status, ok := statuses[i.Status]; ok {
		p.Status = status
	}
	// An error without a code is of no try: nobody has used a card yet.
	if e := i.LastPaymentError; e != nil && (e.DeclineCode != "" || e.Code != "") && p.Status == processor.StatusRequiresMethod {
		p.Decline = declineOf(e)
	}
	return p
}

// declineOf prefers what the bank says to Stripe's group of reasons.
func declineOf(e *apiError) *processor.Decline {
	return processor.DeclineOf(e.DeclineCode, e.Code)
}
