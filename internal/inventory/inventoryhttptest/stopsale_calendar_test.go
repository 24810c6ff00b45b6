package inventoryhttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/stopsale"
)

func TestStopsaleHTTPCalendar(t *testing.T) {
	t.Parallel()

	t.Run("shows rooms with their events on both paths", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		second := b.Mark(t, b.hotel, b.double, "2031-01-01", stopsale.OnRequest)
		first := b.Mark(t, b.hotel, b.double, "2030-05-31", stopsale.Stop)
		want := fmt.Sprintf(`{"property":%d,"name":"Hotel Aurora","date_update":"2030-05-31T12:00:00Z","rooms":[
			{"id":%d,"name":"Double","code":"DBL","room_total_units":3,"events":[
				{"id":%d,"date":"2030-05-31","color":2,"status":"Stop Sale","source":""},
				{"id":%d,"date":"2031-01-01","color":3,"status":"On Request","source":""}]},
			{"id":%d,"name":"Twin","code":"TWN","room_total_units":3,"events":[]}]}`,
			b.property.ID, b.double, first.ID, second.ID, b.twin)
		for _, path := range calendarPaths(b.property) {
			apptest.RequireJSON(t, b.hotel.Do(t, get, path, ""), http.StatusOK, want)
		}
	})

	t.Run("starts with the month it is where the property is, unless asked otherwise", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		for _, day := range []string{"2030-05-31", "2030-06-30", "2030-07-01", "2030-07-20", "2040-01-01"} {
			b.Mark(t, b.hotel, b.double, day, stopsale.Stop)
		}
		b.Clock.Advance(45 * 24 * time.Hour) // 2030-07-15
		hotel := b.Login(t, b.hotel.User.Email)
		for query, want := range map[string][]string{
			"":                               {"2030-07-01", "2030-07-20", "2040-01-01"},
			"?from=2030-05-01":               {"2030-05-31", "2030-06-30", "2030-07-01", "2030-07-20", "2040-01-01"},
			"?from=2030-06-30&to=2030-07-01": {"2030-06-30", "2030-07-01"},
			"?to=2030-07-20":                 {"2030-07-01", "2030-07-20"},
			"?to=2030-07-01":                 {"2030-05-31", "2030-06-30", "2030-07-01"},
			"?from=2041-01-01":               {},
		} {
			got := []string{}
			for _, e := range days(bodyStopsaleHTTP(t, hotel.Do(t, get, calendarPaths(b.property)[0]+query, ""), http.StatusOK)) {
				got = append(got, e["date"].(string))
			}
			require.Equal(t, want, got, query)
		}
		for _, bad := range []string{"?from=2030-07-02&to=2030-07-01", "?from=x", "?to=2030-02-30"} {
			require.Equal(t, http.StatusBadRequest, hotel.Do(t, get, calendarPaths(b.property)[1]+bad, "").Code, bad)
		}
	})

	t.Run("shows every room of a large hotel once, in order", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		rooms := []string{}
		for i := range 249 {
			rooms = append(rooms, fmt.Sprintf(`{"name":"Room %d","room_total_units":1}`, i))
		}
		o := bodyStopsaleHTTP(t, b.hotel.Do(t, post, savePath, fmt.Sprintf(`{"property":%d,"rooms":[%s]}`, b.property.ID, strings.Join(rooms, ","))), http.StatusOK)
		list, _ := o["rooms"].([]any)
		require.Len(t, list, 251)
		last := list[250].(object)["id"].(float64)
		b.Mark(t, b.hotel, int64(last), "2030-06-01", stopsale.Blocked)
		shown := bodyStopsaleHTTP(t, b.hotel.Do(t, get, calendarPaths(b.property)[0], ""), http.StatusOK)["rooms"].([]any)
		require.Len(t, shown, 251)
		for i, r := range shown {
			require.Equal(t, list[i].(object)["id"], r.(object)["id"])
		}
		require.Len(t, shown[250].(object)["events"], 1)
	})
}

// days are the events of the first room.
func days(calendar object) []object {
	list := []object{}
	for _, e := range calendar["rooms"].([]any)[0].(object)["events"].([]any) {
		list = append(list, e.(object))
	}
	return list
}

