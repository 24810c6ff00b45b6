package inventorytest

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/civil"
)

// Ledgers from before the migration are the operator's if it made them by the
// hotel's audit trail, else the hotel's; their entries are the operator's if it
// wrote in the ledger at all.
func TestMigration_writers(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 3)
	e.Publish(t, hotel, e.Admin(t), p)
	operator := e.Operator(t)
	e.Accepted(t, hotel, operator)
	name := "Theirs"
	theirs, err := e.Rooming.Create(operator.Context(t), operator.Caller, rooming.LedgerChange{PropertyID: &p.ID, Name: &name})
	require.NoError(t, err)
	ours, mixed := e.Ledger(t, hotel, operator, p, e.Master(t, hotel, p).ID), e.Ledger(t, hotel, operator, p, e.Master(t, hotel, p).ID)
	add := func(who *apptest.Who, ledger int64) int64 {
		arrival, departure := civil.MustParse("2030-06-01"), civil.MustParse("2030-06-02")
		list, err := e.Rooming.AddEntries(who.Context(t), who.Caller, ledger, []rooming.EntryChange{{RoomID: &rooms[0], Arrival: &arrival, Departure: &departure}}, false)
		require.NoError(t, err)
		return list[0].ID
	}
	oursOnly, theirsIn := add(hotel, ours.ID), add(operator, mixed.ID)
	file, err := os.ReadFile("../../platform/db/migrations/" + string(e.DB.Engine()) + "/00033_rooming.sql")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(file), "UPDATE rooming_ledgers")
	require.True(t, found)
	update, after, _ := strings.Cut(after, ";")
	_, after, found = strings.Cut(after, "UPDATE rooming_entries")
	require.True(t, found)
	entries, _, _ := strings.Cut(after, ";")
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for _, statement := range []string{
			"UPDATE rooming_ledgers SET written_by = 'hotel'", "UPDATE rooming_ledgers" + update,
			"UPDATE rooming_entries SET written_by = 'hotel'", "UPDATE rooming_entries" + entries,
		} {
			if _, err := e.DB.From(ctx).ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	}))
	for id, want := range map[int64]rooming.Actor{theirs.ID: rooming.Operator, ours.ID: rooming.Hotel} {
		l, err := e.RoomingStore.Ledger(t.Context(), hotel.User.OwnerID, id)
		require.NoError(t, err)
		require.Equal(t, want, l.WrittenBy)
	}
	for id, want := range map[int64]rooming.Actor{theirsIn: rooming.Operator, oursOnly: rooming.Hotel} {
		entry, err := e.RoomingStore.Entry(t.Context(), hotel.User.OwnerID, id)
		require.NoError(t, err)
		require.Equal(t, want, entry.WrittenBy)
	}
}
