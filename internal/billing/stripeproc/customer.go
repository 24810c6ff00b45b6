package stripeproc

import (
	"context"
	"errors"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
)

// Keys of customers and of payments are apart, so that a caller may use one for both.
const (
	customerKey = "customer-"
	paymentKey  = "payment-"
)

// onlyCards names the field that restricts an intent to cards.
const onlyCards = "payment_method_types[0]"

// CreateCustomer makes a customer, one for each key while Stripe remembers it (a day at
// least).
func (s *Stripe) CreateCustomer(ctx context.Context, c processor.Customer) (string, error) {
	if err := c.Check(); err != nil {
		return "", err
	}
	var made record
	r := request{post, "/v1/customers", customerKey + c.Key, form("name", c.Name, "email", c.Email)}
	if err := s.call(ctx, r, &made); err != nil {
		return "", s.refusal(ctx, "create customer", err)
	}
	return made.ID, s.complete(ctx, "create customer", made.ID)
}

// complete refuses an answer without an id: it comes from something else than Stripe.
func (s *Stripe) complete(ctx context.Context, what, id string) error {
	if id == "" {
		return s.refusal(ctx, what, errors.New("no id"))
	}
	return nil
}

// CreateSetupIntent starts the collection of a card that is charged without the
// customer later.
func (s *Stripe) CreateSetupIntent(ctx context.Context, customer string) (processor.SetupIntent, error) {
	var made record
	r := request{post, "/v1/setup_intents", "", form("customer", customer, onlyCards, "card", "usage", "off_session")}
	if err := s.call(ctx, r, &made); err != nil {
		return processor.SetupIntent{}, s.refusal(ctx, "create setup intent", err)
	}
	return processor.SetupIntent{ID: made.ID, ClientSecret: made.ClientSecret}, s.complete(ctx, "create setup intent", made.ID)
}

// AttachMethod gives a customer a payment method. A setup intent has attached it before:
// where Stripe refuses to attach it again, it is looked up.
func (s *Stripe) AttachMethod(ctx context.Context, customer, method string) (processor.Card, error) {
	if err := processor.CheckMethod(method); err != nil {
		return processor.Card{}, err
	}
	var m paymentMethod
	err := s.call(ctx, request{post, "/v1/payment_methods/" + method + "/attach", "", form("customer", customer)}, &m)
	if e, answered := errors.AsType[*apiError](err); answered && e.status == apperr.Invalid && e.Param != "customer" {
		m, err = s.attached(ctx, customer, method)
	}
	switch {
	case err != nil:
		return processor.Card{}, s.refusal(ctx, "attach payment method", err)
	case m.ID == "":
		return processor.Card{}, s.complete(ctx, "attach payment method", m.ID)
	case m.Card == nil:
		return processor.Card{}, processor.ErrMethod("must be a card")
	}
	return processor.Card{
		Token: m.ID, Brand: m.Card.Brand, Last4: m.Card.Last4, ExpMonth: m.Card.ExpMonth, ExpYear: m.Card.ExpYear,
	}, nil
}

// attached returns the method if the customer has it. Otherwise the method belongs to
// somebody else, or was detached, after which Stripe does not take it any more.
func (s *Stripe) attached(ctx context.Context, customer, method string) (paymentMethod, error) {
	var m paymentMethod
	err := s.call(ctx, request{method: get, path: "/v1/payment_methods/" + method}, &m)
	if err == nil && string(m.Customer) != customer {
		err = errUnknownMethod()
	}
	return m, err
}

// DetachMethod takes a method from its customer. One that is gone is no error.
func (s *Stripe) DetachMethod(ctx context.Context, method string) error {
	to, err := path("/v1/payment_methods/%s", method)
	if err != nil {
		return nil //nolint:nilerr // no such method can be attached
	}
	var m paymentMethod
	err = s.call(ctx, request{method: post, path: to + "/detach"}, &m)
	var e *apiError
	if errors.As(err, &e) && e.status == apperr.Invalid {
		// Stripe refuses to detach what is not attached, without a code that says so.
		if err = s.call(ctx, request{method: get, path: to}, &m); err == nil && m.Customer != "" {
			err = e
		}
	}
	if err == nil || errors.As(err, &e) && e.Code == codeMissing {
		return nil
	}
	return s.refusal(ctx, "detach payment method", err)
}
