package partnershttptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/publication"
	"allot/internal/partners/contract"
	"allot/internal/testkit/audittest"
)

func TestPropertyMappings(t *testing.T) {
	t.Parallel()

	t.Run("are made, read, changed and deleted", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		at, p := pathMapping("mappings/properties/"), b.property
		made := b.operator.Do(t, post, at, fmt.Sprintf(`{"property":%d,"hotel_code":" POS1 ","supplier_code":"S-7"}`, p.PropertyID))
		id := ok(t, made, http.StatusCreated)["id"]
		want := `{"id":%v,"property":%d,"hotel_code":"POS1","internal_code":"","external_code":"","supplier_code":"S-7",
			"created_at":"2030-05-31T12:00:00Z","updated_at":"2030-05-31T12:00:00Z",
			"property_name":"Poseidon","property_code":"P%d","country":"GR","city":"Chania"}`
		apptest.RequireJSON(t, made, http.StatusCreated, fmt.Sprintf(want, id, p.PropertyID, p.PropertyID))
		apptest.RequireJSON(t, b.operator.Do(t, get, pathMapping("mappings/properties/%v/", id), ""), http.StatusOK, fmt.Sprintf(want, id, p.PropertyID, p.PropertyID))

		again := ok(t, b.operator.Do(t, post, at, fmt.Sprintf(`{"property":%d,"internal_code":"I","supplier_code":null}`, p.PropertyID)), http.StatusOK)
		require.Equal(t, []any{id, "POS1", "I", ""}, []any{again["id"], again["hotel_code"], again["internal_code"], again["supplier_code"]})
		changed := ok(t, b.operator.Do(t, patch, pathMapping("mappings/properties/%v/", id), `{"hotel_code":null,"external_code":"X"}`), http.StatusOK)
		require.Equal(t, []any{"", "I", "X"}, []any{changed["hotel_code"], changed["internal_code"], changed["external_code"]})

		whole, err := json.Marshal(changed)
		require.NoError(t, err)
		for _, back := range []string{string(whole), "[" + string(whole) + "]"} {
			res := b.operator.Do(t, post, at, back)
			require.Equal(t, http.StatusOK, res.Code, res.Body.String())
		}
		res := b.operator.Do(t, post, at, fmt.Sprintf(`[{"property":%d,"hotelcode":"x"}]`, p.PropertyID))
		apptest.RequireUnknown(t, res, "[0].hotelcode", `is not known here; did you mean "hotel_code"?`)

		require.Equal(t, http.StatusNoContent, b.operator.Do(t, del, pathMapping("mappings/properties/%v/", id), "").Code)
		apptest.RequireNotFound(t, b.operator.Do(t, get, pathMapping("mappings/properties/%v/", id), ""))
	})

	t.Run("what is wrong is named, all of it", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		at, id := pathMapping("mappings/properties/"), b.property.PropertyID
		long := strings.Repeat("x", 65)
		for body, want := range map[string][]string{
			`{}`:                                 {"property", "is required"},
			`{"property":null,"hotel_code":"x"}`: {"property", "is required"},
			`{"property":"7","hotel_code":5}`:    {"property", "must be a whole number", "hotel_code", "must be a text"},
			`{"property":0,"hotel_code":"x"}`:    {"property", "is required"},
			`7`:                                  {"body", "must be an object or a list of objects"},
			`null`:                               {"body", "must be an object or a list of objects"},
			`[]`:                                 {"body", "must have at least one entry"},
			`[1]`:                                {"[0]", "must be an object"},
			`{"property":9007199254740993,"hotel_code":"x"}`: {"property", noProperty},
			fmt.Sprintf(`{"property":%d}`, id):               {"hotel_code", "is required unless there is an internal_code, external_code or supplier_code"},
			fmt.Sprintf(`{"property":%d,"hotel_code":%q,"external_code":"a\u0007b"}`, id, long): {
				"hotel_code", "must have at most 64 characters", "external_code", "must be one line of text",
			},
			fmt.Sprintf(`[{"property":%d,"hotel_code":"a"},{"property":%d,"hotel_code":"b"},{"hotel_code":""}]`, id, id): {"[2].property", "is required"},
			fmt.Sprintf(`[{"property":%d,"hotel_code":"a"},{"property":%d,"hotel_code":"b"},{"property":999,"hotel_code":%q}]`, id, id, long): {
				"[1].property", "stands in the list twice", "[2].property", noProperty, "[2].hotel_code", "must have at most 64 characters",
			},
		} {
			apptest.RequireInvalid(t, b.operator.Do(t, post, at, body), want...)
		}
		many := "[" + strings.TrimSuffix(strings.Repeat(`{"property":1},`, 1001), ",") + "]"
		apptest.RequireTooMany(t, b.operator.Do(t, post, at, many), "body", 1000)
		_, count := pluck(t, b.operator.Do(t, get, at, ""), "id")
		require.Zero(t, count, "all or nothing")
		m := b.saveProperty(t, id, "A")
		apptest.RequireInvalid(t, b.operator.Do(t, patch, pathMapping("mappings/properties/%v/", m), `{"hotel_code":" "}`),
			"hotel_code", "is required unless there is an internal_code, external_code or supplier_code")
	})

	t.Run("a list saves all of them", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		other := b.PublishedRooms(t, b.hotel, "Amphitrite", 0)
		res := b.operator.Do(t, post, pathMapping("mappings/properties/"),
			fmt.Sprintf(`[{"property":%d,"hotel_code":"B"},{"property":%d,"hotel_code":"A"}]`, other.PropertyID, b.property.PropertyID))
		require.Equal(t, http.StatusOK, res.Code, res.Body)
		var list []object
		require.NoError(t, json.Unmarshal(res.Body.Bytes(), &list))
		require.Equal(t, []any{"B", "Amphitrite", "A", "Poseidon"}, []any{list[0]["hotel_code"], list[0]["property_name"], list[1]["hotel_code"], list[1]["property_name"]})
		codes, _ := pluck(t, b.operator.Do(t, get, pathMapping("mappings/properties/"), ""), "hotel_code")
		require.Equal(t, []any{"A", "B"}, codes, "by property")
	})

	t.Run("the list is filtered and paged", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		b.saveProperty(t, b.property.PropertyID, "AAA-1")
		athens := b.PublishedRooms(t, b.hotel, "Αθηνά Παλλάς", 0, func(c *publication.Card) { c.Country = "CY" })
		b.saveProperty(t, athens.PropertyID, "Zeta 9")
		for query, want := range map[string][]any{
			"": {"AAA-1", "Zeta 9"}, "country=CY": {"Zeta 9"}, "country=DE": {}, "q=aa-": {"AAA-1"}, "q=ζ": {}, "q=ZETA": {"Zeta 9"}, "q=poseid": {"AAA-1"},
			"q=%CE%B1%CE%B8%CE%B7%CE%BD%CE%B1": {"Zeta 9"}, "q=poseid&country=CY": {}, fmt.Sprintf("property=%d", athens.PropertyID): {"Zeta 9"},
			"property=999999": {}, "page_size=1": {"AAA-1"}, "page_size=1&page=2": {"Zeta 9"},
		} {
			codes, count := pluck(t, b.operator.Do(t, get, pathMapping("mappings/properties/?%s", query), ""), "hotel_code")
			require.Equal(t, want, codes, query)
			if !strings.Contains(query, "page") {
				require.Equal(t, len(want), count, query)
			} else {
				require.Equal(t, 2, count)
			}
		}
	})

	t.Run("twins of one property make one mapping", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		counts := apptest.AtOnce(12, func(i int) int {
			return b.operator.Do(t, post, pathMapping("mappings/properties/"), fmt.Sprintf(`{"property":%d,"hotel_code":"C%d"}`, b.property.PropertyID, i)).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusOK: 11}, counts)
		_, count := pluck(t, b.operator.Do(t, get, pathMapping("mappings/properties/"), ""), "id")
		require.Equal(t, 1, count)
	})

	t.Run("every change leaves a trace, what changes nothing leaves none", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		id := b.saveProperty(t, b.property.PropertyID, "A")
		for range 2 {
			ok(t, b.operator.Do(t, patch, pathMapping("mappings/properties/%v/", id), `{"hotel_code":"B"}`), http.StatusOK)
		}
		b.operator.Do(t, del, pathMapping("mappings/properties/%v/", id), "")
		number, _ := id.(float64)
		entries, err := audittest.Of(t.Context(), b.DB, b.operator.User.OwnerID, "property_mapping", int64(number))
		require.NoError(t, err)
		actions := []string{}
		for _, e := range entries {
			actions = append(actions, e.Action)
		}
		require.Equal(t, []string{"create", "update", "delete"}, actions)
	})
}

