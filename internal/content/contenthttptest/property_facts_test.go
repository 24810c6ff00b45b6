package contenthttptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/facts"
	"allot/internal/content/facts/factstest"
	"allot/internal/content/property"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

type errorAnswer struct {
	Code    string              `json:"code"`
	Message string              `json:"message"`
	Errors  []apperr.FieldError `json:"errors"`
}

func TestFacts_EveryCategory(t *testing.T) {
	t.Parallel()
	for i, c := range facts.Load().Categories() {
		t.Run(c.Key+" takes a full record and gives it back", func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			who, p := e.Hotel(t, "Hotel")
			path := apptest.PropertyPath(p, "facts/"+c.Key+"/")
			body, err := json.Marshal(factstest.Full(c, uint64(i)))
			require.NoError(t, err)

			saved := who.Do(t, http.MethodPost, path, string(body))
			require.Equal(t, http.StatusCreated, saved.Code, saved.Body)
			again := who.Do(t, http.MethodPost, path, saved.Body.String())
			require.Equal(t, http.StatusOK, again.Code, "an answer can be sent back whole: %s", again.Body)
			require.JSONEq(t, saved.Body.String(), again.Body.String())
			want := saved.Body.String()
			if c.IsArray() {
				want = "[" + want + "]"
			}
			apptest.RequireJSON(t, who.Do(t, http.MethodGet, path, ""), http.StatusOK, want)
		})
	}
}

// Bodies that are wrong are refused with the path of what is wrong, and write
// nothing. The facts package tries all of them; here some of each kind go
// through the server.
func TestFacts_Hostile(t *testing.T) {
	t.Parallel()
	sendHostile(t, 40)
}

func TestSlow_HostileFacts(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.SQLite)
	sendHostile(t, 200)
}

// sendHostile sends so many wrong bodies for each category, or all if there are fewer.
func sendHostile(t *testing.T, wanted int) {
	t.Helper()
	for _, c := range facts.Load().Categories() {
		t.Run(c.Key, func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t)
			who, p := e.Hotel(t, "Hotel")
			path := apptest.PropertyPath(p, "facts/"+c.Key+"/")
			before := who.Do(t, http.MethodGet, path, "").Body.String()
			cases := slices.Collect(factstest.Hostile(c, 1))
			step := max(1, len(cases)/wanted)
			for i := 0; i < len(cases); i += step {
				hostile := cases[i]
				res := who.Do(t, http.MethodPost, path, string(hostile.Body))
				require.Equal(t, http.StatusBadRequest, res.Code, "%.300s: %s", hostile.Body, res.Body)
				got := decode[errorAnswer](t, res, http.StatusBadRequest)
				require.Contains(t, []string{"validation_failed", "unknown_field", "too_many_items"}, got.Code)
				require.True(t, slices.ContainsFunc(got.Errors, hostile.Named), "%.300s: want %s, got %v", hostile.Body, hostile.WantPath, got.Errors)
			}
			require.GreaterOrEqual(t, len(cases), 200)
			require.Equal(t, before, who.Do(t, http.MethodGet, path, "").Body.String())
		})
	}
}

func TestFacts_Broken(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	path := apptest.PropertyPath(p, "facts/rooms/")
	for name, body := range map[string]string{
		"no body": "", "no JSON": "{", "text": `"x"`, "null": "null", "NUL": `{"name":"a\u0000b"}`, "bad UTF-8": "{\"name\":\"a\xffb\"}",
		"huge number": `{"size":1e400}`, "bottomless": string(bytes.Repeat([]byte("["), 100_000)),
		"too many": "[" + string(bytes.Repeat([]byte("{},"), facts.MaxRecords)) + "{}]",
	} {
		res := who.Do(t, http.MethodPost, path, body)
		require.Equal(t, http.StatusBadRequest, res.Code, "%s: %s", name, res.Body)
	}
	require.Equal(t, http.StatusRequestEntityTooLarge,
		who.Do(t, http.MethodPost, path, `{"name":"`+string(bytes.Repeat([]byte("x"), 3<<20))+`"}`).Code)
	apptest.RequireNotFound(t, who.Do(t, http.MethodPost, apptest.PropertyPath(p, "facts/roofs/"), `{}`))
	apptest.RequireJSON(t, who.Do(t, http.MethodGet, path, ""), http.StatusOK, `[]`)
}

