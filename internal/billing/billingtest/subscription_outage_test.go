package billingtest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/platform/jobs"
	"allot/internal/testkit/stripefake"
)

// forever is more trouble than a test meets: a call is tried several times, by Stripe's library
// and by Go's.
const forever = 1000

// wake lets time pass, runs the jobs of the module that are due then, and signs the hotel in again.
func (b *bundle) wake(t *testing.T, after time.Duration) {
	t.Helper()
	b.Settle(t) // nothing that runs is to find itself in another month
	b.Clock.Advance(after)
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.DB.From(ctx).ExecContext(ctx,
			"UPDATE river_job SET state = 'available' WHERE state IN ('scheduled', 'retryable') AND kind LIKE 'billing_%' AND scheduled_at <= ?", b.Clock.Now().UTC())
		return err
	}))
	b.Settle(t)
	b.hotel = b.Login(t, b.hotel.User.Email)
}

// node is the same hotel at another node of the installation; on SQLite at the same one.
func (b *bundle) node(t *testing.T) *bundle {
	t.Helper()
	c := *b
	c.Env = b.Beside(t, apptest.Settings(func(s *config.Settings) {
		if b.fake != nil {
			s.StripeSecretKey, s.StripeAPIURL, s.StripeWebhookSecret = stripefake.Key, b.fake.URL, webhookSecret
		}
	}))
	c.hotel = c.As(b.hotel)
	return &c
}

// attempts returns the idempotency keys of the payments that Stripe was asked for.
func (b *bundle) attempts() (keys []string) {
	for _, r := range b.fake.Requests() {
		if r.Method == post && r.Path == "/v1/payment_intents" {
			keys = append(keys, r.Header.Get("Idempotency-Key"))
		}
	}
	return keys
}

// onlyPayment returns the id of the one payment that was made at Stripe.
func (b *bundle) onlyPayment(t *testing.T) string {
	t.Helper()
	made := b.fake.Payments()
	require.Len(t, made, 1)
	return made[0]
}

// having returns the lines of a log that contain a text.
func having(lines []string, part string) (found []string) {
	for _, l := range lines {
		if strings.Contains(l, part) {
			found = append(found, l)
		}
	}
	return found
}

func TestPay_atOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		t.Helper()
		b.Start(t)
		b.attach(t, "pm_card_visa")
		choice := text(t, b.choice(t, "gold", "monthly"))
		nodes := []*bundle{b, b.node(t)}
		codes := apptest.AtOnce(20, func(i int) int {
			res := nodes[i%2].hotel.Do(t, post, base+"subscription/upgrade/", choice)
			if res.Code == http.StatusConflict && !strings.Contains(res.Body.String(), `"payment_in_progress"`) && !strings.Contains(res.Body.String(), `"already_subscribed"`) {
				return 0
			}
			return res.Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 19}, codes)
		b.requireOnce(t, "gold")
		b.wake(t, time.Hour)
		b.requireOnce(t, "gold")
	})
}

