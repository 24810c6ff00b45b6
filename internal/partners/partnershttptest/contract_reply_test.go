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
	"allot/internal/identity/auth"
)

// setEmail says what is known of the address of a user.
func setEmail(t *testing.T, e *apptest.Env, who *apptest.Who, state account.EmailState) {
	t.Helper()
	users := accountdb.New(e.DB)
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		u, err := users.User(ctx, who.User.ID)
		require.NoError(t, err)
		u.EmailState = state
		return users.UpdateUser(ctx, u)
	}))
}

func TestInvitation_replyTo(t *testing.T) {
	t.Parallel()
	for state, own := range map[account.EmailState]bool{account.EmailConfirmed: true, account.EmailWaived: false, account.EmailPending: false} {
		t.Run("answers go to the colleague who invites only if its address is confirmed: "+string(state), func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails)) // else who is pending is let off
			e.Start(t)
			hotel := e.Manager(t)
			colleague := e.SubUser(t, hotel, auth.PartnerConnections)
			setEmail(t, e, colleague, state)
			invite(t, colleague, `{"invite_email": "new@tours.example"}`)
			want := hotel.User.Email
			if own {
				want = colleague.User.Email
			}
			letters := e.Letters(t, "new@tours.example")
			require.Len(t, letters, 1)
			require.Equal(t, "<"+want+">", letters[0].Header.Get("Reply-To"))
		})
	}
}

func TestInvitation_unprovenAccount(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails)) // else who is pending is let off
	e.Start(t)
	hotel, operator := e.Pair(t)
	colleague := e.SubUser(t, operator, auth.PartnerConnections)
	setEmail(t, e, operator, account.EmailPending)
	c := invite(t, hotel, fmt.Sprintf(`{"invite_email": %q}`, colleague.User.Email))
	require.Nil(t, c.Partner, "as if nobody had registered with the address")
	require.Equal(t, colleague.User.Email, *c.InviteEmail)
	require.Len(t, secretsContract(t, e, colleague.User.Email), 1)
	require.Nil(t, decode[seen](t, hotel.Do(t, get, pathContract(c.ID, ""), ""), http.StatusOK).Partner)
}

func TestInvitation_registrationClosed(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.With(func(d *account.Deps) { d.Registration = account.RegistrationClosed }))
	e.Start(t)
	hotel, operator := e.Pair(t)
	apptest.RequireError(t, hotel.Do(t, post, createPath, `{"invite_email": "new@tours.example"}`), http.StatusForbidden, "registration_closed",
		"nobody with this address can be invited: accounts are opened by the staff of the platform here; propose a contract to an account by its id")
	require.Empty(t, e.Letters(t, "new@tours.example"))
	require.Equal(t, operator.User.ID, *invite(t, hotel, fmt.Sprintf(`{"invite_email": %q}`, operator.User.Email)).Partner)
}

func TestPermissions_null(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, operator := e.Pair(t)
	c := e.Accepted(t, hotel, operator)
	apptest.RequireInvalid(t, hotel.Do(t, put, pathContract(c.ID, "permissions/"), `{"permissions": null}`), "permissions", "must be a part of the matrix, not null")
}
