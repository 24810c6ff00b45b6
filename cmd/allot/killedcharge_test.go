package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/testkit/stripefake"
)

// The program is killed while Stripe is asked for money: before it has moved, and after. The
// next start learns what became of it. The customer has paid once, and has the plan.
func TestProgram_KilledCharges(t *testing.T) {
	t.Parallel()
	for name, trouble := range map[string]stripefake.Trouble{"before the money has moved": stripefake.Hang, "after it has moved": stripefake.HangAfter} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fake := stripefake.New(t)
			s := newSite(t, "ALLOT_DEV=true", "ALLOT_BOOTSTRAP_ADMIN=staff@allot.example:"+goodPassword, "ALLOT_LOG_LEVEL=warn",
				"ALLOT_STRIPE_SECRET_KEY="+stripefake.Key, "ALLOT_STRIPE_API_URL="+fake.URL, "ALLOT_STRIPE_WEBHOOK_SECRET=whsec_x")
			p := newScript(t, s.start(t))
			p.ok(200, put, "/api/admin/billing/seller/", p.login("staff@allot.example").token(), object{
				"name": "Allot GmbH", "vat_id": "DE136695976", "address": "Hafenstraße 1", "city": "Hamburg", "country": "DE",
			})
			token, _ := p.register("anna@poseidon.example")
			p.ok(200, put, "/api/payments/billing-address/", token, object{"company_name": "Poseidon", "country": "DE"})
			p.ok(201, post, "/api/payments/stripe/attach-method/", token, object{"payment_method": "pm_card_visa"})

			asked := len(fake.Requests())
			fake.Fail(trouble, 1)
			done := make(chan struct{})
			go func() {
				defer close(done)
				p.call(post, "/api/payments/subscription/upgrade/", token, object{"plan_id": 1, "billing_cycle": "monthly"})
			}()
			until(t, func() bool { return len(fake.Requests()) > asked })
			p.kill()
			<-done
			fake.Recover()

			p.program = s.start(t)
			token = p.login("anna@poseidon.example").token()
			refused := p.call(post, "/api/payments/subscription/upgrade/", token, object{"plan_id": 1, "billing_cycle": "monthly"})
			require.Equal(t, []any{409, "payment_in_progress"}, []any{refused.status, refused.body["code"]}, "nobody pays twice meanwhile")
			require.Zero(t, p.stop())

			p.program = s.start(t, "ALLOT_CLOCK_OFFSET=3m")
			token = p.login("anna@poseidon.example").token()
			until(t, func() bool {
				return p.ok(200, get, "/api/payments/overview/", token, nil).body["subscription"].(map[string]any)["is_active"] == true
			})
			require.Equal(t, 1, fake.Succeeded())
			require.Len(t, p.ok(200, get, "/api/payments/history/", token, nil).list(), 1)
			require.Zero(t, p.stop())
			require.NotContains(t, p.logged(), "level=ERROR")
		})
	}
}