func TestPay_outcomeUnknown(t *testing.T) {
	t.Parallel()

	t.Run("the connection breaks after the charge: the plan is paid once, and active when the job has asked", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_visa")
		choice := b.choice(t, "gold", "monthly")
		b.fake.Fail(stripefake.DropAfter, forever)

		res := b.hotel.Do(t, post, base+"subscription/upgrade/", text(t, choice))
		b.fake.Recover()
		refused := body(t, res, http.StatusServiceUnavailable)
		require.Equal(t, "payments_unavailable", refused["code"])
		require.Contains(t, refused["message"], "not known yet whether you have paid")
		require.Equal(t, "120", res.Header().Get("Retry-After"))
		require.Equal(t, 1, b.fake.Succeeded(), "the money is gone")
		require.Len(t, b.ExpectLogs(), 1)
		require.Contains(t, b.ExpectLogs()[0], "stripe did not answer")
		require.Equal(t, "free", b.now(t)["category"])
		require.Empty(t, b.history(t))
		for range 2 {
			require.Equal(t, "payment_in_progress", b.do(t, "subscription/upgrade/", choice, http.StatusConflict)["code"])
			require.Equal(t, "payment_in_progress", b.do(t, "stripe/payment-intent/", choice, http.StatusConflict)["code"])
		}
		b.wake(t, time.Minute)
		require.Equal(t, "free", b.now(t)["category"], "the request has its time")

		b.wake(t, time.Minute)
		b.requireOnce(t, "gold")
		b.wake(t, 24*time.Hour)
		b.requireOnce(t, "gold")
		keys := b.attempts()
		require.Greater(t, len(keys), 3)
		for _, k := range keys {
			require.Equal(t, keys[0], k)
		}
	})

	t.Run("the connection breaks after the charge, and Stripe tells of it before the job asks", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_visa")
		choice := b.choice(t, "gold", "monthly")
		b.fake.Fail(stripefake.DropAfter, forever)
		b.do(t, "subscription/upgrade/", choice, http.StatusServiceUnavailable)
		b.fake.Recover()
		b.ExpectLogs()
		requests := b.fake.Requests()
		event := b.succeeded(t, b.onlyPayment(t), requests[len(requests)-1].Form)
		codes := apptest.AtOnce(10, func(int) int { return b.receive(t, event).Code })
		require.Equal(t, map[int]int{http.StatusOK: 10}, codes)
		b.requireOnce(t, "gold")
		b.wake(t, 2*time.Minute)
		b.requireOnce(t, "gold")
	})

	t.Run("the connection breaks once: it is asked again at once", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_visa")
		choice := b.choice(t, "gold", "monthly")
		b.fake.Fail(stripefake.DropAfter, 1)
		b.do(t, "subscription/upgrade/", choice, http.StatusOK)
		b.requireOnce(t, "gold")
	})

	t.Run("a decline that was not learned is one, too", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_chargeCustomerFail")
		choice := b.choice(t, "gold", "monthly")
		b.fake.Fail(stripefake.DropAfter, forever)
		b.do(t, "subscription/upgrade/", choice, http.StatusServiceUnavailable)
		b.fake.Recover()
		b.ExpectLogs()
		b.wake(t, 2*time.Minute)
		require.Equal(t, "failed", b.history(t)[0]["status"])
		require.Equal(t, "free", b.now(t)["category"])
		b.attach(t, "pm_card_visa")
		b.do(t, "subscription/upgrade/", choice, http.StatusOK)
		require.Equal(t, 1, b.fake.Succeeded())
		require.Equal(t, "gold", b.now(t)["category"])
	})

	t.Run("a bank that wants the customer, and nobody learned that: another payment takes its place", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_authenticationRequired")
		choice := b.choice(t, "gold", "monthly")
		b.fake.Fail(stripefake.DropAfter, forever)
		b.do(t, "subscription/upgrade/", choice, http.StatusServiceUnavailable)
		b.fake.Recover()
		b.ExpectLogs()
		b.wake(t, 2*time.Minute)
		require.Equal(t, 0, b.fake.Succeeded())
		b.attach(t, "pm_card_visa")
		b.do(t, "subscription/upgrade/", choice, http.StatusOK)
		b.requireOnce(t, "gold")
	})

	t.Run("Stripe is down for a day: the charge is given up, the operator is told, and the customer can try again", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_visa")
		choice := b.choice(t, "gold", "monthly")
		b.fake.Fail(stripefake.ServerError, forever)
		b.do(t, "subscription/upgrade/", choice, http.StatusServiceUnavailable)
		b.wake(t, 3*time.Hour)
		b.wake(t, 18*time.Hour)
		require.Empty(t, having(b.ExpectLogs(), "never learned"))
		require.Equal(t, "payment_in_progress", b.do(t, "subscription/upgrade/", choice, http.StatusConflict)["code"])
		asked := len(b.attempts())
		b.wake(t, 90*time.Minute)
		given := having(b.ExpectLogs(), "the outcome of a charge was never learned; look for it at the payment processor")
		require.Len(t, given, 1)
		require.Contains(t, given[0], fmt.Sprintf("owner=%d", b.hotel.User.OwnerID))
		require.Len(t, b.attempts(), asked, "a key of that age may be forgotten: it is not asked again")
		require.Empty(t, b.history(t))

		b.fake.Recover()
		b.do(t, "subscription/upgrade/", choice, http.StatusOK)
		b.requireOnce(t, "gold")
	})
}

