package inventoryhttptest

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/testkit/dbtest"
)

// readStopsale runs an export in a transaction that is watched.
func readStopsale(t *testing.T, e *apptest.Env, key auth.KeyCaller) (list []stopsale.Shared, asked int) {
	t.Helper()
	seen := &dbtest.Statements{}
	require.NoError(t, e.DB.Watched(seen).InTx(t.Context(), func(ctx context.Context) error {
		list = nil
		x, err := e.StopSales.Select(ctx, key, stopsale.Filter{})
		if err != nil {
			return err
		}
		return x.Each(ctx, func(p stopsale.Shared) error {
			list = append(list, p)
			return nil
		})
	}))
	return list, int(seen.Count())
}

func TestSelection_Each(t *testing.T) {
	t.Parallel()

	t.Run("an operator's portfolio costs the same for every twenty properties", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		operator := e.Operator(t)
		connect := func(n int) {
			for i := range n {
				hotel, p := e.Hotel(t, fmt.Sprintf("Hotel %d", i))
				e.Mark(t, hotel, e.Room(t, hotel, p.ID, "Double", "D", 3), "2030-06-01", stopsale.Stop)
				e.Publish(t, hotel, e.Staff(), p)
				e.Accepted(t, hotel, operator)
			}
		}
		key := auth.KeyCaller{KeyID: 1, OwnerID: operator.User.OwnerID, AccountType: auth.TourOperator}
		connect(20)
		list, oneBatch := readStopsale(t, e, key)
		require.Len(t, list, 20)
		connect(40)
		list, three := readStopsale(t, e, key)
		require.Len(t, list, 60)
		const once = 7 // begin, contracts, which properties are published, three for those that are closed to operators, commit
		require.Equal(t, once+3*(oneBatch-once), three)
		require.True(t, slices.IsSortedFunc(list, func(a, b stopsale.Shared) int { return int(a.PropertyID - b.PropertyID) }))
		for _, p := range list {
			require.Len(t, p.Rooms, 1)
			require.Equal(t, []stopsale.SharedDay{{Date: day("2030-06-01"), Color: stopsale.Stop}}, p.Rooms[0].Days, "each its own")
		}
	})

	t.Run("a chain's own properties too, whatever the number of their rooms", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		for i := range 24 {
			p := b.Property(t, b.hotel, fmt.Sprintf("Hotel %d", i))
			for range i {
				b.Room(t, b.hotel, p.ID, "Room", "R", 3)
			}
		}
		b.Mark(t, b.hotel, b.twin, "2030-06-01", stopsale.Stop)
		key := auth.KeyCaller{KeyID: 1, OwnerID: b.hotel.User.OwnerID, AccountType: auth.Accommodation}
		list, asked := readStopsale(t, b.Env, key)
		require.Len(t, list, 25)
		require.Len(t, list[0].Rooms[1].Days, 1)
		require.Equal(t, b.Clock.Now(), *list[0].Updated)
		for i, p := range list[1:] {
			require.Len(t, p.Rooms, i)
			require.Nil(t, p.Updated)
		}
		// 278 rooms: at most 100 at a time.
		require.Less(t, asked, 20)
	})

	t.Run("the month of an export is the property's", func(t *testing.T) {
		t.Parallel()
		b := setupStopsale(t)
		east := b.in(t, "Pacific/Kiritimati") // where June has begun
		room := b.Room(t, b.hotel, east.ID, "Double", "D", 3)
		b.Mark(t, b.hotel, b.double, "2030-05-31", stopsale.Stop)
		b.Mark(t, b.hotel, room, "2030-06-01", stopsale.Stop)
		b.past(t, room, "2030-05-31")
		list, _ := readStopsale(t, b.Env, auth.KeyCaller{KeyID: 1, OwnerID: b.hotel.User.OwnerID, AccountType: auth.Accommodation})
		require.Equal(t, []stopsale.SharedDay{{Date: day("2030-05-31"), Color: stopsale.Stop}}, list[0].Rooms[0].Days)
		require.Equal(t, []stopsale.SharedDay{{Date: day("2030-06-01"), Color: stopsale.Stop}}, list[1].Rooms[0].Days)
	})
}
