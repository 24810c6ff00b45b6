package contracthttp_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/account/accountdb"
	"allot/internal/account/accounttest"
	"allot/internal/contract/contracttest"
	"allot/internal/platform/auth"
)

// setEmail says what is known of the address of a user.
func setEmail(t *testing.T, e *contracttest.Env, who *accounttest.Who, state account.EmailState) {
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
			e := contracttest.New(t)
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
