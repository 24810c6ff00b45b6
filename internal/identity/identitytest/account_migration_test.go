package identitytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/testkit/dbtest"
)

// Nobody has proved the addresses of an older program. Their accounts go on as they
// did, and can give the proof.
func TestMigration_email(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
	m, admin := e.Manager(t), e.Admin(t)
	c := e.SubUser(t, m)
	dbtest.Remigrate(t, e.DB, 22, nil)

	require.Equal(t, account.EmailWaived, stateOf(t, e, m.User.ID))
	require.Equal(t, account.EmailWaived, stateOf(t, e, c.User.ID))
	require.Equal(t, account.EmailConfirmed, stateOf(t, e, admin.User.ID), "who runs the platform made it")
	require.NoError(t, e.Accounts.RequireConfirmed(t.Context(), m.User.ID))
	e.Start(t)
	for _, who := range []*apptest.Who{m, c} {
		require.NoError(t, e.Accounts.ResendConfirmation(who.Context(t), who.Caller))
		tokens, _ := proofs(t, e, who.User.Email)
		_, err := e.Accounts.ConfirmEmail(apptest.Context(t), tokens[len(tokens)-1])
		require.NoError(t, err)
	}
}

// When users of an older program were last seen is still known.
func TestMigration_lastSeen(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	never, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "never@hotel.example", Password: apptest.Password})
	require.NoError(t, err)
	seen := e.Clock.Now()
	dbtest.Remigrate(t, e.DB, 59, nil)

	u, err := e.AccountStore.User(t.Context(), m.User.ID)
	require.NoError(t, err)
	require.WithinDuration(t, seen, u.LastSeen, 0)
	u, err = e.AccountStore.User(t.Context(), never.ID)
	require.NoError(t, err)
	require.True(t, u.LastSeen.IsZero())
}
