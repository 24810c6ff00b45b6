package roomingdb_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/rooming"
	"allot/internal/rooming/roomingtest"
)

// Ledgers from before the migration are the operator's if it made them by the
// hotel's audit trail, else the hotel's.
func TestMigration_writers(t *testing.T) {
	t.Parallel()
	e := roomingtest.New(t)
	hotel, p, _ := e.House(t, 3)
	e.Publish(t, hotel, e.Admin(t), p)
	operator := e.Operator(t)
	e.Accepted(t, hotel, operator)
	name := "Theirs"
	theirs, err := e.Rooming.Create(operator.Context(t), operator.Caller, rooming.LedgerChange{PropertyID: &p.ID, Name: &name})
	require.NoError(t, err)
	ours := e.Ledger(t, hotel, operator, p, e.Master(t, hotel, p).ID)
	file, err := os.ReadFile("../../platform/db/migrations/" + string(e.DB.Engine()) + "/00033_rooming.sql")
	require.NoError(t, err)
	_, after, found := strings.Cut(string(file), "UPDATE rooming_ledgers")
	require.True(t, found)
	update, _, _ := strings.Cut(after, ";")
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for _, statement := range []string{"UPDATE rooming_ledgers SET written_by = 'hotel'", "UPDATE rooming_ledgers" + update} {
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
}
