package billingtest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/plan"
)

func TestBrowser(t *testing.T) {
	t.Parallel()

	t.Run("a payment is begun, confirmed in the browser and verified", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.attach(t, "pm_card_authenticationRequired")
		intent := b.do(t, "stripe/payment-intent/", b.choice(t, "gold", "yearly"), http.StatusOK)
		require.Equal(t, object{"amount": "1178.10", "net": "990.00", "vat": "188.10", "currency": "EUR", "sandbox": true}, pick(intent, "amount", "net", "vat", "currency", "sandbox"))
		require.Contains(t, intent["client_secret"], intent["payment_intent"])
		require.Equal(t, "free", b.now(t)["category"], "nothing is paid yet")
		verify := object{"payment_intent": intent["payment_intent"]}
		done := b.do(t, "verify-payment/", verify, http.StatusOK)
		require.Equal(t, "gold", done["subscription"].(object)["category"])
		require.Equal(t, done["subscription"], b.do(t, "verify-payment/", verify, http.StatusOK)["subscription"], "a repeat answers the same")
		require.Len(t, b.history(t), 1)
	})

	t.Run("a card that needs authentication: upgrade says so, and verifying activates the plan", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.attach(t, "pm_card_authenticationRequired")
			refused := b.do(t, "subscription/upgrade/", b.choice(t, "silver", "monthly"), http.StatusPaymentRequired)
			require.Equal(t, "authentication_required", refused["code"])
			require.NotEmpty(t, refused["client_secret"])
			if b.fake != nil {
				b.do(t, "verify-payment/", object{"payment_intent": refused["payment_intent"]}, http.StatusPaymentRequired)
				b.fake.Browser(refused["payment_intent"].(string), "")
			}
			b.do(t, "verify-payment/", object{"payment_intent": refused["payment_intent"]}, http.StatusOK)
			require.Equal(t, "silver", b.now(t)["category"])
		})
	})

	t.Run("one that nobody tried is incomplete, not declined", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			t.Helper()
			intent := b.do(t, "stripe/payment-intent/", b.choice(t, "gold", "monthly"), http.StatusOK)
			verify := object{"payment_intent": intent["payment_intent"]}
			require.Equal(t, "payment_incomplete", b.do(t, "verify-payment/", verify, http.StatusPaymentRequired)["code"])
			require.Equal(t, "free", b.now(t)["category"])
		})
	})

	t.Run("one that is left alone is given up after an hour, and another takes its place at once", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			t.Helper()
			b.Start(t)
			first := b.do(t, "stripe/payment-intent/", b.choice(t, "gold", "monthly"), http.StatusOK)
			second := b.do(t, "stripe/payment-intent/", b.choice(t, "silver", "monthly"), http.StatusOK)
			require.NotEqual(t, first["payment_intent"], second["payment_intent"])
			b.attach(t, "pm_card_visa")
			require.Equal(t, "payment_incomplete", b.do(t, "verify-payment/", object{"payment_intent": first["payment_intent"]}, http.StatusPaymentRequired)["code"])
			b.Clock.Advance(59 * time.Minute)
			b.Settle(t)
			require.Equal(t, 1, b.pending(t))
			b.Clock.Advance(2 * time.Minute)
			require.Eventually(t, func() bool { return b.pending(t) == 0 }, 2*time.Minute, 10*time.Millisecond)
			b.hotel = b.Login(t, b.hotel.User.Email)
			b.do(t, "verify-payment/", object{"payment_intent": second["payment_intent"]}, http.StatusPaymentRequired)
			b.buy(t, "silver", "monthly")
		})
	})

	t.Run("what needs no payment now is refused with the way to it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		require.Equal(t, "already_subscribed", b.do(t, "stripe/payment-intent/", b.choice(t, "gold", "monthly"), http.StatusConflict)["code"])
		require.Equal(t, "invalid_transition", b.do(t, "stripe/payment-intent/", b.choice(t, "silver", "monthly"), http.StatusConflict)["code"])
		for _, wrong := range []object{{"plan_id": 999}, {"plan_id": 0}, {"plan_id": b.plan(t, "gold"), "billing_cycle": "weekly"}, {}} {
			b.do(t, "subscription/upgrade/", wrong, http.StatusBadRequest)
		}
	})
}

// pending counts the charges whose outcome is not known.
func (b *bundle) pending(t *testing.T) int {
	t.Helper()
	n, err := b.DB.From(t.Context()).NewSelect().Table("billing_charges").Where("owner_id = ? AND status = 'pending'", b.hotel.User.OwnerID).Count(t.Context())
	require.NoError(t, err)
	return int(n)
}

