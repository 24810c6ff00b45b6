package inventoryhttptest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/civil"
	"allot/internal/testkit/audittest"
)

const (
	restrictive = "needs the status request, stop or block"
	noUnits     = "a standalone calendar has no units, only statuses"
	notARoom    = "must be the id of a room of this property"
)

// allotmentBundle is a hotel with rooms of 10 and 2 units; today is 2030-05-31.
type allotmentBundle struct {
	*apptest.Env
	hotel    *apptest.Who
	property property.Property
	rooms    []int64
	master   rules.Calendar
}

func setupAllotment(t *testing.T) *allotmentBundle {
	t.Helper()
	b := &allotmentBundle{Env: apptest.New(t)}
	b.hotel, b.property, b.rooms = b.House(t, 10, 2)
	b.master = b.Master(t, b.hotel, b.property)
	return b
}

// calendar makes one of another kind.
func (b *allotmentBundle) calendar(t *testing.T, kind rules.Kind) rules.Calendar {
	t.Helper()
	now := b.Clock.Now()
	c := rules.Calendar{OwnerID: b.hotel.User.OwnerID, PropertyID: b.property.ID, Name: string(kind), Kind: kind, CreatedAt: now, UpdatedAt: now}
	require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error { return b.AllotmentStore.InsertCalendar(ctx, &c) }))
	return c
}

func pathAllotment(c rules.Calendar, rest string) string {
	return fmt.Sprintf("/api/allotment/calendars/%d/%s", c.ID, rest)
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

func bodyAllotment(t *testing.T, res *httptest.ResponseRecorder) object {
	t.Helper()
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	o := object{}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &o))
	return o
}

// requireSaved checks the answer of the last write: its body, and that its version is
// the one that the grid has now.
func (b *allotmentBundle) requireSaved(t *testing.T, res *httptest.ResponseRecorder, want string) {
	t.Helper()
	got := bodyAllotment(t, res)
	grid := bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "grid/"), ""))
	require.Equal(t, grid["version"], got["version"])
	delete(got, "version")
	require.JSONEq(t, want, text(t, got))
}

// day sends one day of the first room.
func (b *allotmentBundle) day(t *testing.T, c rules.Calendar, date string, set object) *httptest.ResponseRecorder {
	t.Helper()
	o := object{"room": b.rooms[0], "date": date}
	for k, v := range set {
		o[k] = v
	}
	return b.hotel.Do(t, post, pathAllotment(c, "daily/"), text(t, o))
}

// events are the kinds of what was published, oldest first, without what tells of a whole
// calendar that is new.
func (b *allotmentBundle) events(t *testing.T) []string {
	t.Helper()
	kinds := []string{}
	require.NoError(t, b.DB.From(t.Context()).NewRaw(
		`SELECT kind FROM outbox_events WHERE kind LIKE 'stopsale%' OR kind LIKE 'availability%' AND payload NOT LIKE '%"all":true%' ORDER BY id`).Scan(t.Context(), &kinds))
	return kinds
}

func (b *allotmentBundle) trail(t *testing.T, c rules.Calendar) int {
	t.Helper()
	list, err := audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "allotment_days", c.ID)
	require.NoError(t, err)
	return len(list)
}

func (b *allotmentBundle) check(t *testing.T) {
	t.Helper()
	require.NoError(t, allotmenttest.Check(t.Context(), allotmenttest.Reader(t, b.DB)))
}