func TestFacts_Rooms(t *testing.T) {
	t.Parallel()

	t.Run("keep their ids through every change of content and order", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Hotel(t, "Hotel")
		path := apptest.PropertyPath(p, "facts/rooms/")
		list := decode[[]facts.Record](t, who.Do(t, http.MethodPost, path, `[{"name":"A","code":"A"},{"name":"B"},{"name":"C"}]`), http.StatusOK)
		a, b := list[0]["id"], list[1]["id"]
		res := who.Do(t, http.MethodPost, path, fmt.Sprintf(`[{"id":%v,"position":9,"name":"A2"},{"name":"D","position":0}]`, a))
		got := decode[[]facts.Record](t, res, http.StatusOK)
		require.Len(t, got, 4, "what a list does not name stays")
		require.Equal(t, []any{"D", "B", "C", "A2"}, []any{got[0]["name"], got[1]["name"], got[2]["name"], got[3]["name"]})
		require.Equal(t, a, got[3]["id"])
		require.Equal(t, "A", got[3]["code"], "a missing field stays")

		require.Equal(t, http.StatusNoContent, who.Do(t, http.MethodDelete, fmt.Sprintf("%s%v/", path, b), "").Code)
		apptest.RequireNotFound(t, who.Do(t, http.MethodDelete, fmt.Sprintf("%s%v/", path, b), ""))
		left := decode[[]facts.Record](t, who.Do(t, http.MethodGet, path, ""), http.StatusOK)
		require.Len(t, left, 3)
		rooms, err := e.Properties.Rooms(t.Context(), who.User.ID, p.ID)
		require.NoError(t, err)
		require.Equal(t, "D", rooms[0].Name)
	})

	t.Run("a list is saved whole or not at all", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Hotel(t, "Hotel")
		other := e.Property(t, who, "Other")
		foreign := e.Save(t, who, other.ID, "rooms", facts.Record{"name": "Elsewhere"})
		path := apptest.PropertyPath(p, "facts/rooms/")
		apptest.RequireUnknown(t, who.Do(t, http.MethodPost, path, fmt.Sprintf(`[{"name":"A"},{"id":%d,"name":"B"},{"nome":"C","size":-1}]`, foreign)),
			"[1].id", "is no record of this category; leave it out to make a new one",
			"[2].nome", `is not known here; did you mean "name"?`,
			"[2].size", "must be between 0 and 2000 m²")
		apptest.RequireJSON(t, who.Do(t, http.MethodGet, path, ""), http.StatusOK, `[]`)
	})

	t.Run("twenty writers at once lose nothing", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Hotel(t, "Hotel")
		id := e.Save(t, who, p.ID, "rooms", facts.Record{"name": "Double"})
		languages := strings.Fields("en de tr el fr it es pt nl pl cs sk hu ro bg ru uk sv da fi")
		path := apptest.PropertyPath(p, "facts/rooms/")
		codes := apptest.AtOnce(20, func(i int) int {
			return who.Do(t, http.MethodPost, path, fmt.Sprintf(`{"id":%d,"description":{"%s":"text %d"}}`, id, languages[i], i)).Code
		})
		require.Equal(t, map[int]int{http.StatusOK: 20}, codes)
		got := decode[[]facts.Record](t, who.Do(t, http.MethodGet, path, ""), http.StatusOK)
		require.Len(t, got[0]["description"], 20)
		single := apptest.AtOnce(12, func(i int) int {
			return who.Do(t, http.MethodPost, apptest.PropertyPath(p, "facts/general/"), fmt.Sprintf(`{"chain_name":"%d"}`, i)).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusOK: 11}, single, "one record however many come at once")
	})
}

