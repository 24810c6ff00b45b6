package accounttest

import (
	"os"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/db"
)

// Nobody has proved the addresses of an older program. Their accounts go on as they
// did, and can give the proof.
func TestMigration_email(t *testing.T) {
	t.Parallel()
	e := apptest.New(t, apptest.Settings(apptest.ConfirmEmails))
	m, admin := e.Manager(t), e.Admin(t)
	c := e.SubUser(t, m)
	dialect := map[db.Engine]goose.Dialect{db.SQLite: goose.DialectSQLite3, db.Postgres: goose.DialectPostgres}[e.DB.Engine()]
	migrations, err := goose.NewProvider(dialect, e.DB.SQL(), os.DirFS("../../../platform/db/migrations/"+string(e.DB.Engine())))
	require.NoError(t, err)
	_, err = migrations.DownTo(t.Context(), 22)
	require.NoError(t, err)
	_, err = migrations.Up(t.Context())
	require.NoError(t, err)

	require.Equal(t, account.EmailWaived, stateOf(t, e, m.User.ID))
	require.Equal(t, account.EmailWaived, stateOf(t, e, c.User.ID))
	require.Equal(t, account.EmailConfirmed, stateOf(t, e, admin.User.ID), "who runs the platform made it")
	require.NoError(t, e.Accounts.RequireConfirmed(t.Context(), m.User.ID))
	e.Start(t)
	for _, who := range []*apptest.Who{m, c} {
		require.NoError(t, e.Accounts.ResendConfirmation(who.Context(t), who.Caller))
		tokens, _ := proofs(t, e, who.User.Email)
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), tokens[len(tokens)-1])
		require.NoError(t, err)
	}
}
