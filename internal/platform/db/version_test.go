package db_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/testkit/dbtest"
)

func TestDB_CheckVersion(t *testing.T) {
	t.Parallel()

	t.Run("a database with a migration from the future is refused, with both versions", func(t *testing.T) {
		t.Parallel()
		d := opened(t)
		_, known, err := d.SchemaVersion(t.Context())
		require.NoError(t, err)
		require.NoError(t, d.CheckVersion(t.Context()))
		_, err = d.SQL().ExecContext(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (90001, true)")
		require.NoError(t, err)

		_, migrated := d.Migrate(t.Context(), jobs.Migration(d))
		for _, err := range []error{d.CheckVersion(t.Context()), migrated} {
			require.ErrorIs(t, err, db.ErrNewer)
			require.ErrorContains(t, err, "schema has version 90001")
			require.ErrorContains(t, err, fmt.Sprintf("up to version %d", known))
		}
	})

	t.Run("tables of the job queue from the future are refused too", func(t *testing.T) {
		t.Parallel()
		d := opened(t)
		_, err := d.SQL().ExecContext(t.Context(), "INSERT INTO river_migration (line, version) VALUES ('main', 901)")
		require.NoError(t, err)
		_, err = d.Migrate(t.Context(), jobs.Migration(d))
		require.ErrorIs(t, err, db.ErrNewer)
		require.ErrorContains(t, err, "job queue has version 901")
	})

	t.Run("an empty database is fine and stays empty", func(t *testing.T) {
		t.Parallel()
		if dbtest.Engine() != db.SQLite {
			t.Skip("the databases of tests on PostgreSQL are copies of one with tables")
		}
		d, err := db.OpenSQLite(t.Context(), t.TempDir()+"/new.db")
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		require.NoError(t, d.CheckVersion(t.Context()))
		made, err := d.HasTable(t.Context(), "goose_db_version")
		require.NoError(t, err)
		require.False(t, made)
	})
}

func opened(t *testing.T) *db.DB {
	t.Helper()
	url, file := dbtest.Location(t)
	d, err := db.Open(t.Context(), url, file, 0)
	require.NoError(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}
