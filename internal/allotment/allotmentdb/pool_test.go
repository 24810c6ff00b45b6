package allotmentdb_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/allotment/allotmenttest"
)

func TestPool_theDatabaseChecksToo(t *testing.T) {
	t.Parallel()
	e := allotmenttest.New(t)
	who, p, rooms := e.House(t, 5)
	e.Master(t, who, p)
	insert := func(date string, total, committed, reported, external, borrowed, lent int) error {
		_, err := e.DB.From(t.Context()).NewRaw("INSERT INTO allotment_pool (room_id, date, owner_id, property_id, total, committed, reported, external, borrowed, lent, version) "+
			"VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)", rooms[0], date, who.User.OwnerID, p.ID, total, committed, reported, external, borrowed, lent).Exec(t.Context())
		return err
	}
	require.NoError(t, insert("2030-06-01", 5, 3, 9, 2, 1, 1))
	for _, change := range []string{"committed = 4", "external = 3", "lent = 2", "borrowed = 0", "total = 4"} {
		_, err := e.DB.From(t.Context()).NewRaw("UPDATE allotment_pool SET " + change).Exec(t.Context())
		require.ErrorContains(t, err, "never_oversold", change)
	}
	for _, change := range []string{"committed = -1", "external = -1", "borrowed = -1", "lent = -1", "reported = 1"} {
		_, err := e.DB.From(t.Context()).NewRaw("UPDATE allotment_pool SET " + change).Exec(t.Context())
		require.ErrorContains(t, err, "allotment_pool_", change)
	}
	require.ErrorContains(t, insert("2030-06-02", 5, 6, 0, 0, 0, 0), "never_oversold")
	require.ErrorContains(t, insert("2030-06-02", 1, 0, 0, 0, 5, 2), "own_units", "a donor lends its own")
	require.NoError(t, insert("2030-06-02", 5, 5, 0, 0, 0, 0))
}
