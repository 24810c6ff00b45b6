package billingtest

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/testkit/audittest"
)

// Without the flag the area is closed, and the plans can be read.
func TestTeam_withoutFlag(t *testing.T) {
	t.Parallel()
	b := setup(t)
	desk := b.SubUser(t, b.hotel)
	require.Equal(t, http.StatusOK, desk.Do(t, get, base+"plans/", "").Code)
	for _, c := range []struct{ method, path, body string }{
		{get, "overview/", ""},
		{get, "history/", ""},
		{get, "cards/", ""},
		{get, "billing-address/", ""},
		{put, "billing-address/", `{"city":"X"}`},
		{post, "subscription/upgrade/", text(t, b.choice(t, "gold", "monthly"))},
		{post, "subscription/cancel/", ""},
		{post, "subscription/resume/", ""},
		{post, "subscription/renew-now/", ""},
		{post, "subscription/auto-renew/", `{"enabled":true}`},
		{post, "stripe/setup-intent/", ""},
		{post, "stripe/attach-method/", `{"payment_method":"pm_card_visa"}`},
		{post, "stripe/payment-intent/", text(t, b.choice(t, "gold", "monthly"))},
		{post, "verify-payment/", `{"payment_intent":"pi_1"}`},
		{post, "cards/set-primary/1/", ""},
		{del, "cards/1/", ""},
		{get, "invoice/AL-2030-00001/download/", ""},
	} {
		require.Equal(t, http.StatusForbidden, desk.Do(t, c.method, base+c.path, c.body).Code, c.path)
	}
	require.Equal(t, "free", b.now(t)["category"])
}

// With the flag a colleague pays for the account, and all share the plan.
func TestTeam_withFlag(t *testing.T) {
	t.Parallel()
	b := setup(t)
	clerk := b.SubUser(t, b.hotel, auth.Subscriptions)
	b.attach(t, "pm_card_visa")
	body(t, clerk.Do(t, post, base+"subscription/upgrade/", text(t, b.choice(t, "gold", "monthly"))), http.StatusOK)
	require.Equal(t, "gold", b.overview(t)["plan"].(object)["category"])
	require.Equal(t, "gold", body(t, clerk.Do(t, get, base+"overview/", ""), http.StatusOK)["plan"].(object)["category"])
	require.Len(t, b.history(t), 1)
	trail, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "subscription", b.hotel.User.OwnerID)
	require.NoError(t, err)
	require.Len(t, trail, 1)
	require.Equal(t, clerk.User.ID, trail[0].UserID)
}

// An account never sees what another one pays.
func TestTeam_otherAccounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.attach(t, "pm_card_visa")
	b.buy(t, "gold", "monthly")
	other := b.Operator(t)
	card := text(t, body(t, b.hotel.Do(t, get, base+"cards/", ""), http.StatusOK)["results"].([]any)[0].(object)["id"])
	number := b.history(t)[0]["invoice_number"].(string)
	apptest.RequireNotFound(t, other.Do(t, post, base+"cards/set-primary/"+card+"/", ""))
	apptest.RequireNotFound(t, other.Do(t, del, base+"cards/"+card+"/", ""))
	apptest.RequireNotFound(t, other.Do(t, get, base+"invoice/"+number+"/download/", ""))
	apptest.RequireNotFound(t, other.Do(t, post, base+"verify-payment/", text(t, object{"payment_intent": b.history(t)[0]["provider_reference"]})))
	require.Empty(t, body(t, other.Do(t, get, base+"history/", ""), http.StatusOK)["results"])
	require.Equal(t, "free", body(t, other.Do(t, get, base+"overview/", ""), http.StatusOK)["plan"].(object)["category"])
}

// Staff pay for nothing.
func TestTeam_staff(t *testing.T) {
	t.Parallel()
	b := setup(t)
	require.Equal(t, http.StatusForbidden, b.Staff().Do(t, get, base+"overview/", "").Code)
	require.Equal(t, http.StatusForbidden, b.hotel.Do(t, get, "/api/admin/billing/seller/", "").Code)
}

