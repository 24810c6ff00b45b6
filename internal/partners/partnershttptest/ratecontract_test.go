package partnershttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/partners/ratecontract"
)

func TestRateContract(t *testing.T) {
	t.Parallel()

	t.Run("is made, read by both sides, changed and deleted", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		made := b.create(t, nil)
		want := object{
			"id": made["id"], "user": b.hotel.User.OwnerID, "user_company": "Company of manager1",
			"property": b.property.ID, "property_name": "Hotel Aurora", "partner": b.operator.User.OwnerID, "partner_company": "Company of manager2",
			"name": "Summer 2030", "number": "S-30", "start_date": "2030-04-01", "end_date": "2030-10-31", "status": "active", "ended_at": nil,
			"rooms": []object{b.row(nil)}, "rooms_count": 1, "available_actions": []string{"update", "delete"}, "created_at": now, "updated_at": now,
		}
		apptest.RequireJSON(t, b.hotel.Do(t, get, at(made["id"]), ""), http.StatusOK, text(t, want))
		want["available_actions"] = []string{}
		apptest.RequireJSON(t, b.operator.Do(t, get, at(made["id"]), ""), http.StatusOK, text(t, want))
		delete(want, "rooms") // a list only counts them
		apptest.RequireJSON(t, b.operator.Do(t, get, base, ""), http.StatusOK,
			text(t, object{"count": 1, "next": nil, "previous": nil, "results": []object{want}}))

		res := b.hotel.Do(t, patch, at(made["id"]), text(t, made))
		apptest.RequireJSON(t, res, http.StatusOK, text(t, made))

		got := body(t, b.hotel.Do(t, patch, at(made["id"]), `{"name":" Winter ","number":null,"rooms":null,"end_date":"2031-04-30"}`), http.StatusOK)
		require.Equal(t, []any{"Winter", "RC-2030-0001", []any{}, "2030-04-01", "2031-04-30"},
			[]any{got["name"], got["number"], got["rooms"], got["start_date"], got["end_date"]})
		got = body(t, b.hotel.Do(t, patch, at(made["id"]), `{"status":"ended"}`), http.StatusOK)
		require.Equal(t, []any{"ended", now, []any{"delete"}}, []any{got["status"], got["ended_at"], got["available_actions"]})
		apptest.RequireError(t, b.hotel.Do(t, patch, at(made["id"]), `{"name":"x"}`), http.StatusConflict, "invalid_transition",
			"the rate contract was ended by hand and cannot be changed any more: make a new one")
		require.Equal(t, http.StatusNoContent, b.hotel.Do(t, del, at(made["id"]), "").Code)
		for _, who := range []*apptest.Who{b.hotel, b.operator} {
			apptest.RequireNotFound(t, who.Do(t, get, at(made["id"]), ""))
		}
		apptest.RequireNotFound(t, b.hotel.Do(t, del, at(made["id"]), ""))
	})

	t.Run("a draft is the hotel's alone until it is active", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		made := b.create(t, object{"status": nil, "rooms": nil})
		require.Equal(t, "draft", made["status"])
		apptest.RequireNotFound(t, b.operator.Do(t, get, at(made["id"]), ""))
		require.Empty(t, namesRatecontract(t, b.operator.Do(t, get, base, "")))
		require.Empty(t, b.Told(t, b.operator))
		body(t, b.hotel.Do(t, patch, at(made["id"]), `{"status":"active"}`), http.StatusOK)
		require.Equal(t, []string{"Summer 2030"}, namesRatecontract(t, b.operator.Do(t, get, base, "")))
	})

	t.Run("the operator hears of what is in force, and in no other case", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		manager, plain, trusted := b.operator, b.SubUser(t, b.operator), b.SubUser(t, b.operator, auth.PartnerConnections)
		made := b.create(t, object{"status": "draft", "start_date": "2030-06-01"})
		for _, step := range []string{
			`{"name":"Still a draft"}`, `{"status":"active","name":"S"}`, `{"name":"S"}`, `{"rooms":[]}`, `{"status":"draft"}`, `{"status":"active"}`, `{"status":"ended"}`,
		} {
			body(t, b.hotel.Do(t, patch, at(made["id"]), step), http.StatusOK)
			b.Clock.Advance(1000)
		}
		b.hotel.Do(t, del, at(made["id"]), "")
		other := b.create(t, object{"name": "Gone soon"})
		b.hotel.Do(t, del, at(other["id"]), "")
		link, gone := fmt.Sprintf("/partners/rate-contracts/%v/", made["id"]), ""
		type told struct {
			Kind notify.Kind
			Link string
		}
		for _, who := range []*apptest.Who{manager, trusted} {
			list := []told{}
			for _, n := range b.Told(t, who) {
				list = append([]told{{n.Kind, n.Link}}, list...)
			}
			require.Equal(t, []told{
				{notify.RateContractActive, link},
				{notify.RateContractChanged, link},
				{notify.RateContractEnded, gone},
				{notify.RateContractActive, link},
				{notify.RateContractEnded, link},
				{notify.RateContractActive, fmt.Sprintf("/partners/rate-contracts/%v/", other["id"])},
				{notify.RateContractEnded, gone},
			}, list)
		}
		require.Equal(t, "The rate contract “Gone soon” for Hotel Aurora is no longer in force", b.Told(t, manager)[0].Title)
		require.Empty(t, b.Told(t, plain))
		require.Empty(t, b.Told(t, b.hotel))
	})
}

