package billingtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/billing/processor"
	"allot/internal/testkit/stripefake"
)

const receiver = base + "stripe/webhook/"

// signature signs an event as Stripe does, some time ago by the wall clock.
func signature(payload, secret string, ago time.Duration) string {
	return stripefake.Sign([]byte(payload), secret, time.Now().Add(-ago))
}

// receive sends an event that Stripe has signed. Nobody is signed in.
func (b *bundle) receive(t *testing.T, payload string) *httptest.ResponseRecorder {
	t.Helper()
	return b.Do(t, post, receiver, payload, apptest.Header("Stripe-Signature", signature(payload, webhookSecret, 0)))
}

func (b *bundle) received(t *testing.T, payload string) {
	t.Helper()
	require.Equal(t, object{"received": true}, body(t, b.receive(t, payload), http.StatusOK))
}

// another is the same program with another hotel, which has a card and Gold for a month.
func (b *bundle) another(t *testing.T) *bundle {
	t.Helper()
	c := *b
	c.hotel = b.Manager(t)
	c.address(t, object{"company_name": "Hotel am See GmbH", "country": "DE"})
	c.attach(t, "pm_card_visa")
	c.buy(t, "gold", "monthly")
	return &c
}

// teller writes what Stripe tells of one subscription.
type teller struct {
	mark                   string // makes ids unique
	customer, subscription string
}

func (b *bundle) teller(t *testing.T, mark string) teller {
	t.Helper()
	s := b.now(t)
	return teller{mark, s["stripe_customer_id"].(string), s["provider_subscription_id"].(string)}
}

func (s teller) event(t *testing.T, id, kind, created string, of object) string {
	t.Helper()
	return text(t, object{
		"id": "evt_" + id + s.mark, "object": "event", "api_version": "2026-03-25.dahlia", "type": kind, "created": unix(t, created),
		"data": object{"object": of}, "livemode": false, "pending_webhooks": 1,
	})
}

// invoice tells of an attempt to pay for a month.
func (s teller) invoice(t *testing.T, id, kind, created, number, from string, attempt int) string {
	t.Helper()
	paid, taxes := 0, []object{}
	if kind == processor.EventInvoicePaid {
		paid, taxes = 11781, []object{{"amount": 1881}}
	}
	start := unix(t, from)
	return s.event(t, id, kind, created, object{
		"id": "in_" + number + s.mark, "object": "invoice", "customer": s.customer, "attempt_count": attempt, "amount_paid": paid, "currency": "eur",
		"created": start, "total_taxes": taxes, "parent": object{"subscription_details": object{"subscription": s.subscription}},
		"lines": object{"data": []object{{"period": object{"start": start, "end": month(start)}}}},
	})
}

func (s teller) updated(t *testing.T, id, created, from string, cancel bool) string {
	t.Helper()
	start := unix(t, from)
	return s.event(t, id, processor.EventSubscriptionUpdated, created, object{
		"id": s.subscription, "object": "subscription", "customer": s.customer, "status": "active", "cancel_at_period_end": cancel,
		"items": object{"data": []object{{"current_period_start": start, "current_period_end": month(start)}}},
	})
}

func (s teller) deleted(t *testing.T, id, created string) string {
	t.Helper()
	return s.event(t, id, processor.EventSubscriptionDeleted, created, object{
		"id": s.subscription, "object": "subscription", "customer": s.customer, "status": "canceled",
	})
}

// paid tells of the month after the one that another has bought.
func (s teller) paid(t *testing.T) string {
	t.Helper()
	return s.invoice(t, "paid", processor.EventInvoicePaid, "2030-06-30T10:00:00Z", "paid", "2030-06-30T09:00:00Z", 1)
}

func unix(t *testing.T, at string) int64 {
	t.Helper()
	v, err := time.Parse(time.RFC3339, at)
	require.NoError(t, err)
	return v.Unix()
}

func month(from int64) int64 { return time.Unix(from, 0).UTC().AddDate(0, 1, 0).Unix() }

// seen is everything that an event could change.
type seen struct {
	Overview object
	History  []object
	Told     []string
	Letters  int
}

