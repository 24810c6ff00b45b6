package inventoryhttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/auth"
	"allot/internal/inventory/stopsale"
	"allot/internal/partners/contract"
)

func TestEvents(t *testing.T) {
	t.Parallel()

	t.Run("are created, changed and reset on both paths", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		for i := range 2 {
			o := bodyStopsaleHTTP(t, b.hotel.Do(t, post, createPath, fmt.Sprintf(`{"room":%d,"date":"2030-06-01","color":2,"source":"Phone"}`, b.double)), http.StatusCreated)
			id := int64(o["id"].(float64))
			require.Equal(t, object{"id": o["id"], "room": float64(b.double), "date": "2030-06-01", "color": 2., "status": "Stop Sale", "source": "Phone"}, o)
			apptest.RequireJSON(t, b.hotel.Do(t, put, updatePaths(id)[i], `{"color":0}`), http.StatusOK,
				fmt.Sprintf(`{"id":%d,"room":%d,"date":"2030-06-01","color":0,"status":"Free Sale","source":"Phone"}`, id, b.double))
			apptest.RequireJSON(t, b.hotel.Do(t, put, updatePaths(id)[i], fmt.Sprintf(`{"room":%d,"date":"2030-06-02","color":4,"source":null}`, b.twin)), http.StatusOK,
				fmt.Sprintf(`{"id":%d,"room":%d,"date":"2030-06-02","color":4,"status":"Blocked","source":""}`, id, b.twin))
			res := b.hotel.Do(t, del, deletePaths(id)[i], "")
			require.Equal(t, http.StatusNoContent, res.Code)
			require.Empty(t, res.Body.String())
			for _, path := range updatePaths(id) {
				apptest.RequireNotFound(t, b.hotel.Do(t, put, path, `{"color":1}`))
			}
			for _, path := range deletePaths(id) {
				apptest.RequireNotFound(t, b.hotel.Do(t, del, path, ""))
			}
		}
	})

	t.Run("a stop sale with less notice than agreed is done and answered with a warning", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		c := b.Accepted(t, b.hotel, b.Operator(t), func(c *contract.Contract) { c.StopSaleDeadline = 14 })
		res := b.hotel.Do(t, post, createPath, event(b.double, "2030-06-01", 2))
		require.Equal(t, http.StatusCreated, res.Code)
		require.Contains(t, res.Body.String(), `"warnings":[{"code":"stop_sale_deadline"`)
		require.Contains(t, res.Body.String(), fmt.Sprintf(`"contract":%d`, c.ID))
		res = b.hotel.Do(t, post, createPath, event(b.double, "2030-06-20", 2))
		require.Equal(t, http.StatusCreated, res.Code)
		require.NotContains(t, res.Body.String(), "warnings", "legacy bodies are as they were")
	})

	t.Run("an answer can be sent back whole", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		e := b.Mark(t, b.hotel, b.double, "2030-06-01", stopsale.Stop)
		first := b.hotel.Do(t, put, updatePaths(e.ID)[0], `{"color":3}`)
		again := b.hotel.Do(t, put, updatePaths(e.ID)[0], first.Body.String())
		require.Equal(t, http.StatusOK, again.Code)
		require.JSONEq(t, first.Body.String(), again.Body.String())
	})

	t.Run("a second event of a day is refused, also if twenty come at once", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		got := apptest.AtOnce(20, func(int) int { return b.hotel.Do(t, post, createPath, event(b.double, "2030-06-01", 2)).Code })
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 19}, got)
		apptest.RequireError(t, b.hotel.Do(t, post, createPath, event(b.double, "2030-06-01", 0)), http.StatusConflict, "already_exists",
			"the room has an event on this day: update it")
		require.Len(t, b.StoredEvents(t, "stopsale.created"), 1)
		require.Equal(t, http.StatusCreated, b.hotel.Do(t, post, createPath, event(b.twin, "2030-06-01", 2)).Code)
	})

	t.Run("twenty moves to one day at once: one arrives", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		ids := make([]int64, 20)
		for i := range ids {
			ids[i] = b.Mark(t, b.hotel, b.double, fmt.Sprintf("2030-07-%02d", i+1), stopsale.Stop).ID
		}
		got := apptest.AtOnce(20, func(i int) int {
			return b.hotel.Do(t, put, updatePaths(ids[i])[i%2], `{"date":"2030-08-01","source":"Same for all"}`).Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 1, http.StatusConflict: 19}, got)
	})

	t.Run("a repeat under one key makes one", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		key := apptest.Header("Idempotency-Key", "one")
		first := b.hotel.Do(t, post, createPath, event(b.double, "2030-06-01", 2), key)
		again := b.hotel.Do(t, post, createPath, event(b.double, "2030-06-01", 2), key)
		require.Equal(t, []int{http.StatusCreated, http.StatusCreated}, []int{first.Code, again.Code})
		require.Equal(t, first.Body.String(), again.Body.String())
		require.NotEmpty(t, again.Header().Get("Deprecation"))
	})

	t.Run("days that are over are refused by their own code", func(t *testing.T) {
		t.Parallel()
		b := setupStopsaleHTTP(t)
		apptest.RequireError(t, b.hotel.Do(t, post, createPath, event(b.double, "2030-05-30", 2)), http.StatusBadRequest, "past_date",
			"days before today cannot be edited: today is 2030-05-31 where the property is")
		require.Equal(t, http.StatusCreated, b.hotel.Do(t, post, createPath, event(b.double, "2030-05-31", 2)).Code)
	})
}

