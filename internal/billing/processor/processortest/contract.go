// Package processortest tests that a processor keeps what package processor promises.
// The sandbox and Stripe pass the same tests.
package processortest

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
)

// Bench is a processor to test.
type Bench struct {
	Processor processor.Processor
	// Browser stands for the customer who confirms a payment with a card.
	Browser func(payment, card string)
}

// Run tests the processors that start makes.
func Run(t *testing.T, start func(t *testing.T) Bench) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, bench){
		"one customer for each key":                            customers,
		"a setup intent has a secret":                          setupIntents,
		"a test card is attached with its brand and number":    attach,
		"what is no payment method is refused, never repeated": refusedMethods,
		"a card of somebody else is unknown":                   foreignMethods,
		"a card can be detached, also twice":                   detach,
		"a charge succeeds once for each key":                  charge,
		"twenty charges with one key are one payment":          chargeAtOnce,
		"a declined card is a payment that needs another":      declines,
		"a decline can be charged again with another card":     declineThenOther,
		"a card with authentication waits for the customer":    authentication,
		"an intent is confirmed in the browser":                intents,
		"an intent uses the suggested card":                    suggested,
		"a payment can be given up until it has succeeded":     cancel,
		"a payment that nobody made is not found":              unknownPayments,
		"a charge that no processor takes is refused":          impossible,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, bench{start(t)})
		})
	}
}

type bench struct{ Bench }

func (b bench) customer(t *testing.T, key string) string {
	t.Helper()
	id, err := b.Processor.CreateCustomer(t.Context(), processor.Customer{Key: key, Name: "Hotel Eins", Email: "a@b.example"})
	require.NoError(t, err)
	return id
}

func (b bench) attach(t *testing.T, customer, method string) processor.Card {
	t.Helper()
	card, err := b.Processor.AttachMethod(t.Context(), customer, method)
	require.NoError(t, err)
	return card
}

func (b bench) payment(t *testing.T, id string) processor.Payment {
	t.Helper()
	p, err := b.Processor.Payment(t.Context(), id)
	require.NoError(t, err)
	require.Empty(t, p.ClientSecret, "a secret is given once")
	return p
}

func order(key, customer, method string) processor.Charge {
	return processor.Charge{
		Key: key, Customer: customer, Method: method, Amount: 4900, Currency: "EUR", Description: "Plan Pro, one month",
		Metadata: map[string]string{"owner": "7", "plan": "pro & more"},
	}
}

// refusedField requires a validation error on payment_method and returns its text.
func refusedField(t *testing.T, err error) string {
	t.Helper()
	require.ErrorIs(t, err, apperr.ErrValidation)
	e := apperr.Of(err)
	require.Len(t, e.Fields, 1)
	require.Equal(t, "payment_method", e.Fields[0].Field)
	return e.Fields[0].Message
}

func customers(t *testing.T, b bench) {
	t.Helper()
	first := b.customer(t, "account-7")
	require.Equal(t, first, b.customer(t, "account-7"))
	require.NotEqual(t, first, b.customer(t, "account-8"))
	_, err := b.Processor.CreateCustomer(t.Context(), processor.Customer{Key: "account-7", Name: "Another", Email: "a@b.example"})
	require.ErrorIs(t, err, processor.ErrKeyReused)
	_, err = b.Processor.CreateCustomer(t.Context(), processor.Customer{Name: "No key"})
	require.Error(t, err)
	only, err := b.Processor.CreateCustomer(t.Context(), processor.Customer{Key: "nameless"})
	require.NoError(t, err)
	require.NotEmpty(t, only)
}

func setupIntents(t *testing.T, b bench) {
	t.Helper()
	in, err := b.Processor.CreateSetupIntent(t.Context(), b.customer(t, "k"))
	require.NoError(t, err)
	require.NotEmpty(t, in.ID)
	require.NotEmpty(t, in.ClientSecret)
	_, err = b.Processor.CreateSetupIntent(t.Context(), "cus_nobody")
	require.ErrorIs(t, err, apperr.ErrNotFound)
}