func TestRateContract_refusals(t *testing.T) {
	t.Parallel()

	t.Run("every bad field is named at once", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{
			"property": 999999, "partner": b.hotel.User.OwnerID, "name": "  ", "number": strings.Repeat("x", 51),
			"start_date": "2030-04-01", "end_date": "2030-03-31",
			"rooms": []object{b.row(object{"quantity": 0, "release_days": 366}), {}, b.row(object{"start_date": "2030-09-01"})},
		})),
			"property", "must be the id of one of your properties", "partner", "must be the id of a tour operator", "name", "is required",
			"number", "must have at most 50 characters", "end_date", "must not be before start_date",
			"rooms[0].release_days", "must be from 0 to 365", "rooms[0].quantity", "must be at least 1",
			"rooms[1].start_date", "is required", "rooms[1].end_date", "is required", "rooms[1].quantity", "must be at least 1",
			"rooms[2].end_date", "must not be before start_date")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, `{}`), "end_date", "is required", "name", "is required",
			"partner", "is required", "property", "is required", "start_date", "is required")
	})

	t.Run("rows fit the rooms, the season and each other", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		other := b.Property(t, b.hotel, "Hotel Borealis")
		foreign, bare := b.Room(t, b.hotel, other.ID, "Double", "DBL", 5), b.Save(t, b.hotel, b.property.ID, facts.CategoryRooms, facts.Record{"name": "Suite"})
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"rooms": []object{
			b.row(object{"room": foreign}), b.row(object{"room": bare}), b.row(object{"quantity": 11}),
			b.row(object{"start_date": "2030-03-31"}), b.row(object{"end_date": "2030-11-01", "start_date": "2030-09-15"}),
		}})),
			"rooms[0].room", "must be the id of a room of this property",
			"rooms[1].quantity", "the room has no units to allot: state its room_total_units in the fact sheet first",
			"rooms[2].quantity", "must be at most 10, the room_total_units of the room",
			"rooms[3].start_date", "must be within the contract, 2030-04-01 to 2030-10-31",
			"rooms[4].end_date", "must be within the contract, 2030-04-01 to 2030-10-31",
		)
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"rooms": []object{
			b.row(object{"start_date": "2030-08-31", "end_date": "2030-09-30"}), b.row(nil), b.row(object{"start_date": "2030-10-01", "end_date": "2030-10-01"}),
		}})), "rooms[1].start_date", "overlaps with rooms[0], which allots the same room")
		b.create(t, object{"rooms": []object{
			b.row(object{"quantity": 10, "release_days": 365}), b.row(object{"start_date": "2030-09-01", "end_date": "2030-10-31"}),
			b.row(object{"start_date": "2030-04-01", "end_date": "2030-05-31", "release_days": 0}),
		}})
	})

	t.Run("a season has an end in sight", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"start_date": "2030-01-01", "end_date": "2035-01-02"})),
			"end_date", "must be at most 5 years after start_date")
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"start_date": "2029-01-01", "end_date": "2030-05-30", "rooms": nil})),
			"end_date", "must not be in the past for an active contract: today is 2030-05-31 where the property is")
		b.create(t, object{"start_date": "2029-01-01", "end_date": "2030-05-30", "rooms": nil, "status": "draft"})
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"status": "ended"})), "status", `must be one of "draft, active"`)
	})

	t.Run("property and partner are for life, null clears only what can be empty", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		other, rival := b.Property(t, b.hotel, "Hotel Borealis"), b.Operator(t)
		made := b.create(t, nil)
		apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(made["id"]), text(t, object{"property": other.ID, "partner": rival.User.OwnerID})),
			"property", "cannot be changed: make a new rate contract", "partner", "cannot be changed: make a new rate contract")
		apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(made["id"]), `{"name":null,"start_date":null,"end_date":null,"status":null}`),
			"name", "is required", "start_date", "is required", "end_date", "is required", "status", "must be draft, active or ended")
		apptest.RequireInvalid(t, b.hotel.Do(t, patch, at(made["id"]), `{"status":"paused"}`), "status", `must be one of "draft, active, ended"`)
		require.Equal(t, made, body(t, b.hotel.Do(t, get, at(made["id"]), ""), http.StatusOK))
	})

	t.Run("a partner is a tour operator's account, not one of its users", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		colleague := b.SubUser(t, b.operator, auth.PartnerConnections)
		for _, id := range []int64{colleague.User.ID, b.Admin(t).User.ID, b.Manager(t).User.ID, 0, -1, 1 << 60} {
			apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"partner": id})), "partner", "must be the id of a tour operator")
		}
	})

	t.Run("hostile bodies are refused", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		rows := make([]object, ratecontract.MaxRows+1)
		for i := range rows {
			rows[i] = b.row(nil)
		}
		apptest.RequireInvalid(t, b.hotel.Do(t, post, base, b.input(t, object{"rooms": rows})), "rooms", "must have at most 1000 entries")
		for body, status := range map[string]int{
			"":                                    http.StatusBadRequest,
			"null":                                http.StatusBadRequest,
			"[]":                                  http.StatusBadRequest,
			b.input(t, object{"rooms": object{}}): http.StatusBadRequest,
			b.input(t, object{"rooms": []any{nil, 7, "x"}}):                                   http.StatusBadRequest,
			b.input(t, object{"rooms": []object{b.row(object{"quantity": 1e300})}}):           http.StatusBadRequest,
			b.input(t, object{"rooms": []object{b.row(object{"quantity": 1.5})}}):             http.StatusBadRequest,
			b.input(t, object{"rooms": []object{b.row(object{"room": -1})}}):                  http.StatusBadRequest,
			b.input(t, object{"start_date": "2030-02-30"}):                                    http.StatusBadRequest,
			b.input(t, object{"start_date": 20300401}):                                        http.StatusBadRequest,
			b.input(t, object{"name": "a\nb"}):                                                http.StatusBadRequest,
			b.input(t, object{"name": "a\x00b"}):                                              http.StatusBadRequest,
			b.input(t, object{"name": strings.Repeat("x", 2<<20)}):                            http.StatusRequestEntityTooLarge,
			`{"rooms":` + strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000) + `}`:   http.StatusBadRequest,
			`{"rooms":[` + strings.Repeat("{},", 100_000) + `{}],"name":"x"}`:                 http.StatusBadRequest,
			b.input(t, object{"start_date": "9999-01-01", "end_date": "9999-12-31"}) + "junk": http.StatusBadRequest,
		} {
			res := b.hotel.Do(t, post, base, body)
			require.Equal(t, status, res.Code, "%.100s: %.300s", body, res.Body.String())
		}
		require.Empty(t, namesRatecontract(t, b.hotel.Do(t, get, base, "")))
	})

	t.Run("the last days of the calendar are days like others", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		b.create(t, object{"start_date": "9999-01-01", "end_date": "9999-12-31", "rooms": []object{b.row(object{"start_date": "9999-12-31", "end_date": "9999-12-31"})}})
	})
}

