package billingtest

import (
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// each runs a test with the sandbox and with Stripe.
func each(t *testing.T, fn func(t *testing.T, b *bundle)) {
	t.Helper()
	t.Run("sandbox", func(t *testing.T) { t.Parallel(); fn(t, setup(t)) })
	t.Run("stripe", func(t *testing.T) { t.Parallel(); fn(t, withStripe(t)) })
}

// told returns the kinds of the notices to the hotel, oldest first.
func (b *bundle) told(t *testing.T) (kinds []string) {
	t.Helper()
	b.Settle(t)
	for _, n := range slices.Backward(b.Told(t, b.hotel)) {
		kinds = append(kinds, string(n.Kind))
	}
	return kinds
}

// letters counts the notices that the hotel got by mail after the letter that welcomes it. Bills
// go to the billing address in letters of their own.
func (b *bundle) letters(t *testing.T) int {
	t.Helper()
	notices := -1
	for _, l := range b.Letters(t, b.hotel.User.Email) {
		if len(l.Attachments) == 0 {
			notices++
		}
	}
	return notices
}

// TestLife is the life of a subscription, from the free tier and back.
func TestLife(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		t.Helper()
		b.Start(t)

		// Free: 2030-05-31.
		o := b.overview(t)
		require.Equal(t, b.fake == nil, o["sandbox"])
		require.Equal(t, "free", o["subscription"].(object)["category"])
		require.Equal(t, "free", o["plan"].(object)["source"])
		require.Nil(t, o["next_billing_date"])
		require.Equal(t, "card_required", b.do(t, "subscription/upgrade/", b.choice(t, "gold", "monthly"), http.StatusPaymentRequired)["code"])
		for _, step := range []string{"cancel/", "resume/", "renew-now/"} {
			require.Equal(t, "no_subscription", b.do(t, "subscription/"+step, nil, http.StatusConflict)["code"], step)
		}

		// A card, and Gold for a month. There is no 31st of June: the period ends the day before the 30th.
		intent := b.do(t, "stripe/setup-intent/", nil, http.StatusOK)
		require.NotEmpty(t, intent["client_secret"])
		card := b.attach(t, "pm_card_visa")
		require.Equal(t, object{"is_primary": true, "last4": "4242"}, object{"is_primary": card["is_primary"], "last4": card["last4"]})
		paid := b.buy(t, "gold", "monthly")
		require.Equal(t, "117.81", paid["payment"].(object)["amount"], "99.00 and 19 %")
		s := b.now(t)
		require.Equal(t, object{
			"plan_name": "Gold", "is_active": true, "start_date": "2030-05-31", "end_date": "2030-06-29", "billing_cycle": "monthly", "auto_renew": true,
			"cancel_at_period_end": false, "renewal_attempts": 0.0, "next_billing_date": "2030-06-30",
		}, pick(s, "plan_name", "is_active", "start_date", "end_date", "billing_cycle", "auto_renew", "cancel_at_period_end", "renewal_attempts", "next_billing_date"))
		require.NotEmpty(t, s["provider_subscription_id"])
		require.NotEmpty(t, s["stripe_customer_id"])
		require.Equal(t, "gold", b.overview(t)["plan"].(object)["category"])
		require.Equal(t, "already_subscribed", b.do(t, "subscription/upgrade/", b.choice(t, "gold", "monthly"), http.StatusConflict)["code"])
		require.Equal(t, []string{"plan_paid"}, b.told(t))
		require.Equal(t, 1, b.letters(t))

		// The renewal, on the 31st again.
		b.until(t, "2030-06-29")
		require.Len(t, b.history(t), 1, "paid to the end of this day")
		b.until(t, "2030-06-30")
		require.Equal(t, object{"start_date": "2030-06-30", "end_date": "2030-07-30"}, pick(b.now(t), "start_date", "end_date"))
		require.Len(t, b.history(t), 2)
		b.run(t, "billing_due")
		require.Len(t, b.history(t), 2, "once")

		// The year: half of the month is credited.
		b.until(t, "2030-07-15")
		year := b.buy(t, "gold", "yearly")
		require.Equal(t, object{"start_date": "2030-07-15", "end_date": "2031-07-14", "billing_cycle": "yearly"}, pick(b.now(t), "start_date", "end_date", "billing_cycle"))
		require.Equal(t, "938.90", year["payment"].(object)["net"], "990.00 less 16 of 31 days of 99.00")

		// A cheaper plan is for later, and can be taken back.
		later := b.buy(t, "silver", "monthly")
		require.Nil(t, later["payment"])
		require.Equal(t, object{"plan_name": "Gold", "next_plan_name": "Silver", "next_billing_cycle": "monthly"}, pick(later["subscription"].(object), "plan_name", "next_plan_name", "next_billing_cycle"))
		require.Nil(t, b.buy(t, "gold", "yearly")["subscription"].(object)["next_plan"])

		// Cancelled and resumed.
		require.Equal(t, true, b.do(t, "subscription/cancel/", nil, http.StatusOK)["subscription"].(object)["cancel_at_period_end"])
		require.Nil(t, b.now(t)["next_billing_date"])
		require.Equal(t, "invalid_transition", b.do(t, "subscription/cancel/", nil, http.StatusConflict)["code"])
		require.Equal(t, false, b.do(t, "subscription/resume/", nil, http.StatusOK)["subscription"].(object)["cancel_at_period_end"])
		require.Equal(t, "invalid_transition", b.do(t, "subscription/resume/", nil, http.StatusConflict)["code"])
		require.Equal(t, false, b.do(t, "subscription/auto-renew/", object{"enabled": false}, http.StatusOK)["subscription"].(object)["auto_renew"])
		require.Equal(t, "2031-07-15", b.do(t, "subscription/auto-renew/", object{"enabled": true}, http.StatusOK)["subscription"].(object)["next_billing_date"])

		// Declined, tried again, and paid by hand with another card.
		b.attach(t, "pm_card_chargeCustomerFail")
		b.until(t, "2031-07-15")
		require.Equal(t, object{"is_active": true, "renewal_attempts": 1.0, "next_attempt_date": "2031-07-18"}, pick(b.now(t), "is_active", "renewal_attempts", "next_attempt_date"))
		require.Equal(t, "gold", b.overview(t)["plan"].(object)["category"], "the plan stays while it is tried")
		b.until(t, "2031-07-17")
		require.Equal(t, "1", text(t, b.now(t)["renewal_attempts"]))
		b.until(t, "2031-07-18")
		require.Equal(t, "2", text(t, b.now(t)["renewal_attempts"]))
		require.Equal(t, http.StatusPaymentRequired, b.hotel.Do(t, post, base+"subscription/renew-now/", "").Code)
		b.attach(t, "pm_card_mastercard")
		b.do(t, "subscription/renew-now/", nil, http.StatusOK)
		require.Equal(t, object{"start_date": "2031-07-15", "end_date": "2032-07-14", "renewal_attempts": 0.0}, pick(b.now(t), "start_date", "end_date", "renewal_attempts"))
		b.do(t, "subscription/renew-now/", nil, http.StatusOK)
		require.Equal(t, "2033-07-14", b.now(t)["end_date"])
		require.Equal(t, "already_renewed", b.do(t, "subscription/renew-now/", nil, http.StatusConflict)["code"])

		// Declined three times: it lapses.
		b.attach(t, "pm_card_chargeCustomerFail")
		for i, date := range []string{"2033-07-15", "2033-07-18", "2033-07-22"} {
			require.Equal(t, true, b.now(t)["is_active"], "before attempt %d", i+1)
			b.until(t, date)
		}
		s = b.now(t)
		require.Equal(t, object{"category": "free", "is_active": false, "plan": nil, "next_billing_date": nil}, pick(s, "category", "is_active", "plan", "next_billing_date"))
		require.Equal(t, "free", b.overview(t)["plan"].(object)["category"])
		b.until(t, "2033-09-01")
		require.Equal(t, "free", b.now(t)["category"])

		// Cancelled, and the end of the period.
		b.attach(t, "pm_card_visa")
		b.buy(t, "silver", "monthly")
		b.do(t, "subscription/cancel/", nil, http.StatusOK)
		b.until(t, "2033-09-30")
		require.Equal(t, "silver", b.overview(t)["plan"].(object)["category"])
		b.until(t, "2033-10-01")
		require.Equal(t, "free", b.overview(t)["plan"].(object)["category"])

		require.Equal(t, []string{
			"plan_paid", "plan_paid", "plan_paid", "plan_payment_failed", "plan_payment_failed", "plan_payment_failed", "plan_paid", "plan_paid",
			"plan_payment_failed", "plan_payment_failed", "plan_last_payment_failed", "plan_ended", "plan_paid", "plan_ended",
		}, b.told(t))
		require.Equal(t, 14, b.letters(t), "a letter each")
		statuses := []string{}
		for _, h := range b.history(t) {
			statuses = append(statuses, h["status"].(string))
		}
		require.Equal(t, []string{"paid", "failed", "failed", "failed", "paid", "paid", "failed", "failed", "failed", "paid", "paid", "paid"}, statuses)
	})
}

func pick(o object, keys ...string) object {
	picked := object{}
	for _, k := range keys {
		picked[k] = o[k]
	}
	return picked
}
