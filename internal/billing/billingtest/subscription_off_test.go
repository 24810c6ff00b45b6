package billingtest

import (
	"net/http"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/app/config"
	"allot/internal/billing/processor"
	"allot/internal/billing/subscription"
	"allot/internal/identity/plan"
)

func TestPaymentsOff(t *testing.T) {
	t.Parallel()

	t.Run("nothing is sold for a test card, and staff grant plans", func(t *testing.T) {
		t.Parallel()
		b := setup(t, apptest.Settings(func(s *config.Settings) { s.Payments = config.PaymentsOff }))
		require.Equal(t, []any{"off", false}, []any{b.overview(t)["payments"], b.overview(t)["sandbox"]})
		require.Equal(t, "off", body(t, b.hotel.Do(t, get, base+"plans/", ""), http.StatusOK)["payments"])
		for path, payload := range map[string]object{
			"stripe/setup-intent/":    nil,
			"stripe/attach-method/":   {"payment_method": "pm_card_visa"},
			"stripe/payment-intent/":  b.choice(t, "diamond", "monthly"),
			"subscription/upgrade/":   b.choice(t, "diamond", "monthly"),
			"subscription/renew-now/": nil,
		} {
			require.Equal(t, "payments_off", b.do(t, path, payload, http.StatusConflict)["code"], path)
		}
		require.Empty(t, b.overview(t)["cards"])
		require.Equal(t, "free", b.overview(t)["plan"].(object)["category"])
		b.Grant(t, b.hotel, plan.Diamond)
		require.Equal(t, "diamond", b.overview(t)["plan"].(object)["category"])
	})

	t.Run("a subscription from before is not renewed, and its account is told on each of the three days", func(t *testing.T) {
		t.Parallel()
		var off atomic.Bool
		b := setup(t, apptest.With(func(d *subscription.Deps) { d.Processor = switched{d.Processor, &off} }))
		b.Start(t)
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		off.Store(true)
		b.until(t, "2030-06-30")
		require.EqualValues(t, 1, b.now(t)["renewal_attempts"])
		failed := b.history(t)[0]
		require.Equal(t, "failed", failed["status"])
		require.Contains(t, failed["reason"], "takes no payments")
		b.until(t, "2030-07-03")
		b.until(t, "2030-07-07")
		require.Equal(t, "free", b.overview(t)["plan"].(object)["category"])
	})
}

// switched is a processor that can be taken away.
type switched struct {
	processor.Processor
	off *atomic.Bool
}

func (s switched) Kind() processor.Kind {
	if s.off.Load() {
		return processor.KindOff
	}
	return s.Processor.Kind()
}
