package inventoryhttptest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/testkit/audittest"
)

func TestEntry(t *testing.T) {
	t.Parallel()

	t.Run("is written by the operator, sent, confirmed by the hotel and cancelled", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.operator, nil)
		guests := []object{{"first_name": "Ada", "last_name": "Lovelace", "type": "adult", "age": nil}, {"first_name": "", "last_name": "Byron", "type": "child", "age": 7}}
		made := b.entry(t, b.operator, l["id"], object{"guests": guests, "board": "HB_PLUS", "reference": "TO-1", "note": "late arrival"})
		want := object{
			"id": made["id"], "ledger": l["id"], "room": b.rooms[0], "room_name": "A room", "arrival": "2030-06-01", "departure": "2030-06-03", "units": 2,
			"guests": guests, "board": "HB_PLUS", "reference": "TO-1", "note": "late arrival", "status": "pending", "reason": "", "created_at": now, "updated_at": now,
			"available_actions": []string{"update", "delete", "cancel"},
		}
		path := at(entries, made["id"])
		apptest.RequireJSON(t, b.operator.Do(t, get, path, ""), http.StatusOK, text(t, want))
		want["available_actions"] = []string{"update", "delete", "cancel"}
		apptest.RequireJSON(t, b.hotel.Do(t, get, path, ""), http.StatusOK, text(t, want))
		res := b.operator.Do(t, patch, path, b.operator.Do(t, get, path, "").Body.String())
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		apptest.RequireError(t, b.operator.Do(t, post, path+"confirm/", ""), http.StatusForbidden, "forbidden", "it is for the hotel to confirm an entry")
		apptest.RequireError(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusForbidden, "forbidden",
			"it is for the operator to send a rooming list")

		got := bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"send/", ""), http.StatusOK)
		require.Equal(t, []any{"sent", []any{"cancel"}}, []any{got["status"], got["available_actions"]})
		code(t, b.operator.Do(t, patch, path, `{"note":"x"}`), http.StatusConflict, "invalid_transition")
		code(t, b.operator.Do(t, post, at(ledgers, l["id"])+"entries/", text(t, b.input(nil))), http.StatusConflict, "invalid_transition")
		code(t, b.operator.Do(t, del, path, ""), http.StatusConflict, "invalid_transition")
		code(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusConflict, "calendar_required")
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
		got = bodyRooming(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusOK)
		require.Equal(t, []any{"confirmed", []any{"update", "cancel"}}, []any{got["status"], got["available_actions"]})
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, "confirmed", statusRooming(t, b.operator, at(ledgers, l["id"])), "nothing waits any more")
		code(t, b.hotel.Do(t, post, path+"confirm/", ""), http.StatusConflict, "invalid_transition")
		code(t, b.hotel.Do(t, del, at(ledgers, l["id"]), ""), http.StatusConflict, "invalid_transition")
		require.Equal(t, []int{2, 2, 0}, b.held(t, b.rooms[0], 3))

		got = bodyRooming(t, b.operator.Do(t, post, path+"cancel/", ""), http.StatusOK)
		require.Equal(t, []any{"cancelled", []any{}}, []any{got["status"], got["available_actions"]})
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, "cancelled", statusRooming(t, b.hotel, at(ledgers, l["id"])))
		code(t, b.operator.Do(t, post, path+"cancel/", ""), http.StatusConflict, "invalid_transition")
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, at(ledgers, l["id"]), "").Code)
		apptest.RequireNotFound(t, b.hotel.Do(t, get, path, ""))
	})

	t.Run("both sides hear of the other's steps once a request, and of no guest", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		l := b.ledger(t, b.operator, nil)
		secret := object{"guests": []object{{"last_name": "Lovelace"}}, "reference": "SECRET-1"}
		gone := b.entry(t, b.operator, l["id"], secret)
		bodyRooming(t, b.operator.Do(t, post, at(entries, gone["id"])+"cancel/", ""), http.StatusOK)
		require.Empty(t, b.told(t, b.hotel), "nobody knew of it")
		first := b.entry(t, b.operator, l["id"], object{"units": 1, "guests": secret["guests"]})
		b.entry(t, b.operator, l["id"], object{"units": 1})
		for _, step := range []struct {
			who  *apptest.Who
			path string
		}{
			{b.operator, at(ledgers, l["id"]) + "send/"},
			{b.hotel, at(ledgers, l["id"]) + "confirm/"},
			{b.hotel, at(entries, first["id"]) + "cancel/"},
			{b.operator, at(ledgers, l["id"]) + "cancel/"},
		} {
			if strings.HasSuffix(step.path, "confirm/") {
				bodyRooming(t, b.hotel.Do(t, patch, at(ledgers, l["id"]), text(t, object{"calendar": b.master.ID})), http.StatusOK)
			}
			bodyRooming(t, step.who.Do(t, post, step.path, ""), http.StatusOK)
			b.Clock.Advance(time.Second)
		}
		kinds := func(who *apptest.Who) (list []string) {
			for _, n := range b.told(t, who) {
				list = append(list, string(n.Kind)+": "+n.Body)
				require.NotContains(t, fmt.Sprintf("%+v", n), "Lovelace")
				require.NotContains(t, fmt.Sprintf("%+v", n), "SECRET")
				require.Equal(t, fmt.Sprintf("/rooming/ledgers/%v/", l["id"]), n.Link)
			}
			return list
		}
		hotel, operator := kinds(b.hotel), kinds(b.operator)
		require.Len(t, hotel, 2)
		require.Contains(t, hotel[0], "rooming_cancelled: ")
		require.Contains(t, hotel[0], "Entries cancelled: 1.")
		require.Contains(t, hotel[1], "Entries to confirm: 2.")
		require.Len(t, operator, 2)
		require.Contains(t, operator[0], "rooming_cancelled: ")
		require.Contains(t, operator[1], "confirmed this many entries: 2.")
		require.Equal(t, []int{0, 0, 0}, b.held(t, b.rooms[0], 3))
		trail, err := audittest.Of(t.Context(), b.DB, b.operator.User.OwnerID, "allotment_days", b.master.ID)
		require.NoError(t, err)
		require.Empty(t, trail, "what the hotel's days hold is not for the operator's trail")
		trail, err = audittest.Of(t.Context(), b.DB, b.hotel.User.OwnerID, "allotment_days", b.master.ID)
		require.NoError(t, err)
		require.Len(t, trail, 3)
		require.Equal(t, b.operator.User.OwnerID, trail[2].UserID)
		require.Empty(t, trail[2].IPAddress)
	})

	t.Run("an operator names rooms that are published to it, under the published name", func(t *testing.T) {
		t.Parallel()
		b := setupRooming(t)
		late := b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"name": "New room", "room_total_units": 4})
		b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"id": b.rooms[0], "name": "Renamed", "room_total_units": 3})
		_, _, foreign := b.House(t, 9)
		l := b.ledger(t, b.operator, nil)
		for _, room := range []int64{late, foreign[0], 0, -1} {
			apptest.RequireInvalid(t, b.operator.Do(t, post, at(ledgers, l["id"])+"entries/", text(t, b.input(object{"room": room}))),
				"room", "must be the id of a room of this property")
		}
		apptest.RequireInvalid(t, b.hotel.Do(t, post, at(ledgers, l["id"])+"entries/", text(t, b.input(object{"room": foreign[0]}))),
			"room", "must be the id of a room of this property")
		b.entry(t, b.hotel, l["id"], object{"room": late})
		made := b.entry(t, b.operator, l["id"], nil)
		require.Equal(t, "A room", made["room_name"])
		require.Equal(t, "Renamed", bodyRooming(t, b.hotel.Do(t, get, at(entries, made["id"]), ""), http.StatusOK)["room_name"])
		_, err := b.Contracts.SetPermissions(b.hotel.Context(t), b.hotel.Caller, b.contract.ID, map[string]any{"facts": map[string]any{"allowed": false}})
		require.NoError(t, err)
		require.Empty(t, bodyRooming(t, b.operator.Do(t, get, at(entries, made["id"]), ""), http.StatusOK)["room_name"])
		require.Equal(t, http.StatusBadRequest, b.operator.Do(t, post, at(ledgers, l["id"])+"entries/", text(t, b.input(nil))).Code)
		bodyRooming(t, b.operator.Do(t, patch, at(entries, made["id"]), `{"units":1}`), http.StatusOK)
	})
}

