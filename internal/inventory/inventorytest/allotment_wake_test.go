package inventorytest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

func TestWaking(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, first := e.Hotel(t, "First")
	ids := []int64{first.ID, e.Property(t, who, "Second").ID, e.Property(t, who, "Third").ID}
	days := []string{"2030-06-02", "2030-06-01", "2030-06-02"}
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		for i, id := range ids {
			if err := e.AllotmentStore.SetWake(ctx, who.User.OwnerID, id, civil.MustParse(days[i])); err != nil {
				return err
			}
		}
		return nil
	}))
	after, found := allotment.Waking{On: civil.Min}, []int64{}
	for {
		list, err := e.AllotmentStore.Waking(t.Context(), civil.MustParse("2030-06-02"), after, 1)
		require.NoError(t, err)
		if len(list) == 0 {
			break
		}
		after = list[0]
		require.Equal(t, who.User.OwnerID, after.OwnerID)
		found = append(found, after.PropertyID)
	}
	require.Equal(t, []int64{ids[1], ids[0], ids[2]}, found)
	list, err := e.AllotmentStore.Waking(t.Context(), civil.MustParse("2030-06-01"), allotment.Waking{On: civil.Min}, 10)
	require.NoError(t, err)
	require.Len(t, list, 1)
}

// A plan that ends by date does not lock the account. Between what was told and what is
// stored nobody may tell otherwise.
func TestToldClosed_isLocked(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	if e.DB.Engine() == db.SQLite {
		t.Skip("SQLite has one writer")
	}
	who, p := e.Hotel(t, "Hotel")
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error {
		told, err := e.AllotmentStore.ToldClosed(ctx, who.User.OwnerID)
		require.NoError(t, err)
		require.Contains(t, told, p.ID)
		err = e.DB.InTx(t.Context(), func(other context.Context) error { //nolint:contextcheck // another transaction
			_, err := e.DB.From(other).NewRaw("SELECT told_closed FROM allotment_properties WHERE property_id = ? FOR UPDATE NOWAIT", p.ID).Exec(other)
			return err
		})
		require.ErrorContains(t, err, "could not obtain lock")
		return nil
	}))
}
