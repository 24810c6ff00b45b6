package inventoryhttptest

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
)

// allotmentHouse is a hotel with two room types, of 5 and 2 units, and its Master.
type allotmentHouse struct {
	*apptest.Env
	who    *apptest.Who
	hotel  property.Property
	rooms  []int64
	master rules.Calendar
}

func newHouse(t *testing.T, options ...apptest.Option) *allotmentHouse {
	t.Helper()
	h := &allotmentHouse{Env: apptest.New(t, options...)}
	h.who, h.hotel, h.rooms = h.House(t, 5, 2)
	h.master = h.Master(t, h.who, h.hotel)
	return h
}

func (h *allotmentHouse) path(what, query string) string {
	return fmt.Sprintf("/api/allotment/calendars/%d/%s/%s", h.master.ID, what, query)
}

// version is that of the last write to the hotel's availability.
func (h *allotmentHouse) version(t *testing.T) int64 {
	t.Helper()
	v, err := h.Allotments.Version(t.Context(), h.who.User.OwnerID, h.hotel.ID)
	require.NoError(t, err)
	return v
}

func (h *allotmentHouse) hold(t *testing.T, room int64, arrival, departure string, units int) {
	t.Helper()
	require.NoError(t, h.Allotments.Hold(h.who.Context(t), h.who.User.OwnerID, h.master.ID, []allotment.Stay{{
		RoomID: room, Arrival: civil.MustParse(arrival), Departure: civil.MustParse(departure), Units: units,
	}}))
}

