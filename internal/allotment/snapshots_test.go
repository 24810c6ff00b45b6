package allotment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/allotment"
	"allot/internal/allotment/allotmenttest"
	"allot/internal/platform/civil"
)

func TestService_Snapshots(t *testing.T) {
	t.Parallel()
	e := allotmenttest.New(t)
	hotel, p, rooms := e.House(t, 3)
	other := e.Property(t, hotel, "Nobody has looked at it yet")
	stranger := e.Manager(t)
	homes := []allotment.Home{
		{OwnerID: hotel.User.OwnerID, PropertyID: p.ID},
		{OwnerID: stranger.User.OwnerID, PropertyID: p.ID},
		{OwnerID: hotel.User.OwnerID, PropertyID: other.ID},
		{OwnerID: hotel.User.OwnerID, PropertyID: 999999},
	}
	day := civil.MustParse("2030-06-01")
	season := civil.Range{From: day, To: day.Add(3)}
	read := func() (places []int, committed int) {
		require.NoError(t, e.Allotments.Snapshots(t.Context(), homes, season, func(place int, snap *allotment.Snapshot) error {
			places = append(places, place)
			require.Equal(t, []int64{homes[place].OwnerID, homes[place].PropertyID}, []int64{snap.OwnerID, snap.PropertyID})
			if place == 0 {
				committed = snap.Figures(0, day).Committed
			}
			return nil
		}))
		return places, committed
	}
	master := e.Master(t, hotel, p)
	for closed := range 4 { // the first is read, the others are in memory before each write
		_, err := e.Allotments.SaveDay(hotel.Context(t), hotel.Caller, master.ID,
			allotment.DayInput{RoomID: rooms[0], Date: day, Setting: allotment.Setting{Closed: &closed}})
		require.NoError(t, err)
		for range 2 {
			places, committed := read()
			require.Equal(t, []int{0, 2}, places, "what is another account's, or not there, is left out")
			require.Equal(t, closed, committed)
		}
	}
}
