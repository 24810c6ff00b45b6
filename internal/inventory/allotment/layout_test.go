package allotment_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
)

// TestService_SaveDay_again is about writes that follow each other: what the
// property is was read for the first of them, and must be right for all.
func TestService_SaveDay_again(t *testing.T) {
	t.Parallel()
	set := func(t *testing.T, w *world, on *allotment.Service, c rules.Calendar, room int64, units int) error {
		t.Helper()
		_, err := on.SaveDay(w.who.Context(t), w.who.Caller, c.ID, rules.DayInput{RoomID: room, Date: day("2030-07-01"), Setting: rules.Setting{Closed: &units}})
		return err
	}
	master := func(t *testing.T, w *world) rules.Calendar {
		t.Helper()
		return w.Master(t, w.who, w.hotel)
	}

	t.Run("a room that has more units since, by this node or another, has them at once", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 2)
		require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 1))
		require.ErrorIs(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 3), rules.ErrPoolExceeded)
		require.NoError(t, w.resize(t, w.rooms[0], "A room", 3))
		require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 3))

		second := w.another(t)
		require.NoError(t, set(t, w, second, master(t, w), w.rooms[0], 2))
		require.NoError(t, w.resize(t, w.rooms[0], "A room", 4)) // by the first
		require.NoError(t, set(t, w, second, master(t, w), w.rooms[0], 4))
		require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 1))
	})

	t.Run("so has one that may borrow since", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 1, 2)
		require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 1))
		require.ErrorIs(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 2), rules.ErrPoolExceeded)
		w.share(t, w.rooms[1], w.rooms[0], 1, true)
		require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 2))
	})

	t.Run("a calendar that was deleted since is gone", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 2)
		c := w.calendar(t, rules.KindAllotment, "Aurinko")
		require.NoError(t, set(t, w, w.Allotments, c, w.rooms[0], 1))
		require.NoError(t, set(t, w, w.Allotments, c, w.rooms[0], 0))
		w.exec(t, "DELETE FROM allotment_calendars WHERE id = ? AND owner_id = ?", c.ID, w.owner())
		require.ErrorIs(t, set(t, w, w.Allotments, c, w.rooms[0], 1), apperr.ErrNotFound)
	})

	t.Run("a write that failed leaves nothing behind", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t, 2)
		for range 3 {
			require.ErrorIs(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 3), rules.ErrPoolExceeded)
			require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 2))
			require.NoError(t, set(t, w, w.Allotments, master(t, w), w.rooms[0], 1))
		}
		today := civil.Range{From: day("2030-07-01"), To: day("2030-07-01")}
		fresh, err := w.another(t).Snapshot(w.who.Context(t), w.owner(), w.hotel.ID, today)
		require.NoError(t, err)
		require.Equal(t, fresh.Figures(0, today.From), w.snapshot(t, today).Figures(0, today.From))
	})
}
