package stripeproc_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/billing/processor/processortest"
	"allot/internal/billing/stripeproc"
	"allot/internal/platform/apperr"
	"allot/internal/testkit/stripefake"
)

func newStripe(url string) *stripeproc.Stripe {
	return stripeproc.New(stripeproc.Config{SecretKey: stripefake.Key, APIURL: url, Log: slog.New(slog.DiscardHandler)})
}

func TestStripe_KeepsTheContract(t *testing.T) {
	t.Parallel()
	processortest.Run(t, func(t *testing.T) processortest.Bench {
		t.Helper()
		fake := stripefake.New(t)
		t.Cleanup(func() { sentNothingPrivate(t, fake) })
		return processortest.Bench{Processor: newStripe(fake.URL), Browser: fake.Browser}
	})
}

// sentNothingPrivate looks at every request: no card number, no telemetry, and names
// and addresses only where a customer is made.
func sentNothingPrivate(t *testing.T, fake *stripefake.Fake) {
	t.Helper()
	for _, r := range fake.Requests() {
		require.True(t, strings.HasPrefix(r.Path, "/v1/"), r.Path)
		require.Empty(t, r.Header.Get("X-Stripe-Client-Telemetry"))
		for name, values := range r.Form {
			text := strings.Join(values, " ")
			require.NotContains(t, text, "4242", name)
			require.False(t, name == "email" && r.Path != "/v1/customers", r.Path)
		}
		require.NotContains(t, r.Path, "4242")
	}
}

// bench is a customer of the fake with a card.
type bench struct {
	t    *testing.T
	fake *stripefake.Fake
	p    *stripeproc.Stripe
	log  *bytes.Buffer

	customer, card string
}

func setup(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t, fake: stripefake.New(t), log: &bytes.Buffer{}}
	b.p = stripeproc.New(stripeproc.Config{
		SecretKey: stripefake.Key, APIURL: b.fake.URL, Timeout: 5 * time.Second, Log: slog.New(slog.NewJSONHandler(b.log, nil)),
	})
	var err error
	b.customer, err = b.p.CreateCustomer(t.Context(), processor.Customer{Key: "account-7", Name: "Hotel Adler", Email: "adler@hotel.example"})
	require.NoError(t, err)
	card, err := b.p.AttachMethod(t.Context(), b.customer, "pm_card_visa")
	require.NoError(t, err)
	b.card = card.Token
	return b
}

func (b *bench) order(key string) processor.Charge {
	return processor.Charge{Key: key, Customer: b.customer, Method: b.card, Amount: 4900, Currency: "EUR", OffSession: true}
}

// unavailable requires 503 payments_unavailable that says nothing of the key or the cause.
func (b *bench) unavailable(err error) {
	b.t.Helper()
	require.ErrorIs(b.t, err, processor.ErrUnavailable)
	e := apperr.Of(err)
	require.Equal(b.t, apperr.Unavailable, e.Kind)
	require.Positive(b.t, e.RetryAfter)
	require.Equal(b.t, processor.ErrUnavailable.Message, e.Message)
	for _, never := range []string{"sk_test", "secret", "adler", "4242"} {
		require.NotContains(b.t, b.log.String(), never)
	}
}

