package insighttest

import (
	"encoding/json"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

const (
	activity     = "/api/reports/activity/"
	availability = "/api/reports/availability/"
	export       = availability + "export/csv/"
	// window reaches over the end of a month.
	window = "?from=2030-06-29&to=2030-07-02"
)

type object = map[string]any

// reportBundle is a hotel with a published property, rooms of 3 and 5 units, and an
// operator. The clock starts at noon of 2030-05-31.
type reportBundle struct {
	*apptest.Env
	hotel, operator *apptest.Who
	property        property.Property
	rooms           []int64
	master          int64
}

func setupReport(t *testing.T) *reportBundle {
	t.Helper()
	b := &reportBundle{Env: apptest.New(t)}
	b.hotel, b.property, b.rooms = b.House(t, 3, 5)
	b.Publish(t, b.hotel, b.Admin(t), b.property)
	b.operator = b.Operator(t)
	b.master = b.Master(t, b.hotel, b.property).ID
	return b
}

func (b *reportBundle) set(t *testing.T, calendar, room int64, date string, s rules.Setting) {
	t.Helper()
	_, err := b.Allotments.SaveDay(b.hotel.Context(t), b.hotel.Caller, calendar, rules.DayInput{RoomID: room, Date: civil.MustParse(date), Setting: s})
	require.NoError(t, err)
}

func status(s rules.Status) rules.Setting { return rules.Setting{Status: &s} }

func confirmed(n int) rules.Setting { return rules.Setting{Confirmed: &n} }

func closed(n int) rules.Setting { return rules.Setting{Closed: &n} }

// reader gives the manager a colleague who reads reports, of some properties or
// all.
func (b *reportBundle) reader(t *testing.T, manager *apptest.Who, properties ...int64) *apptest.Who {
	t.Helper()
	return b.Scoped(t, manager, []auth.Flag{auth.Reports}, properties...)
}

func read(t *testing.T, who *apptest.Who, at string) object {
	t.Helper()
	res := who.Do(t, get, at, "")
	require.Equal(t, http.StatusOK, res.Code, res.Body)
	var o object
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o))
	return o
}

// results are the rows of a page.
func results(t *testing.T, who *apptest.Who, at string) []object {
	t.Helper()
	list := []object{}
	for _, r := range read(t, who, at)["results"].([]any) {
		list = append(list, r.(object))
	}
	return list
}

func requireForbidden(t *testing.T, b *reportBundle, paths ...string) {
	t.Helper()
	for _, path := range paths {
		apptest.RequireNotSignedIn(t, b.Do(t, get, path, ""))
		require.Equal(t, http.StatusForbidden, b.Admin(t).Do(t, get, path, "").Code)
		require.Equal(t, http.StatusForbidden, b.SubUser(t, b.hotel, auth.StopSales, auth.Settings).Do(t, get, path, "").Code)
		require.Equal(t, http.StatusOK, b.SubUser(t, b.hotel, auth.Reports).Do(t, get, path, "").Code)
	}
}

func encode(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}