func TestEntry_list(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	l := b.ledger(t, b.hotel, nil)
	path := at(ledgers, l["id"]) + "entries/"
	apptest.RequireInvalid(t, b.hotel.Do(t, post, path, text(t, []object{b.input(nil), b.input(object{"units": 0}), b.input(object{"arrival": nil})})),
		"[1].units", "must be from 1 to 10000", "[2].arrival", "is required")
	require.EqualValues(t, 0, bodyRooming(t, b.hotel.Do(t, get, path, ""), http.StatusOK)["count"], "all or none")
	many := make([]object, 600)
	for i := range many {
		many[i] = b.input(object{"units": 1, "reference": fmt.Sprint("R", i)})
	}
	res := b.hotel.Do(t, post, path, text(t, many))
	require.Equal(t, http.StatusCreated, res.Code, res.Body)
	require.Equal(t, byte('['), res.Body.Bytes()[0])
	page := bodyRooming(t, b.operator.Do(t, get, path+"?page=2&page_size=500", ""), http.StatusOK)
	require.EqualValues(t, 600, page["count"])
	rows := page["results"].([]any)
	require.Len(t, rows, 100)
	require.Equal(t, "R500", rows[0].(object)["reference"])
	detail := bodyRooming(t, b.hotel.Do(t, get, at(ledgers, l["id"]), ""), http.StatusOK)
	require.Len(t, detail["entries"], 500)
	require.EqualValues(t, 600, detail["entries_count"])
	for range 4 {
		require.Equal(t, http.StatusCreated, b.hotel.Do(t, post, path, text(t, slices.Concat(many, many)[:1000])).Code)
	}
	apptest.RequireTooMany(t, b.hotel.Do(t, post, path, text(t, slices.Concat(many, many)[:1001])), "body", 1000)
	code(t, b.hotel.Do(t, post, path, text(t, many)), http.StatusConflict, "ledger_full")

	t.Run("a whole ledger is cancelled at once", func(t *testing.T) {
		t.Parallel()
		got := bodyRooming(t, b.operator.Do(t, post, at(ledgers, l["id"])+"cancel/", ""), http.StatusOK)
		require.Equal(t, object{"pending": 0., "confirmed": 0., "declined": 0., "cancelled": 4600.}, got["counts"])
	})
}

