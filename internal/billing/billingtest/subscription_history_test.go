package billingtest

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
)

// The database itself refuses to change what was billed.
func TestHistory_unchanged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.attach(t, "pm_card_visa")
	b.buy(t, "silver", "monthly")
	b.attach(t, "pm_card_chargeCustomerFail")
	b.do(t, "subscription/upgrade/", b.choice(t, "gold", "monthly"), http.StatusPaymentRequired)
	before := b.history(t)
	require.Len(t, before, 2)
	stored := b.rows(t, "SELECT * FROM billing_history ORDER BY id")

	for _, statement := range []string{
		"UPDATE billing_history SET amount = '0.00'",
		"UPDATE billing_history SET status = 'paid' WHERE status = 'failed'",
		"UPDATE billing_history SET document = NULL WHERE id = 1",
		"UPDATE billing_history SET owner_id = owner_id",
		"DELETE FROM billing_history",
		"DELETE FROM billing_history WHERE status = 'failed'",
	} {
		err := b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).ExecContext(ctx, statement)
			return err
		})
		require.ErrorContains(t, err, "the billing history is never changed", statement)
	}
	require.Equal(t, before, b.history(t))
	require.Equal(t, stored, b.rows(t, "SELECT * FROM billing_history ORDER BY id"))
}