func attach(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	for method, want := range map[string]processor.Card{
		"pm_card_visa":                   {Brand: "visa", Last4: "4242"},
		"pm_card_visa_debit":             {Brand: "visa", Last4: "5556"},
		"pm_card_mastercard":             {Brand: "mastercard", Last4: "4444"},
		"pm_card_amex":                   {Brand: "amex", Last4: "0005"},
		"pm_card_diners":                 {Brand: "diners", Last4: "0004"},
		"pm_card_chargeCustomerFail":     {Brand: "visa", Last4: "0341"},
		"pm_card_authenticationRequired": {Brand: "visa", Last4: "3184"},
	} {
		got := b.attach(t, customer, method)
		require.Equal(t, want.Brand+want.Last4, got.Brand+got.Last4)
		require.True(t, strings.HasPrefix(got.Token, "pm_"), got.Token)
		require.NotEqual(t, method, got.Token)
		require.Greater(t, got.ExpYear, 2030)
		require.Contains(t, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, got.ExpMonth)
	}
	one, two := b.attach(t, customer, "pm_card_visa"), b.attach(t, customer, "pm_card_visa")
	require.NotEqual(t, one.Token, two.Token)
	require.Equal(t, one, b.attach(t, customer, one.Token), "the customer has it already")
	_, err := b.Processor.AttachMethod(t.Context(), "cus_nobody", "pm_card_visa")
	require.ErrorIs(t, err, apperr.ErrNotFound)
}

func refusedMethods(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	for _, number := range []string{"4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242", " 378282246310005", "4242.4242.4242.4242 12/34 123", "pm_4242424242424242", "card 4242 4242 4242 4242", "４２４２４２４２４２４２４２４２"} {
		_, err := b.Processor.AttachMethod(t.Context(), customer, number)
		text := refusedField(t, err)
		require.Contains(t, text, "never a card number")
		require.NotContains(t, text, "4242")
	}
	for _, method := range []string{"", "visa", "tok_visa", "pm_unknown", "pm_card_visa/../x", "pm_card_visa?x=1", "pm_" + strings.Repeat("a", 5000), "pm_card_visa\n"} {
		_, err := b.Processor.AttachMethod(t.Context(), customer, method)
		refusedField(t, err)
	}
}

func foreignMethods(t *testing.T, b bench) {
	t.Helper()
	mine, theirs := b.customer(t, "k1"), b.customer(t, "k2")
	card := b.attach(t, theirs, "pm_card_visa")
	_, err := b.Processor.AttachMethod(t.Context(), mine, card.Token)
	refusedField(t, err)
	_, err = b.Processor.Charge(t.Context(), order("o", mine, card.Token))
	refusedField(t, err)
	_, err = b.Processor.CreateIntent(t.Context(), order("p", mine, card.Token))
	refusedField(t, err)
	_, err = b.Processor.Charge(t.Context(), order("q", "cus_nobody", card.Token))
	require.ErrorIs(t, err, apperr.ErrNotFound)
}

func detach(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	card := b.attach(t, customer, "pm_card_visa")
	for range 2 {
		require.NoError(t, b.Processor.DetachMethod(t.Context(), card.Token))
	}
	for _, unknown := range []string{"pm_never", "", "../customers"} {
		require.NoError(t, b.Processor.DetachMethod(t.Context(), unknown))
	}
	_, err := b.Processor.Charge(t.Context(), order("o", customer, card.Token))
	refusedField(t, err)
	_, err = b.Processor.AttachMethod(t.Context(), customer, card.Token)
	refusedField(t, err) // what is detached is gone
}

func charge(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	card := b.attach(t, customer, "pm_card_visa")
	for _, offSession := range []bool{true, false} {
		o := order("order-1", customer, card.Token)
		if o.OffSession = offSession; !offSession {
			o.Key = "order-2"
		}
		p, err := b.Processor.Charge(t.Context(), o)
		require.NoError(t, err)
		want := processor.Payment{ID: p.ID, Status: processor.StatusSucceeded, Amount: 4900, Currency: "EUR", Customer: customer, Metadata: o.Metadata}
		require.NotEmpty(t, p.ID)
		require.Equal(t, want, p)
		require.Equal(t, want, b.payment(t, p.ID))

		again, err := b.Processor.Charge(t.Context(), o)
		require.NoError(t, err)
		require.Equal(t, want, again)

		o.Amount++
		_, err = b.Processor.Charge(t.Context(), o)
		require.ErrorIs(t, err, processor.ErrKeyReused)
	}
	o := order("k", customer, card.Token)
	_, err := b.Processor.Charge(t.Context(), o)
	require.NoError(t, err, "the key of a customer is another one")
	_, err = b.Processor.CreateIntent(t.Context(), o)
	require.ErrorIs(t, err, processor.ErrKeyReused, "another call")

	require.NoError(t, b.Processor.DetachMethod(t.Context(), card.Token))
	p, err := b.Processor.Charge(t.Context(), o)
	require.NoError(t, err, "the repeat does not need the card")
	require.Equal(t, processor.StatusSucceeded, p.Status)
}

