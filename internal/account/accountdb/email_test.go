package accountdb_test

import (
	"context"
	"os"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/platform/db"
)

// Who was there before addresses were confirmed has been using its own.
func TestMigration_email(t *testing.T) {
	t.Parallel()
	b := setup(t)
	u := b.newUser(0)
	u.EmailState = account.EmailPending
	require.NoError(t, b.Store.InTx(t.Context(), func(ctx context.Context) error { return b.Store.InsertUser(ctx, &u) }))
	pending, err := b.Store.PendingUsers(t.Context(), 10)
	require.NoError(t, err)
	require.Equal(t, []int64{u.ID}, pending)

	dialect := map[db.Engine]goose.Dialect{db.SQLite: goose.DialectSQLite3, db.Postgres: goose.DialectPostgres}[b.db.Engine()]
	migrations, err := goose.NewProvider(dialect, b.db.SQL(), os.DirFS("../../platform/db/migrations/"+string(b.db.Engine())))
	require.NoError(t, err)
	_, err = migrations.DownTo(t.Context(), 22)
	require.NoError(t, err)
	_, err = migrations.Up(t.Context())
	require.NoError(t, err)
	got, err := b.Store.User(t.Context(), u.ID)
	require.NoError(t, err)
	require.Equal(t, account.EmailConfirmed, got.EmailState)
	pending, err = b.Store.PendingUsers(t.Context(), 10)
	require.NoError(t, err)
	require.Empty(t, pending)
}