func TestEvents_hostileInput(t *testing.T) {
	t.Parallel()
	b := setupStopsaleHTTP(t)
	e := b.Mark(t, b.hotel, b.double, "2030-06-01", stopsale.Stop)
	for name, sent := range map[string]string{
		"nothing":              ``,
		"no object":            `[]`,
		"broken":               `{"room":`,
		"no fields":            `{}`,
		"no room":              `{"date":"2030-06-02","color":2}`,
		"no colour":            fmt.Sprintf(`{"room":%d,"date":"2030-06-02"}`, b.double),
		"no date":              fmt.Sprintf(`{"room":%d,"color":2}`, b.double),
		"empty date":           event(b.double, "", 2),
		"null date":            fmt.Sprintf(`{"room":%d,"date":null,"color":2}`, b.double),
		"no such day":          event(b.double, "2031-02-29", 2),
		"a time":               event(b.double, "2030-06-02T00:00:00Z", 2),
		"the year 10000":       event(b.double, "10000-01-01", 2),
		"the end of time":      event(b.double, "9999-12-31", 2),
		"colour 5":             event(b.double, "2030-06-02", 5),
		"colour below 0":       event(b.double, "2030-06-02", -1),
		"colour 258":           event(b.double, "2030-06-02", 258),
		"colour as text":       fmt.Sprintf(`{"room":%d,"date":"2030-06-02","color":"2"}`, b.double),
		"half a colour":        fmt.Sprintf(`{"room":%d,"date":"2030-06-02","color":2.5}`, b.double),
		"room 0":               event(0, "2030-06-02", 2),
		"room below 0":         event(-1, "2030-06-02", 2),
		"room as text":         `{"room":"1","date":"2030-06-02","color":2}`,
		"room beyond all ids":  `{"room":99999999999999999999,"date":"2030-06-02","color":2}`,
		"a source of 51 signs": fmt.Sprintf(`{"room":%d,"date":"2030-06-02","color":2,"source":%q}`, b.double, strings.Repeat("é", 51)),
		"a source of lines":    fmt.Sprintf(`{"room":%d,"date":"2030-06-02","color":2,"source":"a\nb"}`, b.double),
		"a source of zeros":    fmt.Sprintf(`{"room":%d,"date":"2030-06-02","color":2,"source":"a\u0000b"}`, b.double),
	} {
		res := b.hotel.Do(t, post, createPath, sent)
		require.Equal(t, http.StatusBadRequest, res.Code, "%s: %s", name, res.Body)
		require.Contains(t, res.Body.String(), `"validation_failed"`, name)
	}
	apptest.RequireInvalid(t, b.hotel.Do(t, post, createPath, event(-1, "2030-06-02", 9)), "color", "must be at most 4", "room", "must be at least 1")
	for _, sent := range []string{
		`{"color":5}`, `{"color":null,"room":null}`, `{"date":null}`, `{"date":""}`, `{"date":"soon"}`, `{"room":0}`, `{"room":"x"}`,
		`{"date":"9999-12-31"}`, `{"source":"` + strings.Repeat("x", 51) + `"}`, `[]`,
	} {
		for _, path := range updatePaths(e.ID) {
			res := b.hotel.Do(t, put, path, sent)
			require.Equal(t, http.StatusBadRequest, res.Code, "%s: %s", sent, res.Body)
		}
	}
	for _, id := range []string{"0", "-1", "x", "99999999999999999999", "1;", "%00"} {
		for _, path := range append(updatePaths(id), deletePaths(id)...) {
			method := put
			if strings.Contains(path, "delete") {
				method = del
			}
			require.Contains(t, []int{http.StatusBadRequest, http.StatusNotFound}, b.hotel.Do(t, method, path, `{"color":1}`).Code, path)
		}
	}
	require.Equal(t, http.StatusRequestEntityTooLarge, b.hotel.Do(t, post, createPath, `{"source":"`+strings.Repeat("x", 2<<20)+`"}`).Code)
	require.Len(t, b.StoredEvents(t, "stopsale.created", "stopsale.updated", "stopsale.cancelled"), 1, "nothing of it did anything")
}