// Whoever may not see a hotel hears the same as of one that does not exist.
func TestMappings_areOnlyOfWhatTheOperatorSees(t *testing.T) {
	t.Parallel()

	t.Run("no contract, a foreign one, an ended one, one without facts, nothing published", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		stranger, other := b.Operator(t), b.GoldHotel(t)
		b.Accepted(t, other, stranger)
		ended, shut := b.GoldHotel(t), b.GoldHotel(t)
		b.Accepted(t, ended, stranger, func(c *contract.Contract) { c.Status = contract.StatusCancelled })
		b.Accepted(t, shut, stranger, func(c *contract.Contract) { c.Flags = contract.Flags{contract.RightFacts: contract.No} })
		draft := b.Property(t, other, "Draft")
		for _, p := range []int64{b.property.PropertyID, b.PublishedRooms(t, ended, "Ended", 1).PropertyID, b.PublishedRooms(t, shut, "Shut", 1).PropertyID, draft.ID, 424242} {
			apptest.RequireInvalid(t, stranger.Do(t, post, pathMapping("mappings/properties/"), fmt.Sprintf(`{"property":%d,"hotel_code":"x"}`, p)), "property", noProperty)
			_, count := pluck(t, stranger.Do(t, get, pathMapping("mappings/unmapped/?property=%d", p), ""), "room")
			require.Zero(t, count)
		}
		apptest.RequireInvalid(t, stranger.Do(t, post, pathMapping("mappings/rooms/"), fmt.Sprintf(`{"room":%d,"code":"x"}`, b.property.RoomID(0))), "room", noRoom)
		apptest.RequireInvalid(t, stranger.Do(t, post, pathMapping("mappings/rooms/"), `{"room":424242,"code":"x"}`), "room", noRoom)
		for _, kind := range []string{"rooms", "properties"} {
			_, count := pluck(t, stranger.Do(t, get, pathMapping("mappings/unmapped/?kind=%s", kind), ""), "room")
			require.Zero(t, count, kind)
		}
		require.Equal(t, 1, strings.Count(stranger.Do(t, get, pathMapping("mappings/export/csv/"), "").Body.String(), "\n"), "nothing but the header")
	})

	t.Run("another operator's mapping is not found", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		rival := b.Operator(t)
		b.Accepted(t, b.hotel, rival)
		p, r := b.saveProperty(t, b.property.PropertyID, "A"), b.saveRoom(t, b.property.RoomID(0), "R")
		for _, at := range []string{pathMapping("mappings/properties/%v/", p), pathMapping("mappings/rooms/%v/", r)} {
			apptest.RequireNotFound(t, rival.Do(t, get, at, ""))
			apptest.RequireNotFound(t, rival.Do(t, patch, at, `{}`))
			apptest.RequireNotFound(t, rival.Do(t, del, at, ""))
		}
		for _, at := range []string{"mappings/properties/", "mappings/rooms/"} {
			_, count := pluck(t, rival.Do(t, get, pathMapping("%s", at), ""), "id")
			require.Zero(t, count)
		}
		require.NotContains(t, rival.Do(t, get, pathMapping("mappings/export/csv/"), "").Body.String(), ",A,")
		_, count := pluck(t, rival.Do(t, get, pathMapping("mappings/unmapped/"), ""), "room")
		require.Equal(t, 3, count)
	})

	t.Run("mappings go with the contract and come back with it", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		p, r := b.saveProperty(t, b.property.PropertyID, "A"), b.saveRoom(t, b.property.RoomID(0), "R")
		both := []string{pathMapping("mappings/properties/%v/", p), pathMapping("mappings/rooms/%v/", r)}
		b.SetStatus(t, b.contract, contract.StatusCancelled)
		for _, at := range both {
			apptest.RequireNotFound(t, b.operator.Do(t, get, at, ""))
			apptest.RequireNotFound(t, b.operator.Do(t, patch, at, `{}`))
			apptest.RequireNotFound(t, b.operator.Do(t, del, at, ""))
		}
		for _, at := range []string{"mappings/properties/", "mappings/rooms/", "mappings/rooms/?q=R", "mappings/properties/?q=A"} {
			_, count := pluck(t, b.operator.Do(t, get, pathMapping("%s", at), ""), "id")
			require.Zero(t, count, at)
		}
		b.SetStatus(t, b.contract, contract.StatusAccepted)
		for _, at := range both {
			ok(t, b.operator.Do(t, get, at, ""), http.StatusOK)
		}
	})

	t.Run("a deleted property takes its mappings along", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		p, r := b.saveProperty(t, b.property.PropertyID, "A"), b.saveRoom(t, b.property.RoomID(0), "R")
		require.NoError(t, b.Properties.Delete(b.hotel.Context(t), b.hotel.Caller, b.property.PropertyID))
		apptest.RequireNotFound(t, b.operator.Do(t, get, pathMapping("mappings/properties/%v/", p), ""))
		apptest.RequireNotFound(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", r), ""))
	})

	t.Run("hotels, staff and sub-users without the flag are refused everywhere", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		plain, flagged := b.SubUser(t, b.operator), b.SubUser(t, b.operator, "partner_connections")
		for _, try := range []struct{ method, at, body string }{
			{get, "mappings/properties/", ""},
			{post, "mappings/properties/", `{}`},
			{get, "mappings/properties/1/", ""},
			{patch, "mappings/properties/1/", `{}`},
			{del, "mappings/properties/1/", ""},
			{get, "mappings/rooms/", ""},
			{post, "mappings/rooms/", `{}`},
			{get, "mappings/rooms/1/", ""},
			{patch, "mappings/rooms/1/", `{}`},
			{del, "mappings/rooms/1/", ""},
			{get, "mappings/unmapped/", ""},
			{post, "mappings/import/csv/", "x"},
			{get, "mappings/export/csv/", ""},
			{get, "event-codes/", ""},
			{put, "event-codes/", `{}`},
		} {
			for _, who := range []*apptest.Who{b.hotel, plain, b.Admin(t)} {
				require.Equal(t, http.StatusForbidden, who.Do(t, try.method, pathMapping("%s", try.at), try.body).Code, "%s %s", try.method, try.at)
			}
			require.NotEqual(t, http.StatusForbidden, flagged.Do(t, try.method, pathMapping("%s", try.at), try.body).Code, "%s %s", try.method, try.at)
			apptest.RequireNotSignedIn(t, b.Do(t, try.method, pathMapping("%s", try.at), try.body))
		}
	})
}