func TestDay(t *testing.T) {
	t.Parallel()

	t.Run("is set, changed, cleared and read with its note", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		want := object{
			"calendar": b.master.ID, "room": b.rooms[0], "date": "2030-06-01", "closed": 2, "confirmed": 3, "rooming": 0,
			"status": "stop", "reason": "renovation", "note": "Painters\nin the west wing",
		}
		set := object{"closed": 2, "confirmed": 3, "status": "stop", "reason": "renovation", "note": " Painters\nin the west wing "}
		b.requireSaved(t, b.day(t, b.master, "2030-06-01", set), text(t, want))
		require.Equal(t, []string{"stopsale.created", "availability.updated"}, b.events(t))
		apptest.RequireJSON(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/"), ""), http.StatusOK,
			text(t, object{"count": 1, "next": nil, "previous": nil, "results": []object{want}}))

		again := b.hotel.Do(t, post, pathAllotment(b.master, "daily/"), text(t, want))
		b.requireSaved(t, again, text(t, want))
		require.Len(t, b.events(t), 2, "what is so already is no news")
		require.Equal(t, 1, b.trail(t, b.master))

		want["closed"], want["status"], want["reason"], want["note"] = 0, nil, nil, ""
		b.requireSaved(t, b.day(t, b.master, "2030-06-01", object{"closed": nil, "status": nil}), text(t, want))
		require.Equal(t, []string{"stopsale.cancelled", "availability.updated"}, b.events(t)[2:])
		b.day(t, b.master, "2030-06-01", object{"confirmed": nil})
		require.EqualValues(t, 0, bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/"), ""))["count"])
		b.check(t)
	})

	t.Run("what was set by hand is listed without the units that were only sold", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"confirmed": 2}))
		bodyAllotment(t, b.day(t, b.master, "2030-06-02", object{"closed": 1}))
		bodyAllotment(t, b.day(t, b.master, "2030-06-03", object{"status": "stop", "confirmed": 1}))
		bodyAllotment(t, b.day(t, b.master, "2030-06-04", object{"note": "Ask first", "confirmed": 1}))
		require.EqualValues(t, 4, bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/"), ""))["count"])
		got := bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(b.master, "daily/?by_hand=true"), ""))
		require.EqualValues(t, 3, got["count"])
		require.Equal(t, "2030-06-02", got["results"].([]any)[0].(object)["date"])
	})

	t.Run("a reason goes with its status", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		for _, step := range []struct {
			set            object
			status, reason any
		}{
			{object{"status": "stop", "reason": "renovation"}, "stop", "renovation"},
			{object{"status": "stop"}, "stop", "renovation"},
			{object{"reason": "hotel_event"}, "stop", "hotel_event"},
			{object{"status": "block"}, "block", nil},
			{object{"status": "request", "reason": "group_hold"}, "request", "group_hold"},
			{object{"reason": nil}, "request", nil},
			{object{"reason": "group_hold"}, "request", "group_hold"},
			{object{"status": "open"}, "open", nil},
			{object{"status": "stop", "reason": "renovation"}, "stop", "renovation"},
			{object{"status": nil}, nil, nil},
		} {
			got := bodyAllotment(t, b.day(t, b.master, "2030-06-01", step.set))
			require.Equal(t, []any{step.status, step.reason}, []any{got["status"], got["reason"]}, step.set)
		}
	})

	t.Run("what is wrong is named", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		alone := b.calendar(t, rules.KindStandalone)
		tests := map[string]struct {
			in   rules.Calendar
			set  object
			want []string
		}{
			"a reason without a status":     {b.master, object{"reason": "renovation"}, []string{"reason", restrictive + ", which 2030-06-01 of A room has not"}},
			"a reason of free":              {b.master, object{"status": "free", "reason": "renovation"}, []string{"reason", restrictive}},
			"a reason of no status":         {b.master, object{"status": nil, "reason": "renovation"}, []string{"reason", restrictive}},
			"an unknown status":             {b.master, object{"status": "closed"}, []string{"status", `must be one of "free, open, request, stop, block"`}},
			"an unknown reason":             {b.master, object{"status": "stop", "reason": "rain"}, []string{"reason", `must be one of "renovation, group_hold, allotment_expired, hotel_event, force_majeure, peak_exclusion"`}},
			"a negative count":              {b.master, object{"closed": -1}, []string{"closed", "must be at least 0"}},
			"a huge count":                  {b.master, object{"confirmed": 10001}, []string{"confirmed", "must be at most 10000"}},
			"a count of another type":       {b.master, object{"closed": "two"}, []string{"closed", "must be a whole number"}},
			"a broken count":                {b.master, object{"closed": 1.5}, []string{"closed", "must be a whole number"}},
			"a room of nobody":              {b.master, object{"room": 999999}, []string{"room", notARoom}},
			"no room":                       {b.master, object{"room": nil}, []string{"room", "must be a whole number"}},
			"a date that is none":           {b.master, object{"date": "2030-02-30"}, []string{"date", "must be a real date in the form YYYY-MM-DD"}},
			"an empty date":                 {b.master, object{"date": ""}, []string{"date", "must be a real date in the form YYYY-MM-DD"}},
			"a long note":                   {b.master, object{"note": strings.Repeat("ä", 1001)}, []string{"note", "must have at most 1000 characters"}},
			"a note that nobody can print":  {b.master, object{"note": "a\u0007"}, []string{"note", "must be plain text without control characters"}},
			"closed units without a pool":   {alone, object{"closed": 1}, []string{"closed", noUnits}},
			"confirmed units without one":   {alone, object{"confirmed": 1}, []string{"confirmed", noUnits}},
			"several things at once, named": {alone, object{"room": 999999, "closed": 1, "status": "free", "reason": "renovation"}, []string{"room", notARoom, "closed", noUnits, "reason", restrictive}},
		}
		for name, tt := range tests {
			t.Log(name)
			apptest.RequireInvalid(t, b.day(t, tt.in, "2030-06-01", tt.set), tt.want...)
		}
		require.Empty(t, b.events(t))
		require.Zero(t, b.trail(t, b.master))
		bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"note": strings.Repeat("ä", 1000)}))
		got := bodyAllotment(t, b.day(t, alone, "2030-06-01", object{"closed": 0, "confirmed": nil, "status": "block", "reason": "force_majeure"}))
		require.Equal(t, "block", got["status"])
	})

	t.Run("a day that has passed where the property is stays as it was", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		apptest.RequireError(t, b.day(t, b.master, "2030-05-30", object{"closed": 1}), http.StatusBadRequest, "past_date",
			"days before today cannot be edited: today is 2030-05-31 where the property is")
		bodyAllotment(t, b.day(t, b.master, "2030-05-31", object{"closed": 1}))
		res := b.hotel.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", b.property.ID), `{"timezone":"Pacific/Tongatapu"}`)
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		require.Equal(t, http.StatusBadRequest, b.day(t, b.master, "2030-05-31", object{"closed": 1}).Code, "12:00 UTC is tomorrow there")
	})

	t.Run("no more than the pool has, over all calendars that draw on it", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		other, alone := b.calendar(t, rules.KindAllotment), b.calendar(t, rules.KindStandalone)
		bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"closed": 4}))
		bodyAllotment(t, b.day(t, other, "2030-06-01", object{"closed": 2, "confirmed": 4}))
		res := b.day(t, other, "2030-06-01", object{"confirmed": 5, "note": "One more"})
		require.Equal(t, http.StatusConflict, res.Code)
		got := object{}
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &got))
		require.Equal(t, []any{"pool_exceeded", []any{"2030-06-01"}}, []any{got["code"], got["dates"]})
		require.Equal(t, "A room has 0 units left on 2030-06-01, 1 are wanted", got["message"])
		require.Equal(t, []any{object{"room": float64(b.rooms[0]), "room_name": "A room", "date": "2030-06-01", "left": 0.0, "wanted": 1.0}}, got["conflicts"])
		require.Equal(t, []string{"availability.updated", "availability.updated"}, b.events(t))
		list := bodyAllotment(t, b.hotel.Do(t, get, pathAllotment(other, "daily/"), ""))["results"].([]any)
		require.Empty(t, list[0].(object)["note"], "nothing of it was written")
		bodyAllotment(t, b.day(t, alone, "2030-06-01", object{"status": "open"}))
		bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"closed": 0}))
		bodyAllotment(t, b.day(t, other, "2030-06-01", object{"confirmed": 8}))
		b.check(t)
	})

	t.Run("what rooming entries hold stays confirmed", func(t *testing.T) {
		t.Parallel()
		b := setupAllotment(t)
		from := civil.MustParse("2030-06-01")
		require.NoError(t, b.Allotments.Hold(b.hotel.Context(t), b.hotel.User.OwnerID, b.master.ID, []allotment.Stay{{RoomID: b.rooms[0], Arrival: from, Departure: from + 2, Units: 3}}))
		res := b.day(t, b.master, "2030-06-01", object{"confirmed": 2})
		require.Equal(t, http.StatusConflict, res.Code)
		got := object{}
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &got))
		require.Equal(t, "rooming_holds", got["code"])
		require.Equal(t, "confirmed rooming entries hold 3 units of A room on 2030-06-01: cancel them first", got["message"])
		require.Equal(t, []any{"2030-06-01"}, got["dates"])
		require.EqualValues(t, 3, got["conflicts"].([]any)[0].(object)["held"])
		require.EqualValues(t, 3, bodyAllotment(t, b.day(t, b.master, "2030-06-01", object{"confirmed": 4}))["rooming"])
		b.check(t)
	})
}

