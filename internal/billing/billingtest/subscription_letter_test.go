package billingtest

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/pdftest"
)

// TestBillingEmail is what the address for bills receives: somebody who need not be a user.
func TestBillingEmail(t *testing.T) {
	t.Parallel()
	const to = "rechnung@see.example"

	t.Run("every bill as a PDF with the e-invoice inside, every failure and the end", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.Start(t)
		b.seller(t, object{})
		b.address(t, complete)
		b.attach(t, "pm_card_visa")
		number := b.buy(t, "gold", "monthly")["payment"].(object)["invoice_number"].(string)
		letters := b.Letters(t, to)
		require.Len(t, letters, 1)
		require.Contains(t, letters[0].Text, number)
		require.Contains(t, letters[0].Text, "Hotel am See GmbH")
		require.NotContains(t, letters[0].Text, "/billing/", "the reader may have no account")
		require.Equal(t, []string{number + ".pdf"}, slices.Collect(maps.Keys(letters[0].Attachments)))
		staff := b.Admin(t)
		for _, m := range body(t, staff.Do(t, http.MethodGet, "/api/admin/mail/?q="+to, ""), http.StatusOK)["results"].([]any) {
			id := m.(object)["id"].(string)
			require.Equal(t, http.StatusOK, staff.Do(t, http.MethodGet, "/api/admin/mail/"+id+"/", "").Code)
			entries, err := audittest.Of(t.Context(), b.DB, b.hotel.User.ID, "mail", id)
			require.NoError(t, err)
			require.Len(t, entries, 1, "the account is told that staff read its bill")
		}
		file := letters[0].Attachments[number+".pdf"]
		require.Contains(t, pdftest.Text(t, file), number)
		require.True(t, bytes.Contains(file, []byte("factur-x.xml")), "the e-invoice is inside")

		b.until(t, "2030-06-30")
		letters = b.Letters(t, to)
		require.Len(t, letters, 2, "the renewal")
		require.Len(t, letters[1].Attachments, 1)

		b.attach(t, "pm_card_chargeDeclined")
		b.until(t, "2030-07-31")
		letters = b.Letters(t, to)
		require.Len(t, letters, 3, "the failure")
		require.Empty(t, letters[2].Attachments)
		require.Contains(t, letters[2].Subject, "failed")
		b.until(t, "2030-08-03")
		b.until(t, "2030-08-07")
		require.Len(t, b.Letters(t, to), 6, "two more failures, and the end of the plan")
	})

	t.Run("nothing twice to a user who is told anyway, but the bill", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.Start(t)
		all := func() int { return len(b.Letters(t, b.hotel.User.Email)) }
		before := all()
		b.address(t, with(complete, object{"billing_email": b.hotel.User.Email}))
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		require.Equal(t, 2, all()-before, "the notification, and the bill")
		b.attach(t, "pm_card_chargeDeclined")
		b.until(t, "2030-06-30")
		require.Equal(t, 3, all()-before)
	})

	t.Run("a user who wants no letters is told at the address for bills", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.Start(t)
		b.address(t, with(complete, object{"billing_email": b.hotel.User.Email}))
		res := b.hotel.Do(t, http.MethodPut, "/api/settings/preferences/edit/", `{"language":"en","email_notifications":{"plan_payment_failed":false}}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		b.attach(t, "pm_card_chargeDeclined")
		before := len(b.Letters(t, b.hotel.User.Email))
		b.until(t, "2030-06-30")
		letters := b.Letters(t, b.hotel.User.Email)[before:]
		require.Len(t, letters, 1)
		require.Contains(t, letters[0].Subject, "failed")
	})

	t.Run("nobody outside hears of an account whose address is not confirmed", func(t *testing.T) {
		t.Parallel()
		b := setup(t, apptest.Settings(apptest.ConfirmEmails))
		require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).NewRaw("UPDATE account_users SET email_state = ? WHERE id = ?", account.EmailPending, b.hotel.User.ID).Exec(ctx)
			return err
		}))
		b.Start(t)
		b.address(t, complete)
		b.attach(t, "pm_card_visa")
		b.buy(t, "gold", "monthly")
		require.Empty(t, b.Letters(t, to))
	})
}