func (b *bundle) seen(t *testing.T) seen {
	t.Helper()
	return seen{b.overview(t), b.history(t), b.told(t), b.letters(t)}
}

func TestReceive_signature(t *testing.T) {
	t.Parallel()
	b := withStripe(t)
	b.Start(t)
	b = b.another(t)
	before := b.seen(t)
	payload := b.teller(t, "").paid(t)
	good := signature(payload, webhookSecret, 0)
	at := strings.Split(good, ",")[0]

	for name, tt := range map[string]struct{ payload, header string }{
		"none":                {payload, ""},
		"nonsense":            {payload, "t=1,v1=zz,,="},
		"a time alone":        {payload, at},
		"wrong":               {payload, at + ",v1=" + strings.Repeat("0", 64)},
		"of another secret":   {payload, signature(payload, "whsec_other", 0)},
		"of no secret":        {payload, signature(payload, "", 0)},
		"of an older scheme":  {payload, strings.Replace(good, "v1=", "v0=", 1)},
		"six minutes old":     {payload, signature(payload, webhookSecret, 6*time.Minute)},
		"with a newer time":   {payload, strings.Replace(signature(payload, webhookSecret, 6*time.Minute), "t=", at+",t=", 1)},
		"of other bytes":      {strings.Replace(payload, "11781", "11782", 1), good},
		"of one byte less":    {payload + " ", good},
		"too long":            {payload, good + strings.Repeat(",v1=00", 1000)},
		"of another payload":  {payload, signature("{}", webhookSecret, 0)},
		"of another event id": {strings.Replace(payload, "evt_", "evu_", 1), good},
	} {
		res := b.Do(t, post, receiver, tt.payload, apptest.Header("Stripe-Signature", tt.header))
		require.Equal(t, http.StatusBadRequest, res.Code, "%s: %s", name, res.Body)
		require.NotContains(t, res.Body.String(), webhookSecret)
	}
	// A user who is signed in may not tell it either.
	require.Equal(t, "signature_invalid", body(t, b.hotel.Do(t, post, receiver, payload), http.StatusBadRequest)["code"])
	require.Equal(t, before, b.seen(t))

	// The same payload is taken once it is signed: not even a cookie of another site is in the way.
	res := b.Do(t, post, receiver, payload, apptest.Header("Stripe-Signature", good), apptest.Header("Content-Type", "application/json; charset=utf-8"),
		apptest.Header("Origin", "https://stripe.example"), apptest.Header("Sec-Fetch-Site", "cross-site"), apptest.Header("Cookie", "allot_session="+b.hotel.Token))
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	after := b.seen(t)
	require.Equal(t, "2030-07-29", after.Overview["subscription"].(object)["end_date"])
	require.Len(t, after.History, 2)
	require.Equal(t, []string{"plan_paid", "plan_paid"}, after.Told)
	require.Equal(t, 2, after.Letters)
}

func TestReceive_noSecret(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b = b.another(t)
	before, payload := b.overview(t), b.teller(t, "").paid(t)
	for _, secret := range []string{"", webhookSecret} {
		res := b.Do(t, post, receiver, payload, apptest.Header("Stripe-Signature", signature(payload, secret, 0)))
		require.Equal(t, "signature_invalid", body(t, res, http.StatusBadRequest)["code"])
	}
	require.Equal(t, before, b.overview(t))
}

func TestReceive_repeated(t *testing.T) {
	t.Parallel()
	b := withStripe(t)
	b.Start(t)
	b = b.another(t)
	tell := b.teller(t, "")
	before := b.seen(t)
	for _, step := range []struct {
		payload, told string
		want          object
	}{
		{
			tell.paid(t), "plan_paid",
			object{"start_date": "2030-06-30", "end_date": "2030-07-29", "renewal_attempts": 0.0},
		},
		{
			tell.invoice(t, "failed", processor.EventInvoiceFailed, "2030-07-30T10:00:00Z", "failed", "2030-07-30T09:00:00Z", 2), "plan_payment_failed",
			object{"start_date": "2030-06-30", "end_date": "2030-07-29", "renewal_attempts": 2.0},
		},
	} {
		codes := apptest.AtOnce(50, func(int) int { return b.receive(t, step.payload).Code })
		require.Equal(t, map[int]int{http.StatusOK: 50}, codes)
		after := b.seen(t)
		require.Equal(t, step.want, pick(after.Overview["subscription"].(object), "start_date", "end_date", "renewal_attempts"))
		require.Len(t, after.History, len(before.History)+1)
		require.Equal(t, append(before.Told, step.told), after.Told)
		require.Equal(t, before.Letters+1, after.Letters)
		before = after
	}
}