func TestAccess(t *testing.T) {
	t.Parallel()
	b := setupStopsaleHTTP(t)
	e := b.Mark(t, b.hotel, b.double, "2030-06-01", stopsale.Stop)
	other, theirs := b.Hotel(t, "Other")
	b.Room(t, other, theirs.ID, "Other", "O", 3)
	type call struct{ method, path, body string }
	calls := []call{
		{post, createPath, event(b.double, "2030-06-02", 2)},
		{post, savePath, fmt.Sprintf(`{"property":%d,"rooms":[{"name":"New"}]}`, b.property.ID)},
		{get, pdfPath(b.property), ""},
		{post, mailPath(b.property, 1), ""},
	}
	for i := range 2 {
		calls = append(calls, call{get, calendarPaths(b.property)[i], ""}, call{put, updatePaths(e.ID)[i], `{"color":1}`}, call{del, deletePaths(e.ID)[i], ""})
	}
	operator, desk := b.Operator(t), b.SubUser(t, b.hotel, auth.Photos)
	for _, c := range calls {
		apptest.RequireNotFound(t, other.Do(t, c.method, c.path, c.body))
		require.Equal(t, http.StatusForbidden, operator.Do(t, c.method, c.path, c.body).Code, c.path)
		require.Equal(t, http.StatusForbidden, b.Staff().Do(t, c.method, c.path, c.body).Code, c.path)
		res := desk.Do(t, c.method, c.path, c.body)
		require.Equal(t, http.StatusForbidden, res.Code, c.path)
		require.NotEmpty(t, bodyStopsaleHTTP(t, res, http.StatusForbidden)["message"])
		apptest.RequireNotSignedIn(t, b.Do(t, c.method, c.path, c.body))
	}
	for _, method := range []string{get, post} {
		require.Equal(t, http.StatusForbidden, desk.Do(t, method, sources, `{"name":"x"}`).Code)
		require.Equal(t, http.StatusForbidden, operator.Do(t, method, sources, `{"name":"x"}`).Code)
		apptest.RequireNotSignedIn(t, b.Do(t, method, sources, `{"name":"x"}`))
	}
	apptest.RequireNotFound(t, b.hotel.Do(t, post, mailPath(b.property, 999), ""))
	for _, path := range calendarPaths(b.property) {
		require.Equal(t, http.StatusOK, b.SubUser(t, b.hotel, auth.StopSales).Do(t, get, path, "").Code)
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	b := setupStopsaleHTTP(t)
	for _, name := range []string{"Phone", " Fax ", "Ήλιος"} {
		require.Equal(t, http.StatusCreated, b.hotel.Do(t, post, sources, fmt.Sprintf(`{"name":%q}`, name)).Code)
	}
	for _, name := range []string{"phone", "FÁX", "ηλιος"} {
		apptest.RequireError(t, b.hotel.Do(t, post, sources, fmt.Sprintf(`{"name":%q}`, name)), http.StatusConflict, "already_exists",
			"the account has a source of this name")
	}
	for _, bad := range []string{`{}`, `{"name":""}`, `{"name":"  "}`, `{"name":null}`, `{"name":7}`, `{"name":"a\nb"}`, `{"name":"` + strings.Repeat("é", 51) + `"}`} {
		require.Equal(t, http.StatusBadRequest, b.hotel.Do(t, post, sources, bad).Code, bad)
	}
	require.Equal(t, http.StatusCreated, b.hotel.Do(t, post, sources, `{"name":"`+strings.Repeat("é", 50)+`"}`).Code)
	o := bodyStopsaleHTTP(t, b.hotel.Do(t, get, sources+"?page_size=2&page=1", ""), http.StatusOK)
	require.InDelta(t, 4, o["count"], 0)
	require.Contains(t, o["next"], "page=2")
	require.Equal(t, "Fax", o["results"].([]any)[1].(object)["name"])
	other, _ := b.Hotel(t, "Other")
	require.InDelta(t, 0, bodyStopsaleHTTP(t, other.Do(t, get, sources, ""), http.StatusOK)["count"], 0)
	require.Equal(t, http.StatusCreated, other.Do(t, post, sources, `{"name":"Phone"}`).Code, "every account has its own")
	got := apptest.AtOnce(20, func(int) int { return b.hotel.Do(t, post, sources, `{"name":"At once"}`).Code })
	require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 19}, got)
}