func TestCards(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		t.Helper()
		b.Start(t)
		first := b.attach(t, "pm_card_visa")
		second := b.do(t, "stripe/attach-method/", object{"payment_method": "pm_card_mastercard"}, http.StatusCreated)
		require.Equal(t, false, second["is_primary"])
		cards := func() (list []any) {
			for _, c := range body(t, b.hotel.Do(t, get, base+"cards/", ""), http.StatusOK)["results"].([]any) {
				list = append(list, []any{c.(object)["last4"], c.(object)["is_primary"]})
			}
			return list
		}
		require.Equal(t, []any{[]any{"4242", true}, []any{"4444", false}}, cards())
		b.do(t, "cards/set-primary/"+text(t, second["id"])+"/", nil, http.StatusOK)
		require.Equal(t, []any{[]any{"4242", false}, []any{"4444", true}}, cards())

		b.buy(t, "silver", "monthly")
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, base+"cards/"+text(t, second["id"])+"/", "").Code)
		require.Equal(t, []any{[]any{"4242", true}}, cards(), "the oldest takes its place")
		require.Equal(t, "card_in_use", body(t, b.hotel.Do(t, del, base+"cards/"+text(t, first["id"])+"/", ""), http.StatusConflict)["code"])
		b.do(t, "subscription/auto-renew/", object{"enabled": false}, http.StatusOK)
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, base+"cards/"+text(t, first["id"])+"/", "").Code)

		// Without a card the renewal fails like one with a bad card.
		b.do(t, "subscription/auto-renew/", object{"enabled": true}, http.StatusOK)
		b.until(t, "2030-06-30")
		require.Equal(t, "1", text(t, b.now(t)["renewal_attempts"]))
		require.Equal(t, []any{"failed", "add a card first: there is none to charge"}, []any{b.history(t)[0]["status"], b.history(t)[0]["reason"]})

		for _, wrong := range []string{"4242424242424242", "pm_card_unknown", "", "pm card", "cus_1"} {
			res := b.hotel.Do(t, post, base+"stripe/attach-method/", text(t, object{"payment_method": wrong}))
			require.Contains(t, []int{http.StatusBadRequest, http.StatusNotFound}, res.Code, "%s: %s", wrong, res.Body)
		}
	})
}

func TestAsking_Limited(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for range 30 {
		require.Equal(t, http.StatusOK, b.hotel.Do(t, post, base+"stripe/setup-intent/", "").Code)
	}
	res := b.hotel.Do(t, post, base+"stripe/setup-intent/", "")
	require.Equal(t, "payment_limit", body(t, res, http.StatusTooManyRequests)["code"])
	require.NotEmpty(t, res.Header().Get("Retry-After"))
	for path, in := range map[string]object{
		"stripe/attach-method/": {"payment_method": "pm_card_visa"}, "subscription/upgrade/": b.choice(t, "gold", "monthly"),
		"stripe/payment-intent/": b.choice(t, "gold", "monthly"), "subscription/renew-now/": nil,
	} {
		b.do(t, path, in, http.StatusTooManyRequests)
	}
	require.Equal(t, http.StatusOK, b.Operator(t).Do(t, post, base+"stripe/setup-intent/", "").Code, "each account on its own")
	b.Clock.Advance(time.Hour)
	b.hotel = b.Login(t, b.hotel.User.Email)
	b.do(t, "stripe/attach-method/", object{"payment_method": "pm_card_visa"}, http.StatusCreated)
}

func TestCards_AtOnce(t *testing.T) {
	t.Parallel()
	b := setup(t)
	codes := apptest.AtOnce(20, func(int) int {
		return b.hotel.Do(t, post, base+"stripe/attach-method/", `{"payment_method":"pm_card_visa"}`).Code
	})
	require.Equal(t, map[int]int{http.StatusCreated: 10, http.StatusConflict: 10}, codes)
	cards := body(t, b.hotel.Do(t, get, base+"cards/", ""), http.StatusOK)["results"].([]any)
	primary := 0
	for _, c := range cards {
		if c.(object)["is_primary"].(bool) {
			primary++
		}
	}
	require.Equal(t, []int{10, 1}, []int{len(cards), primary})
}
