package inventorytest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/stopsale"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

func TestStore_ownership(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Hotel(t, "Hotel Aurora")
	other, _ := e.Hotel(t, "Other")
	room := e.Room(t, hotel, p.ID, "Double", "D", 3)
	ev := e.Mark(t, hotel, room, "2030-06-01", stopsale.Stop)
	mine, theirs := hotel.User.OwnerID, other.User.OwnerID
	s, ctx := e.StopStore, t.Context()

	got, err := s.Event(ctx, mine, ev.ID)
	require.NoError(t, err)
	require.Equal(t, ev, got, "what is stored is what was given")
	_, err = s.Event(ctx, theirs, ev.ID)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	for owner, n := range map[int64]int{mine: 1, theirs: 0} {
		list, err := s.Events(ctx, owner, []int64{room}, stopsale.Window{})
		require.NoError(t, err)
		require.Len(t, list, n)
		days, err := s.Days(ctx, []int64{owner}, []int64{room}, stopsale.Window{})
		require.NoError(t, err)
		require.Len(t, days, n)
		touched, err := s.Touched(ctx, []int64{owner}, []int64{p.ID})
		require.NoError(t, err)
		require.Len(t, touched, n)
	}
	require.NoError(t, e.DB.InTx(ctx, func(ctx context.Context) error { return s.DeleteEvent(ctx, theirs, ev.ID) }))
	require.NoError(t, e.DB.InTx(ctx, func(ctx context.Context) error {
		foreign := ev
		foreign.OwnerID, foreign.Color = theirs, stopsale.Free
		return s.UpdateEvent(ctx, foreign)
	}))
	got, err = s.Event(ctx, mine, ev.ID)
	require.NoError(t, err)
	require.Equal(t, ev, got, "another account changes nothing")
}

func TestStore_windows(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Hotel(t, "Hotel Aurora")
	room, twin := e.Room(t, hotel, p.ID, "Double", "D", 3), e.Room(t, hotel, p.ID, "Twin", "T", 3)
	for _, day := range []string{"2030-06-03", "2030-06-01", "2030-06-02"} {
		e.Mark(t, hotel, room, day, stopsale.Stop)
		e.Mark(t, hotel, twin, day, stopsale.Stop)
	}
	at := func(s string) civil.Date {
		if s == "" {
			return 0
		}
		return civil.MustParse(s)
	}
	for name, c := range map[string]struct {
		from, to string
		want     int
	}{
		"open at both ends": {"", "", 3}, "both ends included": {"2030-06-01", "2030-06-03", 3}, "one day": {"2030-06-02", "2030-06-02", 1},
		"open end": {"2030-06-02", "", 2}, "open start": {"", "2030-06-02", 2}, "none": {"2030-06-04", "2030-06-05", 0},
	} {
		w := stopsale.Window{From: at(c.from), To: at(c.to)}
		list, err := e.StopStore.Events(t.Context(), hotel.User.OwnerID, []int64{twin, room}, w)
		require.NoError(t, err)
		require.Len(t, list, 2*c.want, name)
		days, err := e.StopStore.Days(t.Context(), []int64{hotel.User.OwnerID}, []int64{twin, room}, w)
		require.NoError(t, err)
		require.Len(t, days, len(list), name)
		for i, ev := range list {
			require.Equal(t, stopsale.RoomDay{RoomID: ev.RoomID, SharedDay: stopsale.SharedDay{Date: ev.Date, Color: ev.Color}}, days[i])
			require.True(t, i == 0 || ev.RoomID > list[i-1].RoomID || ev.RoomID == list[i-1].RoomID && ev.Date > list[i-1].Date, name)
		}
	}
}

func TestStore_constraints(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p := e.Hotel(t, "Hotel Aurora")
	room := e.Room(t, hotel, p.ID, "Double", "D", 3)
	insert := func(color stopsale.Color) error {
		return e.DB.InTx(t.Context(), func(ctx context.Context) error {
			return e.StopStore.InsertEvent(ctx, &stopsale.Event{
				OwnerID: hotel.User.OwnerID, PropertyID: p.ID, RoomID: room, Date: civil.MustParse("2030-06-01"), Color: color,
				CreatedAt: e.Clock.Now(), UpdatedAt: e.Clock.Now(),
			})
		})
	}
	require.Error(t, insert(5), "the database knows the codes")
	require.Error(t, insert(-1))
	require.NoError(t, insert(0))
	require.ErrorIs(t, insert(1), stopsale.ErrExists)

	src := stopsale.Source{OwnerID: hotel.User.OwnerID, Name: "Phone", NameKey: "phone", CreatedAt: e.Clock.Now().Add(-time.Hour)}
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, e.StopStore.InsertSource(ctx, &src))
		require.ErrorIs(t, e.StopStore.InsertSource(ctx, &stopsale.Source{OwnerID: src.OwnerID, Name: "PHONE", NameKey: "phone", CreatedAt: src.CreatedAt}), stopsale.ErrSourceExists)
		_, err := e.StopStore.Source(ctx, src.OwnerID, "phone")
		return err // the transaction goes on
	}))
	list, n, err := e.StopStore.Sources(t.Context(), src.OwnerID, page.Request{Page: 2, Size: 1})
	require.NoError(t, err)
	require.Empty(t, list)
	require.Equal(t, 1, n)
}