func TestInitFacts(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who := e.Manager(t)
	p := decode[property.Property](t, who.Do(t, http.MethodPost, "/api/info/property/create/",
		`{"name":"Hotel Ήλιος","stars":4,"property_type":"resort","city":"Chania","timezone":"Europe/Athens","latitude":35.5,"longitude":24}`), http.StatusCreated)
	path := fmt.Sprintf("/api/info/init-facts-info/%d/", p.ID)
	before := decode[facts.Completeness](t, who.Do(t, http.MethodGet, path, ""), http.StatusOK)
	require.Len(t, before.Categories, 18)
	require.Zero(t, before.Percent)

	after := decode[facts.Completeness](t, who.Do(t, http.MethodPost, path, ""), http.StatusOK)
	require.Positive(t, after.Percent)
	require.NotContains(t, after.Missing, "general.official_name")
	require.Contains(t, after.Missing, "rooms")
	apptest.RequireJSON(t, who.Do(t, http.MethodGet, apptest.PropertyPath(p, "facts/general/"), ""), http.StatusOK,
		`{"official_name":"Hotel Ήλιος","official_rating":4,"property_type":"resort"}`)

	require.Equal(t, http.StatusOK, who.Do(t, http.MethodPost, apptest.PropertyPath(p, "facts/general/"), `{"official_name":"Ήλιος"}`).Code)
	require.Equal(t, http.StatusOK, who.Do(t, http.MethodPost, path, "").Code)
	require.Contains(t, who.Do(t, http.MethodGet, apptest.PropertyPath(p, "facts/general/"), "").Body.String(), `"Ήλιος"`, "what is there stays")

	e.Fill(t, who, p.ID)
	full := decode[facts.Completeness](t, who.Do(t, http.MethodGet, path, ""), http.StatusOK)
	require.Equal(t, 100, full.Percent)
	require.Empty(t, full.Missing)
	got, err := e.Properties.Get(t.Context(), who.User.ID, p.ID)
	require.NoError(t, err)
	require.Equal(t, 100, got.FactsCompleteness)
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	operator := e.Operator(t)
	res := operator.Do(t, http.MethodGet, "/api/info/fact-schemas/?lang=de", "")
	require.Contains(t, res.Body.String(), `"count":18`)
	require.Contains(t, res.Body.String(), `"category":"rooms","title":"Zimmertypen"`)
	rooms := func() string {
		res := operator.Do(t, http.MethodGet, "/api/facts/fact-schemas/rooms/", "", apptest.Header("Accept-Language", "de"))
		require.Equal(t, http.StatusOK, res.Code)
		return res.Body.String()
	}
	require.Contains(t, rooms(), "Room types", "the user reads English, whatever the browser is set to")
	require.Equal(t, http.StatusOK, operator.Do(t, http.MethodPut, "/api/auth/profile/update", `{"language":"el"}`).Code)
	require.Contains(t, rooms(), "δωμάτ")
	require.Equal(t, http.StatusBadRequest, operator.Do(t, http.MethodGet, "/api/info/fact-schemas/?lang=fr", "").Code)
	apptest.RequireNotFound(t, operator.Do(t, http.MethodGet, "/api/info/fact-schemas/roofs/", ""))
}

// On SQLite everybody's writes wait for a save: it must not take a statement for each record.
func TestFacts_Statements(t *testing.T) {
	t.Parallel()
	seen := &dbtest.Statements{}
	e := apptest.New(t, apptest.Watched(seen))
	who, p := e.Hotel(t, "Hotel")
	path := apptest.PropertyPath(p, "facts/contacts/")
	save := func(list []map[string]any) (saved []map[string]any, n int64) {
		t.Helper()
		body, err := json.Marshal(list)
		require.NoError(t, err)
		before := seen.Count()
		answer := who.Do(t, http.MethodPost, path, string(body))
		require.Equal(t, http.StatusOK, answer.Code, answer.Body)
		n = seen.Count() - before
		require.NoError(t, json.Unmarshal(answer.Body.Bytes(), &saved))
		return saved, n
	}
	contacts := make([]map[string]any, 40)
	for i := range contacts {
		contacts[i] = map[string]any{"department": "reservations", "person": fmt.Sprintf("Person %d", i)}
	}
	_, one := save(contacts[:1])
	all, many := save(contacts[1:])
	require.Len(t, all, 40)
	require.LessOrEqual(t, many, one, "of new records")
	all[0]["person"] = "Somebody"
	_, one = save(all[:1])
	for i := range all {
		all[i]["person"] = fmt.Sprintf("Person %d of the desk", i)
	}
	all, many = save(all)
	require.Equal(t, "Person 39 of the desk", all[39]["person"])
	require.LessOrEqual(t, many, one, "of changed records")
	_, none := save(all)
	require.Less(t, none, one, "what stays as it is is not written")
}
