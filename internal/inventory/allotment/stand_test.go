package allotment_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

func TestService_Stands(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 3)
	other := e.Property(t, hotel, "Nobody has looked at it yet")
	stranger := e.Manager(t)
	homes := []allotment.Home{
		{OwnerID: hotel.User.OwnerID, PropertyID: p.ID},
		{OwnerID: stranger.User.OwnerID, PropertyID: p.ID},
		{OwnerID: hotel.User.OwnerID, PropertyID: other.ID},
		{OwnerID: hotel.User.OwnerID, PropertyID: 999999},
	}
	master := e.Master(t, hotel, p)
	day := civil.MustParse("2030-06-01")
	season := civil.Range{From: day, To: day.Add(3)}
	shut := func(closed int) {
		_, err := e.Allotments.SaveDay(hotel.Context(t), hotel.Caller, master.ID,
			allotment.DayInput{RoomID: rooms[0], Date: day, Setting: allotment.Setting{Closed: &closed}})
		require.NoError(t, err)
	}
	stands := func() ([]allotment.Stand, int64) {
		list, clock, err := e.Allotments.Stands(t.Context(), homes)
		require.NoError(t, err)
		return list, clock
	}
	before, clock := stands()
	for closed := range 4 {
		shut(closed)
		for _, keep := range []bool{false, true, true} {
			list, now := stands()
			require.Equal(t, []int64{before[0].Version + 1, -1, -1, -1}, []int64{list[0].Version, list[1].Version, list[2].Version, list[3].Version})
			require.GreaterOrEqual(t, list[0].Moved, clock, "what was written since moved since")
			if e.DB.Engine() == db.SQLite { // elsewhere others write too, and nobody knows what they will show
				require.Less(t, list[0].Moved, now, "what can be read moved before")
			}
			require.Equal(t, []civil.Date{day - 1, 0, day - 1, 0}, []civil.Date{list[0].Today, list[1].Today, list[2].Today, list[3].Today})
			snap, err := e.Allotments.At(t.Context(), list[0], season, keep)
			require.NoError(t, err)
			require.Equal(t, []int64{list[0].Version, int64(closed)}, []int64{snap.Version, int64(snap.Figures(0, day).Committed)})
		}
		before, clock = stands()
	}
	_, err := e.Allotments.At(t.Context(), before[1], season, true)
	require.Error(t, err, "what is another account's is not found")
	_, err = e.Allotments.At(t.Context(), before[2], season, false)
	require.NoError(t, err, "who looks first opens the calendars")
	list, _ := stands()
	require.Zero(t, list[2].Version)

	t.Log("a day later, and in another time zone, the version is told with the right day")
	e.Clock.Advance(9 * time.Hour) // 21:00 in UTC
	zone := "Pacific/Auckland"
	_, err = e.Properties.Update(hotel.Context(t), hotel.Caller, p.ID, property.Change{Timezone: &zone}, property.Logo{})
	require.NoError(t, err)
	list, _ = stands()
	require.Equal(t, before[0].Version+1, list[0].Version)
	require.Equal(t, []civil.Date{day, day - 1}, []civil.Date{list[0].Today, list[2].Today})
}

// The clock goes on where it was, whichever property is gone meanwhile.
func TestService_Stands_afterRestart(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, _ := e.House(t, 3)
	last := e.Property(t, hotel, "The last to move")
	write := func(s *allotment.Service, of property.Property) {
		_, err := s.Master(hotel.Context(t), hotel.User.OwnerID, of.ID)
		require.NoError(t, err)
		require.NoError(t, s.Write(hotel.Context(t), hotel.User.OwnerID, of.ID,
			func(context.Context, allotment.Write) error { return nil }))
	}
	write(e.Allotments, p)
	write(e.Allotments, last)
	homes := []allotment.Home{{OwnerID: hotel.User.OwnerID, PropertyID: p.ID}}
	_, clock, err := e.Allotments.Stands(t.Context(), homes)
	require.NoError(t, err)
	require.NoError(t, e.Properties.Delete(hotel.Context(t), hotel.Caller, last.ID))

	d := apptest.Deps[allotment.Deps](e)
	d.Store = allotmentdb.New(e.DB)
	again := allotment.New(d)
	write(again, p)
	list, _, err := again.Stands(t.Context(), homes)
	require.NoError(t, err)
	require.GreaterOrEqual(t, list[0].Moved, clock)
}