func TestPay_cardGone(t *testing.T) {
	t.Parallel()
	b := withStripe(t)
	b.Start(t)
	b.do(t, "stripe/setup-intent/", nil, http.StatusOK)
	gone := func() {
		t.Helper()
		method := b.fake.Collect(b.now(t)["stripe_customer_id"].(string), "pm_card_visa")
		b.attach(t, method)
		r, err := http.NewRequestWithContext(t.Context(), post, b.fake.URL+"/v1/payment_methods/"+method+"/detach", http.NoBody)
		require.NoError(t, err)
		r.Header.Set("Authorization", "Bearer "+stripefake.Key)
		r.Header.Set("Idempotency-Key", method)
		res, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusOK, res.StatusCode)
	}

	// A card that was taken from the customer at Stripe is declined; it keeps no other waiting.
	gone()
	choice := b.choice(t, "gold", "monthly")
	require.Equal(t, "card_not_supported", b.do(t, "subscription/upgrade/", choice, http.StatusPaymentRequired)["code"])
	require.Equal(t, "failed", b.history(t)[0]["status"])
	b.attach(t, "pm_card_visa")
	b.do(t, "subscription/upgrade/", choice, http.StatusOK)

	// A renewal with one is an attempt that failed.
	gone()
	b.Settle(t)
	b.until(t, "2030-06-30")
	require.Equal(t, object{"is_active": true, "renewal_attempts": 1.0, "next_attempt_date": "2030-07-03"}, pick(b.now(t), "is_active", "renewal_attempts", "next_attempt_date"))
	require.Equal(t, []string{"plan_paid", "plan_payment_failed"}, b.told(t))
}

func TestRenewal_outage(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]stripefake.Trouble{
		"Stripe answers with errors": stripefake.ServerError, "Stripe wants fewer requests": stripefake.RateLimit, "a proxy answers": stripefake.NotJSON,
		"the answer is lost": stripefake.DropAfter,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := withStripe(t)
			b.Start(t)
			b.attach(t, "pm_card_visa")
			b.buy(t, "gold", "monthly")
			b.Settle(t)
			b.fake.Fail(trouble, forever)
			b.until(t, "2030-06-30")
			require.NotEmpty(t, having(b.ExpectLogs(), "stripe "))
			waits := object{"category": "gold", "is_active": true, "renewal_attempts": 0.0, "end_date": "2030-06-29", "next_attempt_date": nil}
			for range 2 {
				require.Equal(t, waits, pick(b.now(t), "category", "is_active", "renewal_attempts", "end_date", "next_attempt_date"))
				require.Equal(t, "gold", b.overview(t)["plan"].(object)["category"], "nothing lapses")
				require.Len(t, b.history(t), 1)
				require.Equal(t, []string{"plan_paid"}, b.told(t), "nobody is told of it")
				b.wake(t, 3*time.Minute)
			}

			b.fake.Recover()
			b.wake(t, time.Hour)
			require.Equal(t, object{"start_date": "2030-06-30", "end_date": "2030-07-30", "renewal_attempts": 0.0}, pick(b.now(t), "start_date", "end_date", "renewal_attempts"))
			require.Equal(t, 2, b.fake.Succeeded())
			require.Len(t, b.history(t), 2)
			require.Equal(t, []string{"plan_paid", "plan_paid"}, b.told(t))
			b.until(t, "2030-07-01")
			require.Equal(t, 2, b.fake.Succeeded())
		})
	}

	t.Run("a day without Stripe counts as no attempt, and the next hour tries again", func(t *testing.T) {
		t.Parallel()
		b := withStripe(t)
		b.Start(t)
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		b.Settle(t)
		b.fake.Fail(stripefake.ServerError, forever)
		b.until(t, "2030-06-30")
		b.wake(t, 23*time.Hour)
		require.Len(t, having(b.ExpectLogs(), "never learned"), 1)
		require.Equal(t, object{"is_active": true, "renewal_attempts": 0.0}, pick(b.now(t), "is_active", "renewal_attempts"))
		b.fake.Recover()
		b.wake(t, time.Hour) // if another charge was begun meanwhile
		b.run(t, "billing_due")
		require.Equal(t, object{"start_date": "2030-06-30", "end_date": "2030-07-30"}, pick(b.now(t), "start_date", "end_date"))
		require.Equal(t, 2, b.fake.Succeeded())
		require.Len(t, b.history(t), 2)
	})
}

