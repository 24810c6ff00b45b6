package db_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/testkit/dbtest"
)

// The answers of the API show times as they come from here.
func TestDB_ReadsTimesInUTC(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	at := time.Date(2030, time.May, 31, 23, 30, 0, 123_456_000, time.Local)
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		_, err := d.From(ctx).NewInsert().Model(&audit.Entry{OwnerID: 1, CreatedAt: at}).Exec(ctx)
		if err != nil {
			return err
		}
		var inside time.Time
		err = d.From(ctx).NewSelect().Model((*audit.Entry)(nil)).Column("created_at").Scan(ctx, &inside)
		require.Equal(t, at.UTC(), inside)
		return err
	}))
	var e audit.Entry
	require.NoError(t, d.From(t.Context()).NewSelect().Model(&e).Scan(t.Context()))
	require.Equal(t, at.UTC(), e.CreatedAt)
	shown, err := json.Marshal(e.CreatedAt)
	require.NoError(t, err)
	require.JSONEq(t, `"2030-05-31T20:30:00.123456Z"`, string(shown))

	var optional *time.Time
	require.NoError(t, d.From(t.Context()).NewSelect().Model((*audit.Entry)(nil)).Column("created_at").Scan(t.Context(), &optional))
	require.Equal(t, at.UTC(), *optional)
}
