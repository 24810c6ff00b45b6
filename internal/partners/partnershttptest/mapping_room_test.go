package partnershttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/publication"
	"allot/internal/testkit/audittest"
)

func TestRoomMappings(t *testing.T) {
	t.Parallel()

	t.Run("are made, read, changed and deleted", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		at, room := pathMapping("mappings/rooms/"), b.property.RoomID(1)
		made := b.operator.Do(t, post, at, fmt.Sprintf(`{"room":%d,"code":"DBL","name":"Doppelzimmer"}`, room))
		id := ok(t, made, http.StatusCreated)["id"]
		apptest.RequireJSON(t, made, http.StatusCreated, fmt.Sprintf(`{"id":%v,"property":%d,"room":%d,"code":"DBL","name":"Doppelzimmer",
			"created_at":"2030-05-31T12:00:00Z","updated_at":"2030-05-31T12:00:00Z","property_name":"Poseidon","room_name":"Room 2","room_code":"R2"}`, id, b.property.PropertyID, room))
		changed := ok(t, b.operator.Do(t, patch, pathMapping("mappings/rooms/%v/", id), `{"name":null}`), http.StatusOK)
		require.Equal(t, []any{"DBL", ""}, []any{changed["code"], changed["name"]})
		require.Equal(t, changed, ok(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", id), ""), http.StatusOK))
		apptest.RequireInvalid(t, b.operator.Do(t, patch, pathMapping("mappings/rooms/%v/", id), `{"code":null}`), "code", "is required unless there is a name")
		apptest.RequireInvalid(t, b.operator.Do(t, post, at, fmt.Sprintf(`[{"room":%d,"code":"a"},{"room":%d,"name":%q},{"room":"x"}]`,
			b.property.RoomID(0), room, strings.Repeat("é", 201))), "[2].room", "must be a whole number")
		apptest.RequireInvalid(t, b.operator.Do(t, post, at, fmt.Sprintf(`[{"room":%d,"code":"a"},{"room":%d,"name":%q}]`,
			b.property.RoomID(0), room, strings.Repeat("é", 201))), "[1].name", "must have at most 200 characters")
		require.Equal(t, http.StatusNoContent, b.operator.Do(t, del, pathMapping("mappings/rooms/%v/", id), "").Code)
		apptest.RequireNotFound(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", id), ""))
	})

	t.Run("the list is filtered and paged", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		other := b.PublishedRooms(t, b.hotel, "Amphitrite", 2)
		b.saveRoom(t, other.RoomID(0), "SUP x")
		b.saveRoom(t, b.property.RoomID(2), "SGL")
		b.saveRoom(t, b.property.RoomID(0), "DBL")
		for query, want := range map[string][]any{
			"": {"DBL", "SGL", "SUP x"}, "q=sU": {"SUP x"}, "q=amphi": {"SUP x"}, "q=nowhere": {},
			fmt.Sprintf("property=%d", b.property.PropertyID): {"DBL", "SGL"}, fmt.Sprintf("property=%d&q=db", b.property.PropertyID): {"DBL"},
			"property=999999": {}, "page_size=2&page=2": {"SUP x"}, "page_size=2&page=9": {},
		} {
			codes, count := pluck(t, b.operator.Do(t, get, pathMapping("mappings/rooms/?%s", query), ""), "code")
			require.Equal(t, want, codes, query)
			if strings.Contains(query, "page") {
				require.Equal(t, 3, count)
			} else {
				require.Equal(t, len(want), count, query)
			}
		}
	})

	t.Run("a room that is no longer published keeps its mapping, unseen", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		id := b.saveRoom(t, b.property.RoomID(0), "DBL")
		gone := b.property
		gone.Rooms = gone.Rooms[1:]
		b.Show(t, gone)
		apptest.RequireNotFound(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", id), ""))
		apptest.RequireNotFound(t, b.operator.Do(t, del, pathMapping("mappings/rooms/%v/", id), ""))
		_, count := pluck(t, b.operator.Do(t, get, pathMapping("mappings/rooms/"), ""), "id")
		require.Zero(t, count)
		b.Show(t, b.property)
		require.Equal(t, "DBL", ok(t, b.operator.Do(t, get, pathMapping("mappings/rooms/%v/", id), ""), http.StatusOK)["code"])
	})

	t.Run("twins of one room make one mapping", func(t *testing.T) {
		t.Parallel()
		b := setupMapping(t)
		counts := apptest.AtOnce(12, func(i int) int {
			return b.operator.Do(t, post, pathMapping("mappings/rooms/"), fmt.Sprintf(`{"room":%d,"code":"C%d"}`, b.property.RoomID(0), i)).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusOK: 11}, counts)
	})
}

func TestUnmapped(t *testing.T) {
	t.Parallel()
	b := setupMapping(t)
	other := b.GoldHotel(t)
	b.Accepted(t, other, b.operator)
	cyprus := b.PublishedRooms(t, other, "Kypros", 2, func(c *publication.Card) { c.Country = "CY" })
	b.saveRoom(t, b.property.RoomID(1), "X")
	b.saveProperty(t, cyprus.PropertyID, "Y")
	id := func(n int64) any { return float64(n) }
	all := []any{id(b.property.RoomID(0)), id(b.property.RoomID(2)), id(cyprus.RoomID(0)), id(cyprus.RoomID(1))}
	for query, want := range map[string][]any{
		"": all, "kind=rooms": all, "country=CY": all[2:], "country=gr": all[:2], "country=DE": {},
		fmt.Sprintf("property=%d", cyprus.PropertyID): all[2:], fmt.Sprintf("property=%d&country=GR", cyprus.PropertyID): {},
		"page_size=3&page=2": all[3:],
	} {
		rooms, count := pluck(t, b.operator.Do(t, get, pathMapping("mappings/unmapped/?%s", query), ""), "room")
		require.Equal(t, want, rooms, query)
		if !strings.Contains(query, "page") {
			require.Equal(t, len(want), count, query)
		} else {
			require.Equal(t, len(all), count)
		}
	}
	res := b.operator.Do(t, get, pathMapping("mappings/unmapped/?page_size=1&country=CY"), "")
	require.JSONEq(t, fmt.Sprintf(`{"property":%d,"property_name":"Kypros","property_code":%q,"country":"CY","city":"Chania","room":%d,"room_name":"Room 1","room_code":"R1"}`,
		cyprus.PropertyID, cyprus.Code, cyprus.RoomID(0)), firstResult(t, res.Body.String()))
	properties, count := pluck(t, b.operator.Do(t, get, pathMapping("mappings/unmapped/?kind=properties"), ""), "property")
	require.Equal(t, []any{id(b.property.PropertyID)}, properties)
	require.Equal(t, 1, count)
	none, _ := pluck(t, b.operator.Do(t, get, pathMapping("mappings/unmapped/?kind=properties&country=CY"), ""), "property")
	require.Empty(t, none)
	require.Equal(t, http.StatusBadRequest, b.operator.Do(t, get, pathMapping("mappings/unmapped/?kind=hotels"), "").Code)
}

func firstResult(t *testing.T, body string) string {
	t.Helper()
	_, rest, found := strings.Cut(body, `"results":[`)
	require.True(t, found, body)
	one, _, _ := strings.Cut(rest, "]}")
	return one
}

func TestEventCodes(t *testing.T) {
	t.Parallel()
	b := setupMapping(t)
	defaults := `{"free":"free","open":"open","on_request":"on_request","stop":"stop","block":"block"}`
	apptest.RequireJSON(t, b.operator.Do(t, get, pathMapping("event-codes/"), ""), http.StatusOK, defaults)
	apptest.RequireJSON(t, b.operator.Do(t, put, pathMapping("event-codes/"), `{"free":" F ","stop":"X","block":"X"}`), http.StatusOK,
		`{"free":"F","open":"open","on_request":"on_request","stop":"X","block":"X"}`)
	apptest.RequireJSON(t, b.operator.Do(t, put, pathMapping("event-codes/"), `{"stop":null,"open":"O"}`), http.StatusOK,
		`{"free":"F","open":"O","on_request":"on_request","stop":"stop","block":"X"}`)
	apptest.RequireInvalid(t, b.operator.Do(t, put, pathMapping("event-codes/"), fmt.Sprintf(`{"free":%q,"open":"a\nb"}`, strings.Repeat("x", 21))),
		"free", "must have at most 20 characters", "open", "must be one line of text")
	apptest.RequireJSON(t, b.Operator(t).Do(t, get, pathMapping("event-codes/"), ""), http.StatusOK, defaults)
	b.saveRoom(t, b.property.RoomID(0), "A") // takes the lock that the codes are kept in
	require.Contains(t, b.operator.Do(t, get, pathMapping("event-codes/"), "").Body.String(), `"free":"F"`)
	codes, err := b.Mappings.EventCodes(t.Context(), b.operator.User.OwnerID)
	require.NoError(t, err)
	require.Equal(t, "X", codes.Block)
	entries, err := audittest.Of(t.Context(), b.DB, b.operator.User.OwnerID, "event_codes", b.operator.User.OwnerID)
	require.NoError(t, err)
	require.Len(t, entries, 2)
}
