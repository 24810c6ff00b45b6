package inventorytest

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func TestStore_SaveDays(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p, rooms := e.House(t, 9)
	c := e.Master(t, who, p)
	seen := &dbtest.Statements{}
	store := allotmentdb.New(e.DB.Watched(seen))
	first := civil.MustParse("2030-06-01")
	days := make([]rules.Day, 1030)
	for i := range days {
		days[i] = rules.Day{
			CalendarID: c.ID, RoomID: rooms[0], Date: first + civil.Date(i), OwnerID: c.OwnerID, PropertyID: p.ID,
			Closed: i % 5, Confirmed: 3, Rooming: i % 3, Status: rules.StatusStop, Reason: rules.ReasonRenovation, Note: `It's "a" {note}, \ Ελένη`, Version: 7,
		}
	}
	for range 2 { // the second time they are there, and the statements are parsed
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return store.SaveDays(ctx, days) }))
		days[0].Closed, days[0].Note = 8, ""
	}
	want := int64(2) // all rows in one
	if e.DB.Engine() == db.SQLite {
		want = 2 * (1000/50 + 30)
	}
	require.Equal(t, want, seen.Count())
	days[0].Closed, days[0].Note = 8, ""
	q := allotment.DraftQuery{OwnerID: c.OwnerID, CalendarID: c.ID, Rooms: rooms, Season: civil.Range{From: first, To: first + 5000}}
	got, err := store.ReadDraft(t.Context(), q)
	require.NoError(t, err)
	require.Equal(t, days, got.Days)
	q.OwnerID++
	got, err = store.ReadDraft(t.Context(), q)
	require.NoError(t, err)
	require.Empty(t, got.Days)
}

// Days that are alike are written together, whatever of them is stored and whatever is between.
func TestStore_SaveDays_spans(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p, rooms := e.House(t, 9, 9)
	c := e.Master(t, who, p)
	seen := &dbtest.Statements{}
	store := allotmentdb.New(e.DB.Watched(seen))
	season := civil.Range{From: civil.MustParse("2030-06-01"), To: civil.MustParse("2030-06-01") + 99}
	daysWith := func(status rules.Status, version int64) (days []rules.Day) {
		for _, room := range rooms {
			for date := season.From; date <= season.To; date++ {
				days = append(days, rules.Day{
					CalendarID: c.ID, RoomID: room, Date: date, OwnerID: c.OwnerID, PropertyID: p.ID, Closed: 1, Status: status, Note: "Ελένη", ChangedBy: 3, ChangedAt: 4, Version: version,
				})
			}
		}
		return days
	}
	save := func(statements int64, days []rules.Day, why string) {
		t.Helper()
		before := seen.Count()
		require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { return store.SaveDays(ctx, days) }))
		if e.DB.Engine() == db.SQLite {
			require.Equal(t, statements, seen.Count()-before, why)
		}
		got, err := store.ReadDraft(t.Context(), allotment.DraftQuery{OwnerID: c.OwnerID, CalendarID: c.ID, Rooms: rooms, Season: season})
		require.NoError(t, err)
		require.Equal(t, days, got.Days)
	}
	save(3+3+49, slices.Delete(daysWith(rules.StatusStop, 7), 50, 51), "of three spans nothing is stored: 199 rows are inserted, 50 at a time")
	save(2+2, daysWith(rules.StatusRequest, 8), "of the first span one day is not stored")
	save(2, daysWith(rules.StatusStop, 9), "all are stored")
	days := daysWith(rules.StatusRequest, 10)
	days[10].Closed, days[15].Note, days[150].Confirmed = 2, "", 1
	save(4+4+3, days, "10 days, one, 4 too few for a span, one, 84; 50, one and 49 of the other room")
}