func chargeAtOnce(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	card := b.attach(t, customer, "pm_card_visa")
	var wg sync.WaitGroup
	payments, errs := make([]processor.Payment, 20), make([]error, 20)
	for n := range payments {
		wg.Go(func() {
			// Stripe refuses a key that is in use at the moment: the caller asks again.
			for errs[n] = processor.ErrUnavailable; errors.Is(errs[n], processor.ErrUnavailable); {
				payments[n], errs[n] = b.Processor.Charge(t.Context(), order("o", customer, card.Token))
			}
		})
	}
	wg.Wait()
	for n := range payments {
		require.NoError(t, errs[n])
		require.Equal(t, payments[0], payments[n])
	}
	require.Equal(t, processor.StatusSucceeded, payments[0].Status)
}

func declines(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	for method, code := range map[string]string{
		"pm_card_chargeDeclined":                           "card_declined",
		"pm_card_visa_chargeDeclined":                      "card_declined",
		"pm_card_chargeCustomerFail":                       "card_declined",
		"pm_card_chargeDeclinedInsufficientFunds":          "insufficient_funds",
		"pm_card_visa_chargeDeclinedInsufficientFunds":     "insufficient_funds",
		"pm_card_visa_chargeDeclinedStolenCard":            "card_declined", // not told to who uses the card
		"pm_card_chargeDeclinedExpiredCard":                "expired_card",
		"pm_card_chargeDeclinedIncorrectCvc":               "incorrect_cvc",
		"pm_card_chargeDeclinedProcessingError":            "processing_error",
		"pm_card_visa_chargeDeclinedVelocityLimitExceeded": "card_velocity_exceeded",
	} {
		card := b.attach(t, customer, method)
		o := order(method, customer, card.Token)
		o.OffSession = true
		p, err := b.Processor.Charge(t.Context(), o)
		require.NoError(t, err, method)
		require.NotNil(t, p.Decline, method)
		require.NotEmpty(t, p.Decline.Message)
		want := processor.Payment{
			ID: p.ID, Status: processor.StatusRequiresMethod, Amount: 4900, Currency: "EUR", Customer: customer, Metadata: o.Metadata,
			Decline: &processor.Decline{Code: code, Message: p.Decline.Message},
		}
		require.NotEmpty(t, p.ID)
		require.Equal(t, want, p, method)
		again, err := b.Processor.Charge(t.Context(), o)
		require.NoError(t, err)
		require.Equal(t, want, again)

		e := apperr.Of(p.Decline.Err())
		require.Equal(t, apperr.PaymentRequired, e.Kind)
		require.Equal(t, code, e.Code)
	}
}

func declineThenOther(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	p, err := b.Processor.Charge(t.Context(), order("o1", customer, b.attach(t, customer, "pm_card_chargeDeclined").Token))
	require.NoError(t, err)
	require.Equal(t, processor.StatusRequiresMethod, p.Status)
	next, err := b.Processor.Charge(t.Context(), order("o2", customer, b.attach(t, customer, "pm_card_visa").Token))
	require.NoError(t, err)
	require.Equal(t, processor.StatusSucceeded, next.Status)
	require.NotEqual(t, p.ID, next.ID)
	require.Nil(t, next.Decline)
}

func authentication(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	card := b.attach(t, customer, "pm_card_authenticationRequired")
	o := order("off", customer, card.Token)
	o.OffSession = true
	p, err := b.Processor.Charge(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, processor.StatusRequiresMethod, p.Status)
	require.NotNil(t, p.Decline)
	require.Equal(t, "authentication_required", p.Decline.Code)
	require.Empty(t, p.ClientSecret)

	o = order("on", customer, card.Token)
	p, err = b.Processor.Charge(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, processor.StatusRequiresAction, p.Status)
	require.Nil(t, p.Decline)
	require.NotEmpty(t, p.ClientSecret)
	again, err := b.Processor.Charge(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, p, again)
	b.Browser(p.ID, card.Token)
	require.Equal(t, processor.StatusSucceeded, b.payment(t, p.ID).Status)

	setUp := b.attach(t, customer, "pm_card_authenticationRequiredSetupForOffSession")
	o = order("set-up", customer, setUp.Token)
	o.OffSession = true
	p, err = b.Processor.Charge(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, processor.StatusSucceeded, p.Status)

	poor := b.attach(t, customer, "pm_card_authenticationRequiredChargeDeclinedInsufficientFunds")
	p, err = b.Processor.Charge(t.Context(), order("poor", customer, poor.Token))
	require.NoError(t, err)
	require.Equal(t, processor.StatusRequiresAction, p.Status)
	b.Browser(p.ID, poor.Token)
}