func TestStripe_Trouble(t *testing.T) {
	t.Parallel()

	for name, tt := range map[string]struct {
		trouble stripefake.Trouble
		times   int
		logged  string
	}{
		"an error of Stripe":                {stripefake.ServerError, 1, `"status":500`},
		"too many requests":                 {stripefake.RateLimit, 1, `"status":429`},
		"another request with the same key": {stripefake.Conflict, 1, "idempotency_key_in_use"},
		"a proxy that answers instead":      {stripefake.NotJSON, 3, "not one of Stripe"},
	} {
		t.Run(name+" is 503, and the next call charges once", func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.fake.Fail(tt.trouble, tt.times)
			_, err := b.p.Charge(t.Context(), b.order("o"))
			b.unavailable(err)
			require.Contains(t, b.log.String(), tt.logged)
			require.Zero(t, b.fake.Succeeded())
			p, err := b.p.Charge(t.Context(), b.order("o"))
			require.NoError(t, err)
			require.Equal(t, processor.StatusSucceeded, p.Status)
			require.Equal(t, 1, b.fake.Succeeded())
		})
	}

	t.Run("a connection that breaks after the charge is asked again with the same key", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.fake.Fail(stripefake.DropAfter, 1)
		p, err := b.p.Charge(t.Context(), b.order("o"))
		require.NoError(t, err)
		require.Equal(t, processor.StatusSucceeded, p.Status)
		require.Equal(t, 1, b.fake.Succeeded())
		requests := b.fake.Requests()
		last := requests[len(requests)-2:]
		require.Equal(t, "payment-o", last[0].Header.Get("Idempotency-Key"))
		require.Equal(t, last[0].Form, last[1].Form)
	})

	t.Run("if it goes on breaking the outcome is not known, and the caller's repeat charges once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.fake.Fail(stripefake.DropAfter, 100)
		_, err := b.p.Charge(t.Context(), b.order("o"))
		b.unavailable(err)
		b.fake.Recover()
		require.Equal(t, 1, b.fake.Succeeded(), "it was charged without an answer")
		p, err := b.p.Charge(t.Context(), b.order("o"))
		require.NoError(t, err)
		require.Equal(t, processor.StatusSucceeded, p.Status)
		require.Equal(t, 1, b.fake.Succeeded())
	})

	t.Run("a service that does not answer ends with the time of the caller", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.fake.Fail(stripefake.Hang, 1)
		ctx, stop := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer stop()
		_, err := b.p.Payment(ctx, "pi_x")
		b.unavailable(err)
		require.Contains(t, b.log.String(), "timeout")
	})

	t.Run("a service that does not answer ends with the time of a try", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		p := stripeproc.New(stripeproc.Config{SecretKey: stripefake.Key, APIURL: b.fake.URL, Timeout: 50 * time.Millisecond, Log: slog.New(slog.NewJSONHandler(b.log, nil))})
		b.fake.Fail(stripefake.Hang, 3)
		_, err := p.Payment(t.Context(), "pi_x")
		b.unavailable(err)
	})

	t.Run("nobody listens", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.p = stripeproc.New(stripeproc.Config{SecretKey: stripefake.Key, APIURL: "http://127.0.0.1:1", Log: slog.New(slog.NewJSONHandler(b.log, nil))})
		b.unavailable(b.p.DetachMethod(t.Context(), "pm_x"))
		require.Contains(t, b.log.String(), "refused")
	})

	t.Run("a wrong key is logged for the operator and not told", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.p = stripeproc.New(stripeproc.Config{SecretKey: "sk_test_other", APIURL: b.fake.URL, Log: slog.New(slog.NewJSONHandler(b.log, nil))})
		_, err := b.p.CreateSetupIntent(t.Context(), b.customer)
		b.unavailable(err)
		require.Contains(t, b.log.String(), "ALLOT_STRIPE_SECRET_KEY")
	})

	t.Run("what Stripe calls wrong is a fault without what was sent", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		_, err := b.p.CreateCustomer(t.Context(), processor.Customer{Key: "k", Email: "hunter2"})
		var f *stripeproc.RequestError
		require.ErrorAs(t, err, &f)
		require.Equal(t, stripeproc.RequestError{Call: "create customer", Status: 400, Code: "email_invalid", Param: "email", Request: f.Request}, *f)
		require.NotEmpty(t, f.Request)
		require.NotContains(t, err.Error(), "hunter2")
		require.Equal(t, apperr.Internal, apperr.Of(err).Kind)
	})
}

func TestStripe_AttachMethod(t *testing.T) {
	t.Parallel()

	t.Run("a card that the browser has attached is found", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		method := b.fake.Collect(b.customer, "pm_card_mastercard")
		card, err := b.p.AttachMethod(t.Context(), b.customer, method)
		require.NoError(t, err)
		require.Equal(t, processor.Card{Token: method, Brand: "mastercard", Last4: "4444", ExpMonth: 4, ExpYear: 2034}, card)
	})

	t.Run("a card that is declined is 402 with the reason", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.fake.DeclinesOnAttach = true
		for method, code := range map[string]string{
			"pm_card_chargeDeclined":                  "card_declined",
			"pm_card_chargeDeclinedInsufficientFunds": "insufficient_funds",
			"pm_card_visa_chargeDeclinedLostCard":     "card_declined",
		} {
			_, err := b.p.AttachMethod(t.Context(), b.customer, method)
			e := apperr.Of(err)
			require.Equal(t, apperr.PaymentRequired, e.Kind)
			require.Equal(t, code, e.Code)
		}
		_, err := b.p.AttachMethod(t.Context(), b.customer, "pm_card_chargeCustomerFail")
		require.NoError(t, err)
	})

	t.Run("a card number is not sent", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		before := len(b.fake.Requests())
		_, err := b.p.AttachMethod(t.Context(), b.customer, "4242 4242 4242 4242")
		require.Error(t, err)
		require.Len(t, b.fake.Requests(), before)
	})
}