func TestSave(t *testing.T) {
	t.Parallel()

	t.Run("changes rooms and makes new ones, and answers with the calendar", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		b.Clock.Advance(time.Minute)
		res := b.hotel.Do(t, post, savePath, fmt.Sprintf(`{"property":%d,"rooms":[{"id":%d,"name":"Double room"},{"name":"Suite","room_total_units":2}]}`, b.property.ID, b.double))
		o := bodyStopsaleHTTP(t, res, http.StatusOK)
		require.Equal(t, "2030-05-31T12:01:00Z", o["date_update"])
		rooms, err := b.Properties.Rooms(t.Context(), b.hotel.User.OwnerID, b.property.ID)
		require.NoError(t, err)
		require.Len(t, rooms, 3)
		require.Equal(t, []any{"Double room", "DBL", 3}, []any{rooms[0].Name, rooms[0].Code, rooms[0].TotalUnits}, "what is missing stays")
		require.Equal(t, []any{"Suite", 2}, []any{rooms[2].Name, rooms[2].TotalUnits})
		require.JSONEq(t, res.Body.String(), b.hotel.Do(t, get, calendarPaths(b.property)[0], "").Body.String())

		again := b.hotel.Do(t, post, savePath, res.Body.String())
		require.Equal(t, http.StatusOK, again.Code)
		require.JSONEq(t, res.Body.String(), again.Body.String())
	})

	t.Run("refuses by the rules of the fact sheet, all or nothing", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		other, theirs := b.Hotel(t, "Other")
		foreign := b.Room(t, other, theirs.ID, "Foreign", "F", 3)
		for sent, fields := range map[string][]string{
			`[{"name":"New"},{"name":"x","room_total_units":-1}]`:       {"rooms[1].room_total_units"},
			`[{"name":"New"},{"name":null},{"room_total_units":"two"}]`: {"rooms[2].room_total_units"},
			fmt.Sprintf(`[{"name":"New"},{"id":%d}]`, foreign):          {"rooms[1].id"},
			fmt.Sprintf(`[{"id":%d},{"id":%d}]`, b.twin, b.twin):        {"rooms[1].id"},
			`[{"name":"` + strings.Repeat("x", 3000) + `"}]`:            {"rooms[0].name"},
			`[]`:   {"rooms"},
			`null`: {"rooms"},
			`7`:    {"rooms"},
			`[7]`:  {"rooms[0]"},
		} {
			o := bodyStopsaleHTTP(t, b.hotel.Do(t, post, savePath, fmt.Sprintf(`{"property":%d,"rooms":%s}`, b.property.ID, sent)), http.StatusBadRequest)
			got := []string{}
			for _, e := range o["errors"].([]any) {
				got = append(got, e.(object)["field"].(string))
			}
			require.Equal(t, fields, got, "%s: %v", sent, o)
		}
		for _, sent := range []string{``, `{}`, `{"rooms":[{"name":"x"}]}`, `{"property":0,"rooms":[{"name":"x"}]}`, `{"property":"x","rooms":[]}`} {
			require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, post, savePath, sent).Code, sent)
		}
		rooms, err := b.Properties.Rooms(t.Context(), b.hotel.User.OwnerID, b.property.ID)
		require.NoError(t, err)
		require.Len(t, rooms, 2)
		require.Nil(t, bodyStopsaleHTTP(t, b.hotel.Do(t, get, calendarPaths(b.property)[0], ""), http.StatusOK)["date_update"])
	})
}

func TestDeprecation(t *testing.T) {
	t.Parallel()
	b := setupStopsaleHTTP(t)
	token, _ := b.Key(t, b.hotel, "stop_sale")
	type call struct{ method, path string }
	calls := []call{{post, createPath}, {post, savePath}, {get, sources}, {post, sources}, {get, pdfPath(b.property)}, {post, mailPath(b.property, 1)}}
	for i := range 2 {
		calls = append(calls, call{get, calendarPaths(b.property)[i]}, call{put, updatePaths(1)[i]}, call{del, deletePaths(1)[i]})
	}
	for _, c := range calls {
		// Answers and refusals alike: the bodies are not even sent.
		for _, res := range []http.Header{b.hotel.Do(t, c.method, c.path, "").Header(), b.Do(t, c.method, c.path, "").Header()} {
			require.Equal(t, "@1767225600", res.Get("Deprecation"), c.path)
			require.Equal(t, []string{`</api/allotment/calendars/>; rel="successor-version"`}, res.Values("Link"), c.path)
		}
	}
	for _, path := range feedPaths(token) {
		res := b.Do(t, get, path, "")
		require.Equal(t, http.StatusOK, res.Code)
		require.Equal(t, "@1767225600", res.Header().Get("Deprecation"))
		require.Equal(t, `</api/v1/allotment-stop-sale/`+token+`/>; rel="successor-version"`, res.Header().Get("Link"))
	}
	for _, path := range feedPaths(`%3E%22%2C%0D%0Ax`) {
		res := b.Do(t, get, path, "")
		require.Equal(t, http.StatusUnauthorized, res.Code)
		require.NotContains(t, res.Header().Get("Link"), `"%`)
		require.Len(t, res.Header().Values("Link"), 1)
		require.Regexp(t, `^</api/v1/allotment-stop-sale/[^<>"\s]+/>; rel="successor-version"$`, res.Header().Get("Link"))
	}
	documented := 0
	for path, item := range b.Server().OpenAPI().Paths {
		if !strings.Contains(path, "/stop-sale/") {
			continue
		}
		if item.Get != nil {
			require.True(t, item.Get.Deprecated, path)
			documented++
		}
	}
	require.Equal(t, 7, documented)
}
