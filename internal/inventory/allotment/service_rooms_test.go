package allotment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

func TestService_rooms(t *testing.T) {
	t.Parallel()
	version := func(t *testing.T, s *shared) int64 {
		t.Helper()
		v, err := s.AllotmentStore.Version(t.Context(), s.who.User.OwnerID, s.p.ID)
		require.NoError(t, err)
		return v.Number
	}
	deleteRoom := func(t *testing.T, s *shared, room int) error {
		t.Helper()
		category, _ := facts.Load().Find(facts.CategoryRooms)
		return s.Properties.DeleteRecord(s.who.Context(t), s.who.Caller, s.p.ID, category, s.rooms[room])
	}
	t.Run("a room cannot have fewer units than are held, and days that have passed keep theirs", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 5)
		require.NoError(t, s.hold(t, 0, 3, s.from))
		require.NoError(t, s.hold(t, 0, 4, s.from-20))
		err := s.setUnits(t, 0, 2)
		require.ErrorIs(t, err, rules.ErrPoolExceeded)
		require.Equal(t, []civil.Date{s.from}, apperr.Of(err).Details["dates"])
		require.Equal(t, []int{3, 0, 0, 0, 0, 5}, s.pool(t, 0, s.from))
		before := version(t, s)
		require.NoError(t, s.setUnits(t, 0, 3))
		require.Equal(t, before+1, version(t, s))
		require.Equal(t, []int{3, 0, 0, 0, 0, 3}, s.pool(t, 0, s.from))
		require.Equal(t, []int{4, 0, 0, 0, 0, 5}, s.pool(t, 0, s.from-20))
		require.NoError(t, s.hold(t, 0, -1, s.from-20), "a guest of last month is struck out")
		require.ErrorIs(t, s.hold(t, 0, 1, s.from), rules.ErrPoolExceeded)
		list := s.updates(t)
		last := list[len(list)-2]
		require.Equal(t, []allotment.RoomSpan{{Room: s.rooms[0], From: civil.MustParse("2030-05-31"), To: civil.MustParse("2030-05-31") + allotment.Horizon - 1}}, last.Data.Rooms)
	})
	t.Run("more units let in what a system reports", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 0)
		s.share(t, 1, 0, 1)
		s.report(t, "PMS", rules.UnitRow{RoomID: s.rooms[0], Date: s.from, Reserved: 4})
		require.NoError(t, s.setUnits(t, 0, 3))
		require.Equal(t, []int{0, 4, 3, 0, 0, 3}, s.pool(t, 0, s.from))
		require.NoError(t, s.setUnits(t, 1, 1))
		require.Equal(t, []int{0, 4, 4, 1, 0, 3}, s.pool(t, 0, s.from), "and so do more units of a donor")
		require.ErrorIs(t, s.setUnits(t, 1, 0), rules.ErrPoolExceeded)
	})
	t.Run("rooms and properties with guests to come stay", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1, 2, 3)
		s.share(t, 1, 0, 1)
		require.NoError(t, s.hold(t, 0, 2, s.from))
		require.NoError(t, s.hold(t, 2, 1, s.from-20))
		for _, room := range []int{0, 1} {
			err := deleteRoom(t, s, room)
			require.ErrorIs(t, err, rules.ErrPoolExceeded)
			require.ErrorContains(t, err, "the room cannot be deleted")
			require.Equal(t, []civil.Date{s.from}, apperr.Of(err).Details["dates"])
		}
		require.NoError(t, deleteRoom(t, s, 2), "what is over holds nothing")
		err := s.Properties.Delete(s.who.Context(t), s.who.Caller, s.p.ID)
		require.ErrorIs(t, err, rules.ErrPoolExceeded)
		require.ErrorContains(t, err, "the property cannot be deleted")
		require.NoError(t, s.hold(t, 0, -2, s.from))
		require.NoError(t, deleteRoom(t, s, 0))
		require.NoError(t, s.Properties.Delete(s.who.Context(t), s.who.Caller, s.p.ID))
	})
	t.Run("a new name or time zone is a new version, anything else is not", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1)
		before := version(t, s)
		name, zone, city := "Aurora Grand", "Pacific/Auckland", "Rome"
		for i, change := range []property.Change{{Name: &name}, {Timezone: &zone}, {City: &city}} {
			_, err := s.Properties.Update(s.who.Context(t), s.who.Caller, s.p.ID, change, property.Logo{})
			require.NoError(t, err)
			require.Equal(t, before+int64(min(i+1, 2)), version(t, s))
		}
	})
	t.Run("a property has its Master from the start, and rooms of one that is being set up are no news", func(t *testing.T) {
		t.Parallel()
		s := newShared(t, 1)
		fresh := s.Property(t, s.who, "Hotel Borealis")
		list, err := s.AllotmentStore.Calendars(t.Context(), s.who.User.OwnerID, fresh.ID)
		require.NoError(t, err)
		require.Len(t, list, 1)
		require.Equal(t, rules.KindMaster, list[0].Kind)
		s.Save(t, s.who, fresh.ID, facts.CategoryRooms, facts.Record{"name": "Double", "room_total_units": 2})
		require.Empty(t, s.updates(t))
		require.NoError(t, s.Properties.Delete(s.who.Context(t), s.who.Caller, fresh.ID))
	})
}
