package db_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Whoever asks after the server has ended all connections, as it does when it restarts, notices nothing.
func TestIdle_endedByTheServer(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	if d.Engine() != db.Postgres {
		t.Skip("one process has the data")
	}
	other := dbtest.Beside(t, d)
	asked := func() {
		var n int
		require.NoError(t, d.SQL().QueryRowContext(t.Context(), "SELECT 1").Scan(&n))
		require.NoError(t, d.From(t.Context()).NewRaw("SELECT 1").Scan(t.Context(), &n))
	}
	for range 3 {
		asked()
		// It answers once the others have closed their sockets.
		_, err := other.SQL().ExecContext(t.Context(), "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
		require.NoError(t, err)
	}
	asked()
}
