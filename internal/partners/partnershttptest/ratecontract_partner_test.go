package partnershttptest

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/partners/contract"
)

// setEmail says what is known of the address of an account.
func (b *bundle) setEmail(t *testing.T, who *apptest.Who, state account.EmailState) {
	t.Helper()
	users := accountdb.New(b.DB)
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
		u, err := users.User(ctx, who.User.ID)
		require.NoError(t, err)
		u.EmailState = state
		return users.UpdateUser(ctx, u)
	}))
}

// A rate contract reaches an operator that may never have heard of the hotel.
func TestPartner_receives(t *testing.T) {
	t.Parallel()

	t.Run("a hotel without a proof puts none into force for an operator that it has no contract with", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		b.setEmail(t, b.hotel, account.EmailPending)
		refused := body(t, b.hotel.Do(t, post, base, b.input(t, nil)), http.StatusForbidden)
		require.Equal(t, "email_not_confirmed", refused["code"])
		draft := b.create(t, object{"status": "draft"})
		body(t, b.hotel.Do(t, patch, at(draft["id"]), `{"status":"active"}`), http.StatusForbidden)
		require.Equal(t, "draft", body(t, b.hotel.Do(t, get, at(draft["id"]), ""), http.StatusOK)["status"])

		c := b.Accepted(t, b.hotel, b.operator)
		body(t, b.hotel.Do(t, patch, at(draft["id"]), `{"status":"active"}`), http.StatusOK)
		b.SetStatus(t, c, contract.StatusRejected)
		body(t, b.hotel.Do(t, patch, at(draft["id"]), `{"name":"Winter"}`), http.StatusForbidden)
		body(t, b.hotel.Do(t, patch, at(draft["id"]), `{"status":"ended"}`), http.StatusOK)
	})

	t.Run("an operator without a proof is not there for a hotel that never had a contract with it", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		b.setEmail(t, b.operator, account.EmailPending)
		for _, status := range []string{"draft", "active"} {
			apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"status": status})), "partner", "must be the id of a tour operator")
		}
		b.Accepted(t, b.hotel, b.operator)
		b.create(t, nil)
	})

	t.Run("a hotel that renames one in a loop makes the operator get ten letters a day", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t, apptest.With(func(d *contract.Deps) { d.LimitProposals = 5 }))
		b.Start(t)
		before := len(b.Letters(t, b.operator.User.Email))
		made := b.create(t, nil)
		for i := range 14 {
			body(t, b.hotel.Do(t, patch, at(made["id"]), fmt.Sprintf(`{"name":"Summer %d"}`, i)), http.StatusOK)
		}
		require.Len(t, b.Letters(t, b.operator.User.Email), before+10)
		require.Len(t, b.Told(t, b.operator), 15, "the dashboard tells of each")
	})
}