// TestReceive_order sends what Stripe tells of four months in different orders, each of a hotel
// of its own, and with every prefix of it: some end the subscription, others do not.
func TestReceive_order(t *testing.T) {
	t.Parallel()
	b := withStripe(t)
	series := func(t *testing.T, s teller) []string {
		t.Helper()
		const paid, failed = processor.EventInvoicePaid, processor.EventInvoiceFailed
		return []string{
			s.paid(t),
			s.updated(t, "2", "2030-07-04T10:00:00Z", "2030-06-30T09:00:00Z", true),
			s.updated(t, "3", "2030-07-04T10:00:00Z", "2030-06-30T09:00:00Z", false), // in the same second
			s.invoice(t, "4", failed, "2030-07-30T10:00:00Z", "b", "2030-07-30T09:00:00Z", 1),
			s.invoice(t, "5", failed, "2030-08-02T10:00:00Z", "b", "2030-07-30T09:00:00Z", 2),
			s.invoice(t, "6", paid, "2030-08-06T10:00:00Z", "b", "2030-07-30T09:00:00Z", 3),
			s.invoice(t, "7", failed, "2030-08-30T10:00:00Z", "c", "2030-08-30T09:00:00Z", 1),
			s.updated(t, "8", "2030-08-31T10:00:00Z", "2030-07-30T09:00:00Z", true),
			s.deleted(t, "9", "2030-08-31T11:00:00Z"),
			s.deleted(t, "10", "2030-08-31T11:00:01Z"),
		}
	}
	type result struct {
		Subscription, Plan object
		History            []string
	}
	hotels := 0
	// apply sends the events to a new hotel, at the places of the order, and returns what it reads then.
	apply := func(t *testing.T, order []int) result {
		t.Helper()
		c := b.another(t)
		hotels++
		s := c.teller(t, fmt.Sprintf("_x%dx", hotels))
		events := series(t, s)
		for _, i := range order {
			c.received(t, events[i])
		}
		o := c.overview(t)
		r := result{Subscription: o["subscription"].(object), Plan: o["plan"].(object)}
		require.Equal(t, []any{s.customer, s.subscription}, []any{r.Subscription["stripe_customer_id"], r.Subscription["provider_subscription_id"]})
		delete(r.Subscription, "stripe_customer_id")
		delete(r.Subscription, "provider_subscription_id")
		for _, bill := range c.history(t) {
			if bill["invoice_number"] != nil { // what another has bought
				continue
			}
			delete(bill, "id")
			line := strings.ReplaceAll(text(t, bill), s.mark, "")
			r.History = append(r.History, strings.ReplaceAll(line, s.subscription, "sub"))
		}
		slices.Sort(r.History)
		return r
	}
	upTo := func(n int) (order []int) {
		for i := range n {
			order = append(order, i)
		}
		return order
	}

	random := rand.New(rand.NewPCG(1, 2)) // the orders are the same in every run
	for _, n := range []int{3, 6, 8, 10} {
		want := apply(t, upTo(n))
		require.Len(t, want.History, map[int]int{3: 1, 6: 4, 8: 5, 10: 5}[n])
		require.Equal(t, n < 10, want.Subscription["is_active"])
		require.Equal(t, n == 8, want.Subscription["cancel_at_period_end"])
		require.Equal(t, map[int]string{3: "2030-07-29", 6: "2030-08-29", 8: "2030-08-29", 10: "2030-08-29"}[n], want.Subscription["end_date"])
		require.Equal(t, map[bool]string{true: "gold", false: "free"}[n < 10], want.Plan["category"])
		backwards := upTo(n)
		slices.Reverse(backwards)
		orders := [][]int{backwards, append(backwards, backwards...)}
		for range 7 {
			shuffled := append(upTo(n), upTo(n)[:n/2]...) // some come twice
			random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			orders = append(orders, shuffled)
		}
		for _, order := range orders {
			require.Equal(t, want, apply(t, order), "%v", order)
		}
	}
	require.Equal(t, 40, hotels)
}

