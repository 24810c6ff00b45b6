package main

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A hotel pays for its plan in the sandbox: every payment operation, each answer held against
// its description, with renewals and the end of the plan as time passes.
func TestProgram_BillingStory(t *testing.T) {
	t.Parallel()
	site := newSite(t, "ALLOT_PAYMENTS=sandbox", "ALLOT_DEV=true", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn")
	s := newScript(t, site.start(t))
	token, owner := s.register("anna@poseidon.example")
	const base = "/api/payments/"
	pay := func(path string, body any) answer { return s.ok(200, post, base+path, token, body) }
	sub := func() map[string]any {
		return s.ok(200, get, base+"overview/", token, nil).body["subscription"].(map[string]any)
	}

	staff := s.login("staff@allot.example").token()
	s.ok(200, put, "/api/admin/billing/seller/", staff, object{
		"name": "Allot GmbH", "vat_id": "DE136695976", "address": "Hafenstraße 1", "postal_code": "20457", "city": "Hamburg", "country": "DE",
		"contact_name": "Buchhaltung", "contact_phone": "+49 40 123456", "contact_email": "billing@allot.example", "iban": "DE89370400440532013000",
	})
	s.ok(200, get, "/api/admin/billing/seller/", staff, nil)
	gold := s.ok(200, get, base+"plans/", token, nil).list()[1]
	require.Equal(t, "gold", gold["category"])
	choice := object{"plan_id": gold["id"], "billing_cycle": "monthly"}

	s.ok(200, put, base+"billing-address/", token, object{
		"company_name": "Poseidon AE", "country": "GR", "vat_number": "EL094259216", "address": "Knossou 3", "postal_code": "71306", "city": "Heraklion", "billing_email": "anna@poseidon.example",
	})
	s.ok(200, get, base+"billing-address/", token, nil)
	s.ok(402, post, base+"subscription/upgrade/", token, choice)
	pay("stripe/setup-intent/", nil)
	bad := s.ok(201, post, base+"stripe/attach-method/", token, object{"payment_method": "pm_card_chargeDeclinedInsufficientFunds"}).body
	require.Equal(t, "insufficient_funds", s.ok(402, post, base+"subscription/upgrade/", token, choice).body["code"])
	good := s.ok(201, post, base+"stripe/attach-method/", token, object{"payment_method": "pm_card_visa"}).body
	pay(fmt.Sprintf("cards/set-primary/%v/", good["id"]), nil)
	s.ok(204, del, fmt.Sprintf(base+"cards/%v/", bad["id"]), token, nil)
	require.Len(t, s.ok(200, get, base+"cards/", token, nil).list(), 1)
	intent := pay("stripe/payment-intent/", choice).body
	bill := pay("verify-payment/", object{"payment_intent": intent["payment_intent"]}).body["payment"].(map[string]any)
	require.Equal(t, []any{"99.00", "AE"}, []any{bill["amount"], bill["vat_category"]}, "reverse charge")
	for _, format := range []string{"pdf", "zugferd", "xrechnung"} {
		a := s.call(get, fmt.Sprintf(base+"invoice/%v/download/?format=%s", bill["invoice_number"], format), token, nil)
		require.Equal(t, 200, a.status, a.raw)
	}
	pay("subscription/upgrade/", object{"plan_id": gold["id"], "billing_cycle": "yearly"})
	pay("subscription/cancel/", nil)
	pay("subscription/resume/", nil)
	pay("subscription/auto-renew/", object{"enabled": false})
	pay("subscription/auto-renew/", object{"enabled": true})
	pay("subscription/renew-now/", nil)
	s.ok(409, post, base+"subscription/renew-now/", token, nil)
	s.ok(400, post, base+"stripe/webhook/", "", object{"id": "evt_1"}, "Stripe-Signature", "t=1,v1=00")
	paid := sub()
	require.Len(t, s.ok(200, get, base+"history/", token, nil).list(), 4)
	require.Zero(t, s.stop())

	// In two years and a day the program renews it by itself.
	years := 2*365*24*time.Hour + 48*time.Hour
	s.program = site.start(t, "ALLOT_CLOCK_OFFSET="+years.String())
	token = s.login("anna@poseidon.example").token()
	until(t, func() bool { return sub()["end_date"] != paid["end_date"] })
	require.Equal(t, "gold", sub()["category"])
	pay("subscription/cancel/", nil)
	require.Zero(t, s.stop())

	s.program = site.start(t, "ALLOT_CLOCK_OFFSET="+(years+400*24*time.Hour).String())
	token = s.login("anna@poseidon.example").token()
	until(t, func() bool { return sub()["category"] == "free" })
	until(t, func() bool {
		told := s.ok(200, get, "/api/notification/notification/", token, nil).list()
		return len(told) > 0 && told[0]["kind"] == "plan_ended"
	})
	staff = s.login("staff@allot.example").token()
	account := s.ok(200, get, fmt.Sprintf("/api/admin/accounts/%d/", owner), staff, nil)
	require.Equal(t, "free", account.body["plan"].(map[string]any)["category"])
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}
