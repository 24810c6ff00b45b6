package inventorytest

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
	"allot/internal/testkit/dbtest"
)

func keyOf(who *apptest.Who, most int) auth.KeyCaller {
	return auth.KeyCaller{KeyID: 1, OwnerID: who.User.OwnerID, AccountType: who.User.AccountType, MaxProperties: most}
}

// each reads what a key opens, in a transaction that is watched.
func each(t *testing.T, e *apptest.Env, key auth.KeyCaller, f rooming.Filter) (list []rooming.Shared, asked int) {
	t.Helper()
	seen := &dbtest.Statements{}
	require.NoError(t, e.DB.Watched(seen).InTx(t.Context(), func(ctx context.Context) error {
		list = nil
		x, err := e.Rooming.Select(ctx, key, f)
		if err != nil {
			return err
		}
		return x.Each(ctx, func(l rooming.Shared) error {
			list = append(list, l)
			return nil
		})
	}))
	return list, int(seen.Count())
}

// stored adds ledgers with entries straight to the store.
func stored(t *testing.T, e *apptest.Env, hotel, operator *apptest.Who, p property.Property, room int64, ledgers, entries int) {
	t.Helper()
	arrival, now := civil.MustParse("2030-06-01"), e.Clock.Now()
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for range ledgers {
			l := rooming.Ledger{
				OwnerID: hotel.User.OwnerID, PropertyID: p.ID, PartnerID: &operator.User.OwnerID, Name: "Group", Status: rooming.StatusOpen, WrittenBy: rooming.Hotel,
				CreatedAt: now, UpdatedAt: now,
			}
			if err := e.RoomingStore.InsertLedger(ctx, &l); err != nil {
				return err
			}
			list := make([]rooming.Entry, entries)
			for i := range list {
				list[i] = rooming.Entry{
					LedgerID: l.ID, OwnerID: l.OwnerID, PropertyID: p.ID, PartnerID: l.PartnerID, RoomID: &room, Arrival: arrival, Departure: arrival + 2,
					Units: 1, Guests: []rooming.Guest{}, Status: rooming.EntryPending, WrittenBy: rooming.Hotel, CreatedAt: now, UpdatedAt: now,
				}
			}
			if err := e.RoomingStore.InsertEntries(ctx, list); err != nil {
				return err
			}
		}
		return nil
	}))
}

func TestService_Each_many(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	e.Publish(t, hotel, e.Admin(t), p)
	operator := e.Operator(t)
	e.Accepted(t, hotel, operator)
	for _, who := range []*apptest.Who{hotel, operator} {
		list, _ := each(t, e, keyOf(who, 0), rooming.Filter{})
		require.Empty(t, list)
	}
	stored(t, e, hotel, operator, p, rooms[0], 100, 3)
	asked := map[*apptest.Who]int{}
	for _, who := range []*apptest.Who{hotel, operator} {
		var list []rooming.Shared
		list, asked[who] = each(t, e, keyOf(who, 0), rooming.Filter{})
		require.Len(t, list, 100)
	}
	stored(t, e, hotel, operator, p, rooms[0], 300, 3)
	for who, once := range asked {
		list, now := each(t, e, keyOf(who, 0), rooming.Filter{From: civil.MustParse("2030-06-03")})
		require.Len(t, list, 400)
		require.True(t, slices.IsSortedFunc(list, func(a, b rooming.Shared) int { return int(a.ID - b.ID) }))
		for _, l := range list {
			require.Len(t, l.Entries, 3)
			require.Equal(t, "A room", l.Entries[2].Room.Name)
		}
		require.Less(t, now, 4*once+1, "a page costs the same, whatever is in it")
	}
}

func TestService_Each_longLedgers(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	operator := e.Operator(t)
	stored(t, e, hotel, operator, p, rooms[0], 3, 700)
	list, _ := each(t, e, keyOf(hotel, 0), rooming.Filter{})
	require.Len(t, list, 3)
	for _, l := range list {
		require.Len(t, l.Entries, 700, "each has its own, all of them")
		require.True(t, slices.IsSortedFunc(l.Entries, func(a, b rooming.SharedEntry) int { return int(a.ID - b.ID) }))
		require.Equal(t, rooming.EntryCounts{Pending: 700}, l.Counts)
	}
}

func TestService_Each_trying(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, first, rooms := e.House(t, 5)
	operator := e.Operator(t)
	e.Accepted(t, hotel, operator)
	houses := []property.Property{first}
	for range 11 {
		houses = append(houses, e.Property(t, hotel, "House"))
	}
	for _, p := range slices.Backward(houses) {
		stored(t, e, hotel, operator, p, rooms[0], 2, 0)
	}
	told := func(who *apptest.Who, most int, only ...int64) []int64 {
		list, _ := each(t, e, keyOf(who, most), rooming.Filter{Properties: only})
		ids := []int64{}
		for _, l := range list {
			ids = append(ids, l.PropertyID)
		}
		slices.Sort(ids)
		return slices.Compact(ids)
	}
	for _, who := range []*apptest.Who{hotel, operator} {
		require.Len(t, told(who, 0), 12)
		some := told(who, 10)
		require.Len(t, some, 10)
		require.Equal(t, houses[0].ID, some[0])
		require.Equal(t, houses[9].ID, some[9], "the first by id")
		require.Equal(t, []int64{houses[11].ID}, told(who, 10, houses[11].ID), "of those that were asked for")
		require.Empty(t, told(who, 10, 1<<40))
	}
}
