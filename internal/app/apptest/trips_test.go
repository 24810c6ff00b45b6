package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
)

// What the ten commonest operations ask of PostgreSQL once the program is warm: authentication,
// history, events and commit included. One more is a failure; who needs one less says so here.
func TestRequest_RoundTrips(t *testing.T) {
	t.Parallel()
	e, trips := apptest.NewCounted(t)
	if e.DB.Engine() == db.SQLite {
		t.Skip("SQLite has no round trips")
	}
	hotel, operator := e.Pair(t)
	p := e.Property(t, hotel, "Hotel")
	room := e.Room(t, hotel, p.ID, "Double", "DBL", 9)
	e.Fill(t, hotel, p.ID)
	e.Publish(t, hotel, e.Admin(t), p)
	partnership := e.Accepted(t, hotel, operator)
	day := civil.Of(e.Clock.Now()).Add(40)
	until, units, release := day+60, 2, 0
	other := e.Operator(t)
	e.Accepted(t, hotel, other)
	rate := e.Granted(t, hotel, other, p, []ratecontract.RoomAllotment{{RoomID: room, StartDate: day, EndDate: until, Quantity: units}})
	master := e.Master(t, hotel, p).ID
	calendar := func(kind rules.Kind, ch rules.CalendarChange) int64 {
		name := string(kind)
		ch.PropertyID, ch.Kind, ch.Name = &p.ID, &kind, &name
		c, err := e.Allotments.CreateCalendar(hotel.Context(t), hotel.Caller, ch)
		require.NoError(t, err)
		return c.ID
	}
	contract, contracted := &partnership.ID, &rate.ID
	connected := calendar(rules.KindConnected, rules.CalendarChange{Contract: &contract})
	granted := calendar(rules.KindContracted, rules.CalendarChange{RateContract: &contracted})
	_, err := e.Allotments.AddBlock(hotel.Context(t), hotel.Caller, connected, rules.BlockChange{RoomID: &room, StartDate: &day, EndDate: &until, Quantity: &units, ReleaseDays: &release})
	require.NoError(t, err)
	token, _ := e.Key(t, operator, auth.KeyStopSale)
	facts, _ := e.Key(t, operator, auth.KeyFactSheet)

	on := func(n int) string { return (day + civil.Date(n)).String() }
	write := func(calendar int64, values string) func(n int) (method, path, body string) {
		return func(n int) (string, string, string) {
			return http.MethodPost, fmt.Sprintf("/api/allotment/calendars/%d/daily/", calendar), fmt.Sprintf(`{"room": %d, "date": %q, %s}`, room, on(n), values)
		}
	}
	read := func(path string, args ...any) func(n int) (method, path, body string) {
		return func(int) (string, string, string) { return http.MethodGet, fmt.Sprintf(path, args...), "" }
	}
	for _, op := range []struct { //nolint:paralleltest // each is counted alone
		name string
		call func(n int) (method, path, body string)
		want int64
	}{
		{"units of a day of the Master", write(master, `"closed": 1`), 5},
		{"stop of a day of the Master", write(master, `"status": "stop"`), 5},
		{"units of a day of a connected calendar", write(connected, `"closed": 1`), 5},
		{"stop of a day of a connected calendar", write(connected, `"status": "stop"`), 5},
		{"stop of a day of a contracted calendar", write(granted, `"status": "stop"`), 5},
		{"days of a season", func(n int) (string, string, string) {
			return http.MethodPost, fmt.Sprintf("/api/allotment/calendars/%d/bulk/", master),
				fmt.Sprintf(`{"rooms": [%d], "from": %q, "to": %q, "confirmed": %d}`, room, on(0), on(30), n%2)
		}, 5},
		{"grid", read("/api/allotment/calendars/%d/grid/", master), 1},
		{"export of availability", read("/api/v1/allotment-stop-sale/%s/", token), 1},
		{"export of facts", read("/api/v1/facts/%s/", facts), 9},
		{"list of contracts", read("/api/partners/contracts/"), 3},
	} {
		t.Run(op.name, func(t *testing.T) {
			least := int64(1000)
			for n := range 10 { // the first parse statements, fill caches and open connections
				method, path, body := op.call(n)
				before := trips.Count()
				res := hotel.Do(t, method, path, body)
				require.Less(t, res.Code, 300, res.Body.String())
				least = min(least, trips.Count()-before)
			}
			require.Equal(t, op.want, least)
		})
	}
}
