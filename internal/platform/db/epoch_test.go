package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Counters that were handed out are compared by one history only: that of all
// nodes on PostgreSQL, that of one process on SQLite.
func TestDB_Epoch(t *testing.T) {
	t.Parallel()
	open := func(url, file string) *db.DB {
		d, err := db.Open(t.Context(), url, file, 0)
		require.NoError(t, err)
		t.Cleanup(func() { _ = d.Close() })
		_, err = d.Migrate(t.Context())
		require.NoError(t, err)
		require.NotEmpty(t, d.Epoch())
		return d
	}
	url, file := dbtest.Location(t)
	first := open(url, file)
	otherURL, otherFile := dbtest.Location(t)
	require.NotEqual(t, first.Epoch(), open(otherURL, otherFile).Epoch(), "another database")
	if dbtest.Engine() == db.Postgres {
		require.Equal(t, first.Epoch(), open(url, file).Epoch(), "another node")
		_, err := first.SQL().ExecContext(t.Context(), "CREATE TABLE restored (LIKE stamps INCLUDING ALL); DROP TABLE stamps; ALTER TABLE restored RENAME TO stamps")
		require.NoError(t, err)
		require.NotEqual(t, first.Epoch(), open(url, file).Epoch(), "what a dump brings back has other tables")
		return
	}
	require.NoError(t, first.Close())
	require.NotEqual(t, first.Epoch(), open(url, file).Epoch(), "another start")
}