func TestReceive_strange(t *testing.T) {
	t.Parallel()
	b := withStripe(t)
	b.Start(t)
	b, other := b.another(t), b.another(t)
	mine, theirs := b.teller(t, ""), other.teller(t, "")
	before, beforeOther := b.seen(t), other.seen(t)
	same := func(what string) {
		t.Helper()
		require.Equal(t, before, b.seen(t), what)
		require.Equal(t, beforeOther, other.seen(t), what)
	}

	for name, s := range map[string]teller{
		"an unknown customer":           {"_a", "cus_unknown", mine.subscription},
		"no customer":                   {"_b", "", mine.subscription},
		"another account's customer":    {"_c", theirs.customer, mine.subscription},
		"another subscription":          {"_d", mine.customer, theirs.subscription},
		"a subscription that is not us": {"_e", mine.customer, "sub_unknown"},
	} {
		b.received(t, s.paid(t))
		b.received(t, s.updated(t, "u", "2030-06-30T10:00:00Z", "2030-06-30T09:00:00Z", true))
		b.received(t, s.deleted(t, "d", "2030-06-30T10:00:00Z"))
		same(name)
	}
	for _, kind := range []string{"charge.refunded", "invoice.paid", "payment_intent.payment_failed", "customer.deleted", "x"} {
		b.received(t, mine.event(t, kind, kind, "2030-06-30T10:00:00Z", object{"id": "x_1", "customer": mine.customer, "subscription": mine.subscription}))
	}
	for _, metadata := range []object{{}, {"charge": "1"}, {"charge": "1", "installation": "other"}, {"charge": "no", "installation": "other"}} {
		b.received(t, mine.event(t, "pi", processor.EventPaymentSucceeded, "2030-06-30T10:00:00Z", object{"id": "pi_1", "customer": mine.customer, "metadata": metadata}))
	}
	same("types that are not handled, and payments of others")

	for _, payload := range []string{"hello", "[]", "null", `{"id":"evt_1"}`, "{", `{"id":"evt_1","object":"event","type":"invoice.payment_failed","data":{"object":[]}}`, "\xff\xfe"} {
		require.Equal(t, http.StatusBadRequest, b.receive(t, payload).Code, "%q", payload)
	}
	require.Equal(t, http.StatusBadRequest, b.receive(t, "").Code)

	pad := func(size int) string {
		payload := mine.deleted(t, "big", "2030-06-30T10:00:00Z")
		return payload + strings.Repeat(" ", size-len(payload))
	}
	require.Equal(t, "body_too_large", body(t, b.receive(t, pad(64<<10+1)), http.StatusRequestEntityTooLarge)["code"])
	for _, kind := range []string{"text/plain", "multipart/form-data; boundary=x", "application/xml"} {
		payload := mine.deleted(t, "kind", "2030-06-30T10:00:00Z")
		res := b.Do(t, post, receiver, payload, apptest.Header("Stripe-Signature", signature(payload, webhookSecret, 0)), apptest.Header("Content-Type", kind))
		require.Contains(t, []int{http.StatusBadRequest, http.StatusUnsupportedMediaType}, res.Code, kind)
	}
	require.Equal(t, http.StatusMethodNotAllowed, b.Do(t, get, receiver, "").Code)
	same("what is no event, or too large")

	b.received(t, pad(64<<10))
	require.Equal(t, "free", b.now(t)["category"])
	require.Equal(t, beforeOther, other.seen(t))
}

// begun starts a payment for a plan in the browser, and returns what Stripe tells when it is made.
func (b *bundle) begun(t *testing.T, category string) (payment, event string) {
	t.Helper()
	payment = b.do(t, "stripe/payment-intent/", b.choice(t, category, "monthly"), http.StatusOK)["payment_intent"].(string)
	requests := b.fake.Requests()
	return payment, b.succeeded(t, payment, requests[len(requests)-1].Form)
}