// renewal is the job that renews the subscription of an account.
type renewal struct {
	OwnerID int64 `json:"owner_id"`
}

func (renewal) Kind() string { return "billing_renew" }

func TestRenewal_atOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		t.Helper()
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		b.Start(t)
		if node := b.node(t); node.Env != b.Env {
			node.Start(t)
		}
		b.Settle(t)
		b.Clock.Advance(30 * day)
		list := []jobs.Args{job{"billing_due"}}
		for range 20 {
			list = append(list, renewal{b.hotel.User.OwnerID})
		}
		require.NoError(t, b.Queue.EnqueueAll(apptest.Context(t), list))
		b.Settle(t)
		b.hotel = b.Login(t, b.hotel.User.Email)
		require.Equal(t, object{"start_date": "2030-06-30", "end_date": "2030-07-30"}, pick(b.now(t), "start_date", "end_date"))
		if b.fake != nil {
			require.Equal(t, 2, b.fake.Succeeded())
			require.Len(t, b.attempts(), 2, "one charge each, asked for once")
		}
		require.Len(t, b.history(t), 2)
		require.Equal(t, []string{"plan_paid", "plan_paid"}, b.told(t))
	})
}

// What is paid on one node holds on every other at once, and so does the end of it.
func TestLimits_nodes(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		t.Helper()
		b.Start(t)
		node := b.node(t)
		create := func(name string) int {
			t.Helper()
			return node.hotel.Do(t, post, "/api/info/property/create/", text(t, object{"name": name})).Code
		}
		require.Equal(t, http.StatusCreated, create("First"))
		require.Equal(t, http.StatusForbidden, create("Second"))

		b.attach(t, "pm_card_visa")
		b.buy(t, "silver", "monthly")
		require.Equal(t, http.StatusCreated, create("Second"))
		require.Equal(t, http.StatusCreated, create("Third"))
		require.Equal(t, http.StatusForbidden, create("Fourth"))
		b.buy(t, "gold", "monthly")
		require.Equal(t, http.StatusCreated, create("Fourth"))

		// It is declined three times on this node, and lapses.
		b.attach(t, "pm_card_chargeCustomerFail")
		for _, date := range []string{"2030-06-30", "2030-07-03"} {
			b.Settle(t)
			b.until(t, date)
			node.hotel = node.As(b.hotel)
			require.Equal(t, http.StatusCreated, create("Hotel of "+date), "the plan stays while it is tried")
		}
		b.Settle(t)
		b.until(t, "2030-07-07")
		node.hotel = node.As(b.hotel)
		require.Equal(t, http.StatusForbidden, create("Fifth"))
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		require.Equal(t, http.StatusCreated, create("Fifth"))
	})
}