func TestEntry_refused(t *testing.T) {
	t.Parallel()
	b := setupRooming(t)
	l := b.ledger(t, b.hotel, nil)
	path := at(ledgers, l["id"]) + "entries/"
	crowd := make([]object, 101)
	for i := range crowd {
		crowd[i] = object{"last_name": "Guest"}
	}
	for name, c := range map[string]struct {
		change object
		want   []string
	}{
		"no fields":                {object{"room": nil, "arrival": nil, "departure": nil}, []string{"room", "is required", "arrival", "is required", "departure", "is required"}},
		"nulls":                    {object{"room": (*int)(nil), "arrival": (*int)(nil), "guests": (*int)(nil)}, []string{"room", "is required", "arrival", "is required"}},
		"no night":                 {object{"departure": "2030-06-01"}, []string{"departure", "must be after arrival: it is the day on which the guests leave"}},
		"a stay backwards":         {object{"departure": "2030-05-01"}, []string{"departure", "must be after arrival: it is the day on which the guests leave"}},
		"too many nights":          {object{"departure": "2031-06-02"}, []string{"departure", "must be at most 365 nights after arrival"}},
		"a stay in the far future": {object{"arrival": "2035-05-31", "departure": "2035-06-01"}, []string{"departure", "must be at most 60 months ahead"}},
		"the end of time":          {object{"arrival": "9999-12-30", "departure": "9999-12-31"}, []string{"departure", "must be at most 60 months ahead"}},
		"no real date":             {object{"arrival": "2030-02-30"}, []string{"arrival", "must be a real date in the form YYYY-MM-DD"}},
		"a date that is a number":  {object{"arrival": 7}, []string{"arrival", "must be a real date in the form YYYY-MM-DD"}},
		"no units":                 {object{"units": 0}, []string{"units", "must be from 1 to 10000"}},
		"negative units":           {object{"units": -3}, []string{"units", "must be from 1 to 10000"}},
		"half a unit":              {object{"units": 1.5}, []string{"units", "must be a whole number"}},
		"huge units":               {object{"units": 10001}, []string{"units", "must be from 1 to 10000"}},
		"a room that is a text":    {object{"room": "1"}, []string{"room", "must be a whole number"}},
		"an unknown board":         {object{"board": "hb"}, []string{"board", "must be empty or one of RO, BB, HB, HB_PLUS, FB, FB_PLUS, AI_LIGHT, AI, UAI"}},
		"a long reference":         {object{"reference": strings.Repeat("x", 101)}, []string{"reference", "must have at most 100 characters"}},
		"a note nobody can read":   {object{"note": "a\x1b[2Jb"}, []string{"note", "must be plain text without control characters"}},
		"a long note":              {object{"note": strings.Repeat("é", 1001)}, []string{"note", "must have at most 1000 characters"}},
		"guests that are none":     {object{"guests": object{}}, []string{"guests", "must be a list"}},
		"guests of all sorts": {
			object{"guests": []any{7, object{}, object{"last_name": "x", "type": "pet", "age": 131}, object{"first_name": 7, "age": "x"}}},
			[]string{"guests[0]", "must be an object", "guests[3].first_name", "must be a text", "guests[3].age", "must be a whole number"},
		},
		"guests without names": {
			object{"guests": []any{object{}, object{"last_name": "x", "type": "pet", "age": 131}, object{"first_name": strings.Repeat("x", 101)}}},
			[]string{
				"guests[0].last_name", "is required where there is no first_name", "guests[1].type", "must be adult, child or infant", "guests[1].age", "must be from 0 to 130, or null",
				"guests[2].first_name", "must have at most 100 characters",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apptest.RequireInvalid(t, b.hotel.Do(t, post, path, text(t, b.input(c.change))), c.want...)
		})
	}
	apptest.RequireTooMany(t, b.hotel.Do(t, post, path, text(t, b.input(object{"guests": crowd}))), "guests", 100)
	for bad, field := range map[string]string{`7`: "body", `null`: "body", `[]`: "body", `"x"`: "body"} {
		res := b.hotel.Do(t, post, path, bad)
		require.Equal(t, http.StatusBadRequest, res.Code, bad)
		require.Contains(t, res.Body.String(), field)
	}
	apptest.RequireInvalid(t, b.hotel.Do(t, post, path, `[7,null]`), "[0]", "must be an object", "[1]", "must be an object")
	require.EqualValues(t, 0, bodyRooming(t, b.hotel.Do(t, get, path, ""), http.StatusOK)["count"])

	e := b.entry(t, b.hotel, l["id"], nil)
	apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(entries, e["id"]), `{"room":null,"arrival":null,"units":null,"board":"X","guests":[{"age":-1,"last_name":"x"}]}`),
		"room", "must be the id of a room of this property", "arrival", "is required", "units", "must be from 1 to 10000",
		"board", "must be empty or one of RO, BB, HB, HB_PLUS, FB, FB_PLUS, AI_LIGHT, AI, UAI", "guests[0].age", "must be from 0 to 130, or null")
	stranger := b.Manager(t)
	apptest.RequireNotFound(t, stranger.Do(t, get, at(entries, e["id"]), ""))
	apptest.RequireNotFound(t, stranger.Do(t, patch, at(entries, e["id"]), `{"units":1}`))
	apptest.RequireNotFound(t, stranger.Do(t, del, at(entries, e["id"]), ""))
	apptest.RequireNotFound(t, stranger.Do(t, post, path, text(t, b.input(nil))))
	for _, verb := range []string{"confirm/", "cancel/"} {
		apptest.RequireNotFound(t, stranger.Do(t, post, at(entries, e["id"])+verb, ""))
		apptest.RequireNotFound(t, b.hotel.Do(t, post, at(entries, 1<<40)+verb, ""))
	}
}
