package stripeproc_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/billing/processor"
	"allot/internal/testkit/stripefake"
	"allot/internal/testkit/stripemock"
)

// Every call is well formed for the description of Stripe's API. What the answers say
// is fixed: the flows are tested with the fake.
func TestStripe_SendsWhatStripeUnderstands(t *testing.T) {
	t.Parallel()
	url := stripemock.Start(t)
	p := newStripe(url)
	ctx := t.Context()

	id, err := p.CreateCustomer(ctx, processor.Customer{Key: "k", Name: "Hotel Adler", Email: "a@b.example"})
	require.NoError(t, err)
	require.NotEmpty(t, id)
	setup, err := p.CreateSetupIntent(ctx, id)
	require.NoError(t, err)
	require.NotEmpty(t, setup.ClientSecret)
	card, err := p.AttachMethod(ctx, id, "pm_card_visa")
	require.NoError(t, err)
	require.Len(t, card.Last4, 4)
	require.NotEmpty(t, card.Brand)
	require.NoError(t, p.DetachMethod(ctx, card.Token))

	c := processor.Charge{
		Key: "o", Customer: id, Method: card.Token, Amount: 4900, Currency: "EUR", Description: "Plan Pro",
		Metadata: map[string]string{"owner": "7"}, OffSession: true,
	}
	paid, err := p.Charge(ctx, c)
	require.NoError(t, err)
	require.NotEmpty(t, paid.ID)
	require.Equal(t, int64(4900), paid.Amount)
	c.OffSession = false
	_, err = p.Charge(ctx, c)
	require.NoError(t, err)
	made, err := p.CreateIntent(ctx, c)
	require.NoError(t, err)
	require.NotEmpty(t, made.ClientSecret)
	c.Method, c.Description, c.Metadata = "", "", nil
	_, err = p.CreateIntent(ctx, c)
	require.NoError(t, err)
	_, err = p.Payment(ctx, paid.ID)
	require.NoError(t, err)
	canceled, err := p.CancelPayment(ctx, paid.ID)
	require.NoError(t, err)
	require.NotEmpty(t, canceled.ID)

	t.Run("a request that is not well formed would be refused", func(t *testing.T) {
		t.Parallel()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/v1/payment_intents", strings.NewReader("amount=4900&currency=eur&confirmed=true"))
		require.NoError(t, err)
		req.Header.Set("Authorization", "Bearer "+stripefake.Key)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := http.DefaultClient.Do(req)
		require.NoError(t, err)
		body, _ := io.ReadAll(res.Body)
		require.NoError(t, res.Body.Close())
		require.Equal(t, http.StatusBadRequest, res.StatusCode, string(body))
	})
}
