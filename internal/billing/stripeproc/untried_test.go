package stripeproc_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
)

// A payment that waits for its first card was declined by nobody.
func TestPayment_NobodyTried(t *testing.T) {
	t.Parallel()
	for _, last := range []string{`null`, `{}`, `{"type":"card_error"}`} {
		stripe := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"id":"pi_1","object":"payment_intent","status":"requires_payment_method","amount":9900,"currency":"eur","last_payment_error":`+last+`}`)
		}))
		t.Cleanup(stripe.Close)
		p, err := newStripe(stripe.URL).Payment(t.Context(), "pi_1")
		require.NoError(t, err)
		require.Equal(t, processor.StatusRequiresMethod, p.Status)
		require.Nil(t, p.Decline, last)
	}
}
