package invoice_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/invoice"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

func TestFilter_Check(t *testing.T) {
	t.Parallel()
	require.NoError(t, invoice.Filter{}.Check())
	for _, s := range invoice.Statuses {
		for _, d := range invoice.Directions {
			require.NoError(t, invoice.Filter{Direction: d, Status: s, From: civil.MustParse("2030-01-01"), To: civil.MustParse("2033-01-04")}.Check())
		}
	}
	bad := invoice.Filter{Direction: "both", Status: "sent", From: civil.MustParse("2030-01-02"), To: civil.MustParse("2030-01-01")}.Check()
	require.Equal(t, []apperr.FieldError{
		apperr.Problem("direction", "must be received, sent or drafts"),
		apperr.Problem("status", "must be DRAFT, SENT, VIEWED, CLEARED, DISPUTED, PAID, OVERDUE or CANCELLED"),
		apperr.Problem("to", "must not be before from"),
	}, apperr.Of(bad).Fields)
}
