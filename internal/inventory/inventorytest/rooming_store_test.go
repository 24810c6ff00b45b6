package inventorytest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/rooming/roomingdb"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
	"allot/internal/testkit/dbtest"
)

// The owner is part of every write, one of both sides of every read.
func TestStore_isolation(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	stranger := e.Manager(t).User.OwnerID
	l := e.Ledger(t, hotel, nil, p, e.Master(t, hotel, p).ID)
	entry := e.Pending(t, hotel, l.ID, rooms[0], civil.MustParse("2030-06-01"), 2, 1)
	s := e.RoomingStore
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		_, err := s.Ledger(ctx, stranger, l.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = s.LockLedger(ctx, stranger, l.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = s.Entry(ctx, stranger, entry.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		theirs, stolen := l, entry
		theirs.OwnerID, theirs.Name, stolen.OwnerID, stolen.Units = stranger, "Taken over", stranger, 9
		require.NoError(t, s.UpdateLedger(ctx, theirs))
		require.NoError(t, s.UpdateEntry(ctx, stolen))
		require.NoError(t, s.MoveEntries(ctx, theirs, rooming.EntryStatuses, rooming.Moved{Status: rooming.EntryCancelled}, e.Clock.Now()))
		require.NoError(t, s.DeleteEntry(ctx, stolen))
		require.NoError(t, s.DeleteLedger(ctx, theirs))
		return nil
	}))
	got, err := s.Ledger(t.Context(), l.OwnerID, l.ID)
	require.NoError(t, err)
	require.Equal(t, l.Name, got.Name)
	kept, err := s.Entry(t.Context(), l.OwnerID, entry.ID)
	require.NoError(t, err)
	require.Equal(t, entry, kept)
	list, err := s.Entries(t.Context(), stranger, l.ID, page.Request{})
	require.NoError(t, err)
	require.Empty(t, list)
}

func TestStore_refersToWhatIsGone(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 5)
	l := e.Ledger(t, hotel, nil, p, e.Master(t, hotel, p).ID)
	entry := e.Pending(t, hotel, l.ID, rooms[0], civil.MustParse("2030-06-01"), 2, 1)
	nowhere := int64(1 << 40)
	for name, try := range map[string]func(ctx context.Context) error{
		"a property": func(ctx context.Context) error {
			l := l
			l.ID, l.PropertyID = 0, nowhere
			return e.RoomingStore.InsertLedger(ctx, &l)
		},
		"a calendar": func(ctx context.Context) error {
			l := l
			l.CalendarID = &nowhere
			return e.RoomingStore.UpdateLedger(ctx, l)
		},
		"a room": func(ctx context.Context) error {
			r := entry
			r.RoomID = &nowhere
			return e.RoomingStore.UpdateEntry(ctx, r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.ErrorIs(t, e.DB.InTx(t.Context(), try), rooming.ErrGone)
		})
	}
}

func TestStore_Ledgers(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 50)
	master := e.Master(t, hotel, p)
	for range 12 {
		l := e.Ledger(t, hotel, nil, p, master.ID)
		e.Pending(t, hotel, l.ID, rooms[0], civil.MustParse("2030-06-01"), 2, 1)
		e.Pending(t, hotel, l.ID, rooms[0], civil.MustParse("2030-06-01"), 2, 1)
	}
	count := &dbtest.Statements{}
	store := roomingdb.New(e.DB.Watched(count))
	list, n, err := store.Ledgers(t.Context(), rooming.Reader{Account: hotel.User.OwnerID}, rooming.Filter{}, page.Request{})
	require.NoError(t, err)
	require.Equal(t, 12, n)
	require.EqualValues(t, 2, count.Count(), "one statement for the ledgers of a page, one to count their entries")
	for i, l := range list {
		require.Equal(t, rooming.EntryCounts{Pending: 2}, l.Counts)
		require.True(t, i == 0 || list[i-1].ID > l.ID, "newest first")
	}
	list, n, err = store.Ledgers(t.Context(), rooming.Reader{Account: hotel.User.OwnerID, Operator: true}, rooming.Filter{}, page.Request{})
	require.NoError(t, err)
	require.Empty(t, list)
	require.Zero(t, n)
}