func TestDay_access(t *testing.T) {
	t.Parallel()
	b := setupAllotment(t)
	stranger, _, _ := b.House(t, 1)
	plain, clerk := b.SubUser(t, b.hotel), b.SubUser(t, b.hotel, auth.StopSales)
	day := fmt.Sprintf(`{"room":%d,"date":"2030-06-01","closed":1,"note":"x"}`, b.rooms[0])
	requests := map[string][2]string{
		"daily/":       {post, day},
		"daily/batch/": {post, `{"days":[` + day + `]}`},
		"bulk/":        {post, `{"from":"2030-06-01","to":"2030-06-01","closed":1}`},
		"daily/?":      {get, ""},
	}
	for rest, r := range requests {
		at := pathAllotment(b.master, strings.TrimSuffix(rest, "?"))
		apptest.RequireNotSignedIn(t, b.Do(t, r[0], at, r[1]))
		apptest.RequireNotFound(t, stranger.Do(t, r[0], at, r[1]))
		require.Equal(t, http.StatusForbidden, plain.Do(t, r[0], at, r[1]).Code, rest)
		require.Equal(t, http.StatusForbidden, b.Operator(t).Do(t, r[0], at, r[1]).Code, rest)
		require.Equal(t, http.StatusOK, clerk.Do(t, r[0], at, r[1]).Code, rest)
	}
	trail := b.trail(t, b.master)
	scope := []int64{b.Property(t, b.hotel, "Hotel Borealis").ID}
	granted, err := b.Accounts.PermissionOf(b.hotel.Context(t), b.hotel.Caller, clerk.User.ID)
	require.NoError(t, err)
	_, err = b.Accounts.UpdatePermission(b.hotel.Context(t), b.hotel.Caller, granted.ID, account.PermissionChange{PropertyIDs: &scope})
	require.NoError(t, err)
	for rest, r := range requests {
		res := clerk.Do(t, r[0], pathAllotment(b.master, strings.TrimSuffix(rest, "?")), r[1])
		require.Equal(t, http.StatusForbidden, res.Code, rest)
	}
	require.Equal(t, trail, b.trail(t, b.master))
}
