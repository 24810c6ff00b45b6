package inventoryhttptest

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/testkit/dbtest"
)

// forget empties the caches, as a start does.
func forget(e *apptest.Env) {
	e.Allotments.DropAll()
	e.Availability.DropAll()
}

// A node that has just started reads many properties with few statements, and answers as one
// that has read each alone.
func TestExport_afterStart(t *testing.T) {
	t.Parallel()
	const properties = 120
	asked := &dbtest.Statements{}
	e := apptest.New(t, apptest.Watched(asked))
	hotel, p, rooms := e.House(t, 5, 9)
	first := civil.Of(e.Clock.Now()).Add(3)
	for i, date := range []civil.Date{first, first + 1, first + 30, first + 200} {
		status := rules.StatusStop
		_, err := e.Allotments.SaveDay(hotel.Context(t), hotel.Caller, e.Master(t, hotel, p).ID, rules.DayInput{RoomID: rooms[i%2], Date: date, Setting: rules.Setting{Status: &status}})
		require.NoError(t, err)
	}
	e.Publish(t, hotel, e.Admin(t), p)
	operator := e.Operator(t)
	e.Accepted(t, hotel, operator)
	dbtest.MultiplyProperties(t, e.DB, properties-1, account.Content, account.Draft)
	token, _ := e.Key(t, operator, auth.KeyStopSale)
	pull := func(from, to civil.Date) (list [sha256.Size]byte, n int64) {
		before := asked.Count()
		res := e.Do(t, http.MethodGet, fmt.Sprintf("/api/v1/allotment-stop-sale/%s/?from=%s&to=%s", token, from, to), "")
		require.Equal(t, http.StatusOK, res.Code)
		n = asked.Count() - before
		var x struct{ Properties json.RawMessage }
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &x))
		return sha256.Sum256(x.Properties), n
	}
	month, n := pull(first, first+30)
	require.Less(t, n, int64(80), "statements for a month")
	year, n := pull(first, first+364)
	require.Less(t, n, int64(120), "statements for a year, when a month is in memory")
	require.NotEqual(t, month, year)

	forget(e)
	again, n := pull(first, first+364)
	require.Less(t, n, int64(120), "statements for a year")
	require.Equal(t, year, again, "a year after a start")
	for id := range properties { // one after the other
		at := p.ID
		if id > 0 {
			at += int64(id) * 1_000_000
		}
		_, err := e.Allotments.Snapshot(t.Context(), hotel.User.OwnerID, at, civil.Range{From: first, To: first})
		require.NoError(t, err)
	}
	e.Availability.DropAll()
	alone, _ := pull(first, first+30)
	require.Equal(t, month, alone, "a month, each read alone")
}
