package audit_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/testkit/dbtest"
)

func TestTrail_Purge(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	d := dbtest.New(t)
	today := time.Date(2030, 6, 1, 12, 0, 0, 0, time.UTC)
	clock := today
	trail := audit.New(d, func() time.Time { return clock })
	record := func(age time.Duration, owner int64, times int) {
		t.Helper()
		clock = today.Add(-age)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			for i := range times {
				if err := trail.Record(ctx, audit.Change{OwnerID: owner, UserID: 1, Action: "x", ObjectType: "room", ObjectID: int64(i)}); err != nil {
					return err
				}
			}
			return nil
		}))
		clock = today
	}
	count := func() (n int) {
		require.NoError(t, d.SQL().QueryRowContext(t.Context(), "SELECT count(*) FROM audit_entries").Scan(&n))
		return n
	}
	record(400*day+time.Second, 1, 700) // more than one batch, of several accounts
	record(400*day+time.Hour, 2, 700)
	record(400*day, 1, 3)
	record(day, 2, 4)

	deleted, err := trail.Purge(t.Context(), 400)
	require.NoError(t, err)
	require.Equal(t, 1400, deleted)
	require.Equal(t, 7, count(), "nothing within 400 days is lost")
	deleted, err = trail.Purge(t.Context(), 400)
	require.NoError(t, err)
	require.Zero(t, deleted, "a repeat finds nothing")

	t.Run("a run that is cut short keeps what it has done", func(t *testing.T) {
		record(500*day, 1, 1200)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := trail.Purge(ctx, 400)
		require.ErrorIs(t, err, context.Canceled)
		deleted, err := trail.Purge(t.Context(), 400)
		require.NoError(t, err)
		require.Equal(t, 1200, deleted)
	})
}