func TestGrid(t *testing.T) {
	t.Parallel()

	t.Run("shows every room and day in the order of the document", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		h.hold(t, h.rooms[1], "2030-06-01", "2030-06-02", 2)
		h.hold(t, h.rooms[0], "2030-06-02", "2030-06-04", 1)
		res := h.who.Do(t, get, h.path("grid", "?from=2030-06-01&to=2030-06-03"), "")
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		day := func(date, state string, numbers ...any) string {
			return fmt.Sprintf(`"%s":{"state":"%s","status":null,`, date, state) +
				fmt.Sprintf(`"own_available":%d,"base":%d,"closed":%d,"confirmed":%d,"external":%d,"physical_remaining":%d}`, numbers...)
		}
		require.Equal(t, fmt.Sprintf(`{"calendar_id":%d,"kind":"master","from":"2030-06-01","to":"2030-06-03","version":%d,"rooms":[`, h.master.ID, h.version(t))+
			fmt.Sprintf(`{"room_id":%d,"room_name":"A room","total_units":5,"days":{`, h.rooms[0])+
			day("2030-06-01", "open", 5, 5, 0, 0, 0, 5)+","+day("2030-06-02", "open", 4, 5, 0, 1, 0, 4)+","+day("2030-06-03", "open", 4, 5, 0, 1, 0, 4)+"}},"+
			fmt.Sprintf(`{"room_id":%d,"room_name":"B room","total_units":2,"days":{`, h.rooms[1])+
			day("2030-06-01", "closed", 0, 2, 0, 2, 0, 0)+","+day("2030-06-02", "open", 2, 2, 0, 0, 0, 2)+","+day("2030-06-03", "open", 2, 2, 0, 0, 0, 2)+"}}]}\n",
			res.Body.String())
	})

	t.Run("tells how many units a room would borrow, of rooms that borrow only", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		h.hold(t, h.rooms[1], "2030-06-01", "2030-06-02", 2)
		share := fmt.Sprintf(`{"property":%d,"donor_room":%d,"recipient_room":%d,"max_units":3}`, h.hotel.ID, h.rooms[0], h.rooms[1])
		require.Equal(t, http.StatusCreated, h.who.Do(t, http.MethodPost, "/api/allotment/shares/", share).Code)
		var g reading.GridBody
		res := h.who.Do(t, get, h.path("grid", "?from=2030-06-01&to=2030-06-02"), "")
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &g), res.Body)
		borrows := g.Rooms[1].Days["2030-06-01"]
		require.Equal(t, 3, borrows.PhysicalRemaining)
		require.Equal(t, 3, *borrows.Borrowable)
		require.Equal(t, "on_request", borrows.State)
		require.Zero(t, *g.Rooms[1].Days["2030-06-02"].Borrowable)
		require.Nil(t, g.Rooms[0].Days["2030-06-01"].Borrowable)
	})

	t.Run("without dates it begins today where the property is, and has 31 days", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		for query, want := range map[string]string{
			"":                               "2030-05-31 2030-06-30",
			"?from=2030-01-31":               "2030-01-31 2030-03-02",
			"?to=2030-05-31":                 "2030-05-31 2030-05-31",
			"?from=2020-01-01&to=2023-01-04": "2020-01-01 2023-01-04",
		} {
			var g reading.GridBody
			res := h.who.Do(t, get, h.path("grid", query), "")
			require.NoError(t, json.Unmarshal(res.Body.Bytes(), &g), res.Body)
			require.Equal(t, want, g.From.String()+" "+g.To.String(), query)
			require.Len(t, g.Rooms[1].Days, g.To.Sub(g.From)+1)
		}
	})

	t.Run("refuses days that make no sense, and names the field", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		for query, field := range map[string][2]string{
			"?from=2030-06-02&to=2030-06-01": {"to", "must not be before from, which is 2030-06-02"},
			"?to=2030-05-30":                 {"to", "must not be before from, which is 2030-05-31"},
			"?from=2020-01-01&to=2023-01-05": {"to", "must be 2023-01-04 at the latest: at most 1100 days are shown at once"},
			"?from=2030-02-29":               {"from", "must be a real date in the form YYYY-MM-DD"},
			"?to=tomorrow":                   {"to", "must be a real date in the form YYYY-MM-DD"},
		} {
			apptest.RequireInvalid(t, h.who.Do(t, get, h.path("grid", query), ""), field[:]...)
			apptest.RequireInvalid(t, h.who.Do(t, get, h.path("timeline", query), ""), field[:]...)
		}
	})

	t.Run("is for those who may see the property", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		path := h.path("grid", "")
		stranger, _ := h.Hotel(t, "Hotel Borealis")
		apptest.RequireNotFound(t, stranger.Do(t, get, path, ""))
		apptest.RequireNotFound(t, h.who.Do(t, get, "/api/allotment/calendars/999999/grid/", ""))
		require.Equal(t, http.StatusForbidden, h.Operator(t).Do(t, get, path, "").Code)
		apptest.RequireNotSignedIn(t, h.Do(t, get, path, ""))
		require.Equal(t, http.StatusForbidden, h.SubUser(t, h.who).Do(t, get, path, "").Code)
		colleague := h.SubUser(t, h.who, auth.StopSales)
		require.Equal(t, http.StatusOK, colleague.Do(t, get, path, "").Code)
		elsewhere := []int64{h.Property(t, h.who, "Hotel Australis").ID}
		permission, err := h.Accounts.PermissionOf(h.who.Context(t), h.who.Caller, colleague.User.ID)
		require.NoError(t, err)
		_, err = h.Accounts.UpdatePermission(h.who.Context(t), h.who.Caller, permission.ID, account.PermissionChange{PropertyIDs: &elsewhere})
		require.NoError(t, err)
		require.Equal(t, http.StatusForbidden, colleague.Do(t, get, path, "").Code)
		apptest.RequireNotFound(t, stranger.Do(t, get, path, "")) // now that it is in memory
	})

	t.Run("is answered with 304 until something changes", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		path := h.path("grid", "?from=2030-06-01&to=2030-06-30")
		ask := func(tag string) (int, string) {
			res := h.who.Do(t, get, path, "", apptest.Header("If-None-Match", tag))
			return res.Code, res.Header().Get("ETag")
		}
		code, first := ask("")
		require.Equal(t, http.StatusOK, code)
		code, _ = ask(first)
		require.Equal(t, http.StatusNotModified, code)
		h.hold(t, h.rooms[0], "2030-06-01", "2030-06-02", 1)
		code, second := ask(first)
		require.Equal(t, http.StatusOK, code)
		require.NotEqual(t, first, second)
		code, _ = ask(second)
		require.Equal(t, http.StatusNotModified, code)
		h.Clock.Advance(24 * time.Hour)
		h.who = h.Login(t, h.who.User.Email)
		code, _ = ask(second)
		require.Equal(t, http.StatusOK, code, "another day: what is released may differ")
	})

	t.Run("goes out compressed, and so from memory", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		path := h.path("grid", "?to=2031-05-30")
		plain := h.who.Do(t, get, path, "").Body.String()
		for range 2 {
			res := h.who.Do(t, get, path, "", apptest.Header("Accept-Encoding", "gzip"))
			require.Equal(t, "gzip", res.Header().Get("Content-Encoding"))
			z, err := gzip.NewReader(res.Body)
			require.NoError(t, err)
			text, err := io.ReadAll(z)
			require.NoError(t, err)
			require.Equal(t, plain, string(text))
		}
	})

	t.Run("three years of fifty rooms come in one call", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		var units []int
		for i := range 50 {
			units = append(units, i)
		}
		h.who, h.hotel, h.rooms = h.House(t, units...)
		h.master = h.Master(t, h.who, h.hotel)
		res := h.who.Do(t, get, h.path("grid", "?from=2030-01-01&to=2032-12-30"), "")
		require.Equal(t, http.StatusOK, res.Code)
		require.NotEmpty(t, res.Header().Get("ETag"))
		var g reading.GridBody
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &g))
		require.Len(t, g.Rooms, 50)
		for _, r := range g.Rooms {
			require.Len(t, r.Days, 1095)
		}
		require.Equal(t, 49, g.Rooms[49].Days["2032-02-29"].OwnAvailable)
	})

	t.Run("a name of any kind is still JSON", func(t *testing.T) {
		t.Parallel()
		h := newHouse(t)
		name := `Suite "Ωmega" \ </script> 🏨`
		h.Save(t, h.who, h.hotel.ID, facts.CategoryRooms, facts.Record{"id": h.rooms[0], "name": name})
		var g reading.GridBody
		require.NoError(t, json.Unmarshal(h.who.Do(t, get, h.path("grid", ""), "").Body.Bytes(), &g))
		require.Equal(t, name, g.Rooms[0].RoomName)
	})
}
