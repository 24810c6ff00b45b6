package facts_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
)

func TestRoomOf(t *testing.T) {
	t.Parallel()

	t.Run("reads what calendars need", func(t *testing.T) {
		t.Parallel()
		records, err := save(category(t, facts.CategoryRooms), []byte(exampleRooms))
		require.NoError(t, err)
		require.Equal(t, facts.Room{
			ID: 17, Position: 2, Code: "DBL.SV", Name: "Double Sea View", Kind: "room", TotalUnits: 48,
			MinOccupancy: 1, StandardOccupancy: 2, MaxOccupancy: 3, MaxAdults: 3, MaxChildren: 1,
		}, facts.RoomOf(facts.Entry{ID: 17, Position: 2, Data: records[0]}))
	})

	t.Run("is empty where nothing is known", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, facts.Room{ID: 4}, facts.RoomOf(facts.Entry{ID: 4}))
		require.Equal(t, facts.Room{ID: 4}, facts.RoomOf(facts.Entry{ID: 4, Data: facts.Record{"name": 7, "room_total_units": "x"}}))
	})
}
