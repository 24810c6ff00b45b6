package allotment_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

func TestService_Hold(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p, rooms := e.House(t, 3)
	master := e.Master(t, who, p)
	from := civil.MustParse("2030-06-01")
	hold := func(units int) error {
		return e.Allotments.Hold(who.Context(t), who.User.OwnerID, master.ID, []allotment.Stay{{RoomID: rooms[0], Arrival: from, Departure: from + 2, Units: units}})
	}
	require.NoError(t, hold(2))
	require.ErrorIs(t, hold(2), rules.ErrPoolExceeded)
	require.NoError(t, hold(1))
	require.NoError(t, hold(-3))
	pools, err := e.AllotmentStore.Pools(t.Context(), who.User.OwnerID, rooms, civil.Range{From: from, To: from + 5})
	require.NoError(t, err)
	require.Len(t, pools, 2)
	for _, row := range pools {
		require.Zero(t, row.Committed)
		require.Equal(t, int64(4), row.Version, "the room, and three writes")
	}
}

func TestService_ExplainedGrid_bounded(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p, rooms := e.House(t, slices.Repeat([]int{1}, 20)...)
	master := e.Master(t, who, p)
	from := civil.MustParse("2030-06-01")
	_, err := e.Allotments.ExplainedGrid(who.Context(t), who.Caller, master.ID, from, from.Add(rules.MaxSpan-1))
	require.ErrorIs(t, err, apperr.ErrValidation, "%d rooms: notes of every day would be in memory at once", len(rooms))
	_, err = e.Allotments.ExplainedGrid(who.Context(t), who.Caller, master.ID, from, from.Add(364))
	require.NoError(t, err)
}
