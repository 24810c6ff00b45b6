package db_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func TestDB_ReadTx(t *testing.T) {
	t.Parallel()
	count := func(ctx context.Context, t *testing.T, d *db.DB) int64 {
		t.Helper()
		n, err := d.From(ctx).NewSelect().Model((*audit.Entry)(nil)).Count(ctx)
		require.NoError(t, err)
		return n
	}

	t.Run("sees one state, whatever others commit meanwhile, and keeps nobody waiting", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		write := func(action string) {
			require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, action) }))
		}
		write("a")
		require.NoError(t, d.ReadTx(t.Context(), func(ctx context.Context) error {
			require.EqualValues(t, 1, count(ctx, t, d))
			write("b")
			require.EqualValues(t, 1, count(ctx, t, d))
			require.EqualValues(t, 2, count(t.Context(), t, d)) //nolint:contextcheck // outside of it
			return nil
		}))
		require.EqualValues(t, 2, count(t.Context(), t, d))
	})

	t.Run("cannot write", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		require.Error(t, d.ReadTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, "a") }))
		require.ErrorContains(t, d.ReadTx(t.Context(), func(ctx context.Context) error {
			return d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "a") })
		}), "cannot write")
		require.Zero(t, count(t.Context(), t, d))
	})

	t.Run("inside a transaction it sees what that has written", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			if err := note(ctx, d, "a"); err != nil {
				return err
			}
			return d.ReadTx(ctx, func(ctx context.Context) error {
				require.EqualValues(t, 1, count(ctx, t, d))
				return d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "b") })
			})
		}))
		require.EqualValues(t, 2, count(t.Context(), t, d))
	})

	t.Run("a failure or panic gives the connection back", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		for range 100 { // more than there are
			require.ErrorIs(t, d.ReadTx(t.Context(), func(ctx context.Context) error {
				count(ctx, t, d)
				return errBoom
			}), errBoom)
			require.Panics(t, func() { _ = d.ReadTx(t.Context(), func(context.Context) error { panic("boom") }) })
		}
		require.NoError(t, d.ReadTx(t.Context(), func(context.Context) error { return nil }))
	})
}