// TestTerms_Kept: staff change what a plan costs and allows; who bought it keeps what was bought.
func TestTerms_Kept(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Start(t)
	b.attach(t, "pm_card_visa")
	b.buy(t, "silver", "monthly")
	limits := func() any { return b.overview(t)["plan"].(object)["features"] }
	before := limits()
	id := text(t, b.plan(t, "silver"))
	body(t, b.Staff().Do(t, http.MethodPatch, "/api/admin/plans/"+id+"/", `{"price":"60.00","features":{"properties":1}}`), http.StatusOK)
	require.Equal(t, before, limits())
	b.until(t, "2030-06-30")
	require.Equal(t, before, limits(), "through the renewal too")
	require.Equal(t, "44.00", b.history(t)[0]["net"])

	other := &bundle{Env: b.Env, hotel: b.Manager(t)}
	other.address(t, complete)
	other.attach(t, "pm_card_visa")
	require.Equal(t, "60.00", other.buy(t, "silver", "monthly")["payment"].(object)["net"])

	body(t, b.Login(t, b.Staff().User.Email).Do(t, http.MethodPatch, "/api/admin/plans/"+id+"/", `{"is_active":false}`), http.StatusOK)
	b.until(t, "2030-07-31")
	require.Equal(t, "silver", b.now(t)["category"], "what is not sold any more is renewed")
}

// TestGrant_AboveWhatIsPaid: a grant lifts what is paid for, and its end brings that back.
func TestGrant_AboveWhatIsPaid(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.attach(t, "pm_card_visa")
	b.buy(t, "silver", "yearly")
	path := "/api/admin/accounts/" + text(t, b.hotel.User.OwnerID) + "/plan/"
	body(t, b.Staff().Do(t, put, path, `{"plan":"gold","until":"2030-06-15","note":"for the trouble in May"}`), http.StatusOK)
	in := func() object { return pick(b.overview(t)["plan"].(object), "category", "source", "granted_until") }
	require.Equal(t, object{"category": "gold", "source": "both", "granted_until": "2030-06-15"}, in())
	require.Equal(t, "silver", b.now(t)["category"])
	b.Clock.Advance(15 * day)
	b.hotel = b.Login(t, b.hotel.User.Email)
	require.Equal(t, "gold", in()["category"])
	b.Clock.Advance(day)
	b.hotel = b.Login(t, b.hotel.User.Email)
	require.Equal(t, object{"category": "silver", "source": "paid", "granted_until": nil}, in())
}

// TestSuspended: a suspended account is not charged, and pays from the day on which it is resumed.
func TestSuspended(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Start(t)
	b.attach(t, "pm_card_visa")
	b.buy(t, "gold", "monthly")
	staff := "/api/admin/accounts/" + text(t, b.hotel.User.OwnerID)
	body(t, b.Staff().Do(t, post, staff+"/suspend/", `{"note":"x"}`), http.StatusOK)
	require.Equal(t, http.StatusForbidden, b.hotel.Do(t, get, base+"overview/", "").Code)
	b.Settle(t) // an event that waits would be too old to be told of
	b.Clock.Advance(60 * day)
	b.run(t, "billing_due")
	require.Equal(t, 1, b.bills(t))

	staffAgain := b.Login(t, b.Staff().User.Email)
	body(t, staffAgain.Do(t, post, staff+"/resume/", ""), http.StatusOK)
	b.hotel = b.Login(t, b.hotel.User.Email)
	require.Equal(t, "gold", b.overview(t)["plan"].(object)["category"])
	b.run(t, "billing_due")
	require.Equal(t, object{"start_date": "2030-07-30", "end_date": "2030-08-29"}, pick(b.now(t), "start_date", "end_date"))
	require.Equal(t, 2, b.bills(t))
}

func (b *bundle) bills(t *testing.T) int {
	t.Helper()
	n, err := b.DB.From(t.Context()).NewSelect().Table("billing_history").Where("owner_id = ?", b.hotel.User.OwnerID).Count(t.Context())
	require.NoError(t, err)
	return int(n)
}

// TestLapse_Excess: what is beyond the free tier is read-only after the end of a plan, and free
// again with the next one.
func TestLapse_Excess(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.Start(t)
	b.attach(t, "pm_card_visa")
	b.buy(t, "gold", "monthly")
	free := plan.Free.Features.Properties
	first := b.Property(t, b.hotel, "House 1")
	last := first
	for range free {
		last = b.Property(t, b.hotel, "One more")
	}
	rename := func(id int64) int {
		return b.hotel.Do(t, put, "/api/info/property/update/"+text(t, id)+"/", `{"city":"Chania"}`).Code
	}
	require.Equal(t, http.StatusOK, rename(last.ID))
	b.do(t, "subscription/cancel/", nil, http.StatusOK)
	b.until(t, "2030-06-30")
	require.Equal(t, []int{http.StatusOK, http.StatusForbidden}, []int{rename(first.ID), rename(last.ID)})
	require.Equal(t, http.StatusOK, b.hotel.Do(t, get, "/api/info/property/"+text(t, last.ID)+"/", "").Code)
	b.buy(t, "silver", "monthly")
	require.Equal(t, http.StatusOK, rename(last.ID))
}
