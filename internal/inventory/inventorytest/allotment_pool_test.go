package inventorytest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
)

func TestPool_theDatabaseChecksToo(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p, rooms := e.House(t, 5)
	e.Master(t, who, p)
	exec := func(query string, args ...any) error { // each in a transaction of its own, which a refusal ends
		return e.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := e.DB.From(ctx).NewRaw(query, args...).Exec(ctx)
			return err
		})
	}
	insert := func(date string, total, committed, reported, external, borrowed, lent int) error {
		return exec("INSERT INTO allotment_pool (room_id, date, owner_id, property_id, total, committed, reported, external, borrowed, lent, version) "+
			"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)", rooms[0], date, who.User.OwnerID, p.ID, total, committed, reported, external, borrowed, lent)
	}
	require.NoError(t, insert("2030-06-01", 5, 3, 9, 2, 1, 1))
	for _, change := range []string{"committed = 4", "external = 3", "lent = 2", "borrowed = 0", "total = 4"} {
		require.ErrorContains(t, exec("UPDATE allotment_pool SET "+change), "never_oversold", change)
	}
	for _, change := range []string{"committed = -1", "external = -1", "borrowed = -1", "lent = -1", "reported = 1"} {
		require.ErrorContains(t, exec("UPDATE allotment_pool SET "+change), "allotment_pool_", change)
	}
	require.ErrorContains(t, insert("2030-06-02", 5, 6, 0, 0, 0, 0), "never_oversold")
	require.ErrorContains(t, insert("2030-06-02", 1, 0, 0, 0, 5, 2), "own_units", "a donor lends its own")
	require.NoError(t, insert("2030-06-02", 5, 5, 0, 0, 0, 0))
}