func intents(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	o := order("o", customer, "")
	made, err := b.Processor.CreateIntent(t.Context(), o)
	require.NoError(t, err)
	require.NotEmpty(t, made.ID)
	require.NotEmpty(t, made.ClientSecret)
	want := processor.Payment{
		ID: made.ID, ClientSecret: made.ClientSecret, Status: processor.StatusRequiresMethod, Amount: 4900, Currency: "EUR", Customer: customer, Metadata: o.Metadata,
	}
	require.Equal(t, want, made)
	again, err := b.Processor.CreateIntent(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, want, again)
	require.Equal(t, processor.StatusRequiresMethod, b.payment(t, made.ID).Status, "there is no card")

	b.Browser(made.ID, b.attach(t, customer, "pm_card_chargeDeclinedInsufficientFunds").Token)
	p := b.payment(t, made.ID)
	require.Equal(t, processor.StatusRequiresMethod, p.Status)
	require.NotNil(t, p.Decline)
	require.Equal(t, "insufficient_funds", p.Decline.Code)

	b.Browser(made.ID, b.attach(t, customer, "pm_card_authenticationRequired").Token)
	p = b.payment(t, made.ID)
	require.Equal(t, processor.StatusSucceeded, p.Status)
	require.Nil(t, p.Decline)
	require.Equal(t, o.Metadata, p.Metadata)
}

func suggested(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	good, bad := b.attach(t, customer, "pm_card_visa"), b.attach(t, customer, "pm_card_chargeDeclined")
	p, err := b.Processor.CreateIntent(t.Context(), order("o", customer, good.Token))
	require.NoError(t, err)
	require.Equal(t, processor.StatusRequiresMethod, p.Status, "nothing is charged before the customer says so")
	require.Nil(t, p.Decline)
	b.Browser(p.ID, "")
	require.Equal(t, processor.StatusSucceeded, b.payment(t, p.ID).Status, "the newer card %s was not used", bad.Token)
}

func cancel(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	open, err := b.Processor.CreateIntent(t.Context(), order("o", customer, ""))
	require.NoError(t, err)
	for range 2 {
		p, err := b.Processor.CancelPayment(t.Context(), open.ID)
		require.NoError(t, err)
		require.Equal(t, processor.StatusCanceled, p.Status)
		require.Empty(t, p.ClientSecret)
	}
	require.Equal(t, processor.StatusCanceled, b.payment(t, open.ID).Status)

	card := b.attach(t, customer, "pm_card_visa")
	require.Equal(t, processor.StatusCanceled, b.payment(t, open.ID).Status, "a card does not bring it back")
	done, err := b.Processor.Charge(t.Context(), order("p", customer, card.Token))
	require.NoError(t, err)
	p, err := b.Processor.CancelPayment(t.Context(), done.ID)
	require.NoError(t, err)
	require.Equal(t, done, p)
}

func unknownPayments(t *testing.T, b bench) {
	t.Helper()
	for _, id := range []string{"", "pi_unknown", "..", "pi_x/cancel", "pi_x?expand=customer", strings.Repeat("p", 5000), "pi_\x00"} {
		_, err := b.Processor.Payment(t.Context(), id)
		require.ErrorIs(t, err, apperr.ErrNotFound, "%.20q", id)
		_, err = b.Processor.CancelPayment(t.Context(), id)
		require.ErrorIs(t, err, apperr.ErrNotFound, "%.20q", id)
	}
}

func impossible(t *testing.T, b bench) {
	t.Helper()
	customer := b.customer(t, "k")
	card := b.attach(t, customer, "pm_card_visa")
	for name, change := range map[string]func(*processor.Charge){
		"no key":         func(c *processor.Charge) { c.Key = "" },
		"a long key":     func(c *processor.Charge) { c.Key = strings.Repeat("k", 201) },
		"nobody":         func(c *processor.Charge) { c.Customer = "" },
		"no amount":      func(c *processor.Charge) { c.Amount = 0 },
		"a refund":       func(c *processor.Charge) { c.Amount = -4900 },
		"too little":     func(c *processor.Charge) { c.Amount = processor.MinAmount - 1 },
		"too much":       func(c *processor.Charge) { c.Amount = processor.MaxAmount + 1 },
		"no currency":    func(c *processor.Charge) { c.Currency = "" },
		"small letters":  func(c *processor.Charge) { c.Currency = "eur" },
		"a long text":    func(c *processor.Charge) { c.Description = strings.Repeat("x", 1001) },
		"long metadata":  func(c *processor.Charge) { c.Metadata = map[string]string{"k": strings.Repeat("x", 501)} },
		"nested":         func(c *processor.Charge) { c.Metadata = map[string]string{"k[x]": "x"} },
		"a charge alone": func(c *processor.Charge) { c.Method = "" },
	} {
		o := order("o", customer, card.Token)
		change(&o)
		_, err := b.Processor.Charge(t.Context(), o)
		require.Error(t, err, name)
		require.NotErrorIs(t, err, processor.ErrUnavailable, name)
	}
	p, err := b.Processor.Charge(t.Context(), order("o", customer, card.Token))
	require.NoError(t, err, "the key is not used up")
	require.Equal(t, processor.StatusSucceeded, p.Status)
}
