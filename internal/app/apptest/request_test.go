package apptest_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// Whoever asks again for what has not changed costs one round trip to PostgreSQL,
// for session or key and all that the answer depends on together, and none to SQLite.
func TestRequest_WarmReadsCostOneRoundTrip(t *testing.T) {
	t.Parallel()
	seen := &dbtest.Statements{}
	e := apptest.New(t, apptest.Watched(seen))
	hotel, operator := e.Pair(t)
	for i := range 3 {
		e.PublishedRooms(t, hotel, fmt.Sprintf("Hotel %d", i), 2)
	}
	e.Accepted(t, hotel, operator)
	token, _ := e.Key(t, operator, auth.KeyStopSale)
	own, _ := e.Key(t, hotel, auth.KeyStopSale)
	want := int64(0)
	if e.DB.Engine() == db.Postgres {
		want = 1
	}
	for _, path := range []string{
		"/api/allotment/calendars/1/grid/",
		"/api/v1/allotment-stop-sale/" + token + "/",
		"/api/v1/allotment-stop-sale/" + own + "/",
	} {
		get := func() (queries int64) {
			before := seen.Count()
			res := hotel.Do(t, http.MethodGet, path, "")
			require.Equal(t, http.StatusOK, res.Code, res.Body.String())
			return seen.Count() - before
		}
		get()
		for range 3 {
			require.Equal(t, want, get(), path)
		}
	}
}