// succeeded is what Stripe tells of a payment that was asked for with a form.
func (b *bundle) succeeded(t *testing.T, payment string, form url.Values) string {
	t.Helper()
	s := teller{mark: payment, customer: form.Get("customer")}
	return s.event(t, "pi", processor.EventPaymentSucceeded, "2030-05-31T12:00:00Z", object{
		"id": payment, "object": "payment_intent", "customer": s.customer, "amount_received": 11781, "currency": "eur", "client_secret": payment + "_secret_x",
		"status": "succeeded", "metadata": object{"charge": form.Get("metadata[charge]"), "installation": form.Get("metadata[installation]")},
	})
}

// pays stands for the customer who confirms a payment in the browser.
func (b *bundle) pays(t *testing.T, payment string) {
	t.Helper()
	b.fake.Browser(payment, b.fake.Collect(b.now(t)["stripe_customer_id"].(string), "pm_card_visa"))
}

func TestReceive_payment(t *testing.T) {
	t.Parallel()

	t.Run("a payment in the browser is told by Stripe and by the browser at once: the plan is active once", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		payment, event := b.begun(t, "gold")
		b.received(t, event) // it is signed, and still not true
		require.Equal(t, "free", b.now(t)["category"])

		b.pays(t, payment)
		codes := apptest.AtOnce(20, func(i int) int {
			if i%2 == 0 {
				return b.receive(t, event).Code
			}
			res := b.hotel.Do(t, post, base+"verify-payment/", text(t, object{"payment_intent": payment}))
			if !strings.Contains(res.Body.String(), `"invoice_number":"AL-2030-00001"`) {
				return 0 // whoever was first, each is told what was charged
			}
			return res.Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 20}, codes)
		b.requireOnce(t, "gold")
	})

	t.Run("it is enough that Stripe tells it", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		payment, event := b.begun(t, "gold")
		b.pays(t, payment)
		b.received(t, event)
		b.requireOnce(t, "gold")
		b.received(t, event)
		first := b.do(t, "verify-payment/", object{"payment_intent": payment}, http.StatusOK)
		require.Equal(t, "117.81", first["payment"].(object)["amount"])
		require.Equal(t, first, b.do(t, "verify-payment/", object{"payment_intent": payment}, http.StatusOK))
		b.requireOnce(t, "gold")
	})

	t.Run("money for a payment that was given up is told to the operator", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		_, event := b.begun(t, "gold")
		second, _ := b.begun(t, "silver")
		b.received(t, event)
		require.Len(t, b.ExpectLogs(), 1)
		require.Contains(t, b.ExpectLogs()[0], "money came for a charge that was given up")
		require.Equal(t, "free", b.now(t)["category"])
		b.pays(t, second)
		b.do(t, "verify-payment/", object{"payment_intent": second}, http.StatusOK)
		require.Equal(t, "silver", b.now(t)["category"])
	})

	t.Run("in the sandbox events are taken too, if a secret is set", func(t *testing.T) {
		t.Parallel()
		b := setup(t, apptest.Settings(func(s *config.Settings) { s.StripeWebhookSecret = webhookSecret }))
		b = b.another(t)
		b.received(t, b.teller(t, "").deleted(t, "d", "2030-06-30T10:00:00Z"))
		require.Equal(t, "free", b.now(t)["category"])
	})
}

// requireOnce checks that a plan was paid exactly once: by the state, at Stripe, in the history,
// in the notices and by letter.
func (b *bundle) requireOnce(t *testing.T, category string) {
	t.Helper()
	o := b.overview(t)
	require.Equal(t, object{"category": category, "is_active": true, "renewal_attempts": 0.0}, pick(o["subscription"].(object), "category", "is_active", "renewal_attempts"))
	require.Equal(t, category, o["plan"].(object)["category"])
	if b.fake != nil {
		require.Equal(t, 1, b.fake.Succeeded(), "payments at Stripe")
	}
	history := b.history(t)
	require.Len(t, history, 1)
	require.Equal(t, object{"status": "paid", "invoice_number": "AL-2030-00001"}, pick(history[0], "status", "invoice_number"))
	require.Equal(t, []string{"plan_paid"}, b.told(t))
	require.Equal(t, 1, b.letters(t))
}
