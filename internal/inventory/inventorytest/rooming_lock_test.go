package inventorytest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/inventory/rooming"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/testkit/dbtest"
)

// Whoever deletes a calendar takes it out of the ledgers that name it, while
// others confirm those: both lock in one order.
func TestChange_whileCalendarsGo(t *testing.T) {
	t.Parallel()
	const rounds, ledgers = 5, 4
	e := apptest.New(t)
	hotel, p, rooms := e.House(t, 50)
	day, kind, name := civil.MustParse("2030-06-01"), rules.KindAllotment, "Tours"
	for range rounds {
		c, err := e.Allotments.CreateCalendar(hotel.Context(t), hotel.Caller, rules.CalendarChange{PropertyID: &p.ID, Kind: &kind, Name: &name})
		require.NoError(t, err)
		var list []rooming.Ledger
		for range ledgers {
			l := e.Ledger(t, hotel, nil, p, c.ID)
			e.Pending(t, hotel, l.ID, rooms[0], day, 2, 1)
			list = append(list, l)
		}
		errs := make([]error, ledgers+1)
		var all sync.WaitGroup
		for i, l := range list {
			all.Go(func() { _, errs[i] = e.Rooming.Confirm(hotel.Context(t), hotel.Caller, l.ID) })
		}
		all.Go(func() { errs[ledgers] = e.Allotments.DeleteCalendar(hotel.Context(t), hotel.Caller, c.ID) })
		all.Wait()
		for _, err := range errs {
			if err != nil {
				require.Equal(t, apperr.Conflict, apperr.Of(err).Kind, "%v", err)
			}
		}
	}
	require.Zero(t, dbtest.Deadlocks(t, e.DB))
}
