package db_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db/dbtest"
)

func TestStatement(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	insert := d.Statement("INSERT INTO outbox_events (kind, owner_id, payload, request_id, created_at) VALUES (?, ?, ?, ?, '2030-05-31T12:00:00Z')")
	count := d.Statement("SELECT COUNT(*) FROM outbox_events WHERE owner_id = ? AND created_at > '2000-01-01'")
	stored := func(ctx context.Context) (n int) {
		require.NoError(t, count.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, 7))
		return n
	}
	for i := range 5 { // parsed once it was used
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			if err := insert.Exec(ctx, "kind", 7, `it's "so" ? {}`, "r"); err != nil {
				return err
			}
			require.Equal(t, i+1, stored(ctx), "in the transaction")
			return nil
		}))
		require.Equal(t, i+1, stored(t.Context()), "after it")
	}
	failed := errors.New("no")
	require.ErrorIs(t, d.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, insert.Exec(ctx, "kind", 7, "x", "r"))
		return failed
	}), failed)
	require.Equal(t, 5, stored(t.Context()))
	require.Error(t, insert.Exec(t.Context(), "kind", 7, "x", "r"), "nothing is written outside a transaction")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, d.InTx(ctx, func(ctx context.Context) error { return insert.Exec(ctx, "kind", 7, "x", "r") }))
	require.Equal(t, 5, stored(t.Context()))
}
