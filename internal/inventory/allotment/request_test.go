package allotment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account/accountdb"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/platform/db"
	"allot/internal/platform/secret"
	"allot/internal/testkit/dbtest"
)

// Who asks again costs one query on PostgreSQL, for the session and the days
// together, and none on SQLite.
func TestService_Grid_queries(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 9)
	master := w.Master(t, w.who, w.hotel)
	seen := &dbtest.Statements{}
	d := w.DB.Watched(seen)
	sessions := accountdb.New(d)
	s := w.another(t, func(deps *allotment.Deps) { deps.Store = allotmentdb.New(d) })
	grid := func() (version, queries int64) {
		before := seen.Count()
		ctx := d.Request(w.who.Context(t), w.who.Token, "/grid/")
		_, err := sessions.LiveByToken(ctx, secret.Hash(w.who.Token))
		require.NoError(t, err)
		g, err := s.Grid(ctx, w.who.Caller, master.ID, 0, 0)
		require.NoError(t, err)
		return g.Version, seen.Count() - before
	}
	want := int64(0)
	if d.Engine() == db.Postgres {
		want = 1
	}
	first, _ := grid()
	for range 3 {
		version, queries := grid()
		require.Equal(t, []int64{first, want}, []int64{version, queries})
	}
	w.hold(t, w.Allotments, day("2030-06-01"))
	version, _ := grid()
	require.Equal(t, first+1, version)
	version, queries := grid()
	require.Equal(t, []int64{first + 1, want}, []int64{version, queries})
}
