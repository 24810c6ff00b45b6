package inventorytest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/testkit/dbtest"
)

// An older program made the Master with the first look at the availability of a
// property. Those that nobody had looked at get theirs, the others stay.
func TestMigration_master(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p, rooms := e.House(t, 5)
	other, q, _ := e.House(t, 5)
	had := e.Master(t, other, q)
	dbtest.Remigrate(t, e.DB, 35, func() {
		for _, table := range []string{"allotment_calendars", "allotment_properties"} {
			_, err := e.DB.SQL().ExecContext(t.Context(), "DELETE FROM "+table+" WHERE property_id <> $1", q.ID)
			require.NoError(t, err)
		}
	})

	require.Equal(t, had, e.Master(t, other, q))
	c := e.Master(t, who, p)
	require.Equal(t, rules.KindMaster, c.Kind)
	day, closed := civil.Of(e.Clock.Now()).Add(1), 2
	_, err := e.Allotments.SaveDay(who.Context(t), who.Caller, c.ID, rules.DayInput{RoomID: rooms[0], Date: day, Setting: rules.Setting{Closed: &closed}})
	require.NoError(t, err)
}