func TestRateContract_access(t *testing.T) {
	t.Parallel()
	b := setupRatecontract(t)
	made := b.Granted(t, b.hotel, b.operator, b.property, nil)
	draft := b.Granted(t, b.hotel, b.operator, b.property, nil, b.draft)
	stranger, rival := b.Manager(t), b.Operator(t)
	mine := b.Granted(t, b.hotel, rival, b.property, nil)
	plain, trusted := b.SubUser(t, b.hotel, auth.FactSheets), b.SubUser(t, b.hotel, auth.PartnerConnections)
	for name, c := range map[string]struct{ method, path, body string }{
		"list":   {get, base, ""},
		"read":   {get, at(made.ID), ""},
		"create": {post, base, b.input(t, nil)},
		"update": {patch, at(made.ID), `{"name":"Mine"}`},
		"delete": {del, at(made.ID), ""},
	} {
		t.Run("nobody else can "+name, func(t *testing.T) {
			t.Parallel()
			apptest.RequireNotSignedIn(t, b.Do(t, c.method, c.path, c.body))
			for _, who := range []*apptest.Who{plain, b.Admin(t)} {
				require.Equal(t, http.StatusForbidden, who.Do(t, c.method, c.path, c.body).Code)
			}
			if c.method != get {
				require.Equal(t, http.StatusForbidden, b.operator.Do(t, c.method, c.path, c.body).Code)
			}
			if c.path != base && c.method != get {
				apptest.RequireNotFound(t, stranger.Do(t, c.method, c.path, c.body))
			}
		})
	}
	t.Run("a foreign property cannot be contracted", func(t *testing.T) {
		t.Parallel()
		apptest.RequireInvalid(t, stranger.Do(t, post, base, b.input(t, nil)), "property", "must be the id of one of your properties")
	})
	t.Run("an operator never sees what another was granted", func(t *testing.T) {
		t.Parallel()
		for _, id := range []int64{made.ID, draft.ID, 999999} {
			apptest.RequireNotFound(t, rival.Do(t, get, at(id), ""))
			apptest.RequireNotFound(t, stranger.Do(t, get, at(id), ""))
		}
		for _, q := range []string{"", "?status=active", "?status=draft", "?status=ended", "?q=summer", fmt.Sprintf("?partner=%d", b.operator.User.OwnerID), fmt.Sprintf("?property=%d", b.property.ID)} {
			require.NotContains(t, rival.Do(t, get, base+q, "").Body.String(), fmt.Sprintf(`"partner":%d`, b.operator.User.OwnerID), q)
			require.NotContains(t, b.operator.Do(t, get, base+q, "").Body.String(), fmt.Sprintf(`"partner":%d`, rival.User.OwnerID), q)
			require.Empty(t, namesRatecontract(t, stranger.Do(t, get, base+q, "")))
		}
		require.EqualValues(t, mine.ID, body(t, rival.Do(t, get, at(mine.ID), ""), http.StatusOK)["id"])
		apptest.RequireNotFound(t, b.operator.Do(t, get, at(mine.ID), ""))
	})
	t.Run("a colleague with the permission can", func(t *testing.T) {
		t.Parallel()
		b := setupRatecontract(t)
		trusted := b.SubUser(t, b.hotel, auth.PartnerConnections)
		made := body(t, trusted.Do(t, post, base, b.input(t, nil)), http.StatusCreated)
		require.Equal(t, []any{"update", "delete"}, made["available_actions"])
		require.Equal(t, http.StatusNoContent, trusted.Do(t, del, at(made["id"]), "").Code)
	})
	require.Equal(t, http.StatusOK, trusted.Do(t, get, base, "").Code)
}
