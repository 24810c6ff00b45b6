package contenthttptest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/content/property"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/platform/page"
)

func decode[T any](t *testing.T, res *httptest.ResponseRecorder, status int) T {
	t.Helper()
	return apptest.Decode[T](t, res, status)
}

func TestCreate(t *testing.T) {
	t.Parallel()

	t.Run("fills in what the company has set up", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who := e.Manager(t)
		res := who.Do(t, http.MethodPost, "/api/info/property/create/", `{"name":" Hotel Ποσειδών ","stars":4.5,"latitude":35.3,"longitude":25.1}`)
		p := decode[property.Property](t, res, http.StatusCreated)
		at := e.Clock.Now().UTC().Format("2006-01-02T15:04:05Z07:00")
		apptest.RequireJSON(t, res, http.StatusCreated, fmt.Sprintf(`{"id":%d,"owner_id":%d,"code":"P%d","name":"Hotel Ποσειδών","property_type":"","stars":4.5,
			"chain":"","country":"GR","state":"","city":"","address":"","postal_code":"","latitude":35.3,"longitude":25.1,"phone":"","email":"","website":"",
			"timezone":"UTC","currency":"EUR","logo":null,"status":"draft","facts_completeness":0,"created_at":%q,"updated_at":%q,"published_at":null}`,
			p.ID, who.User.ID, p.ID, at, at))
		require.Equal(t, http.StatusOK, who.Do(t, http.MethodGet, fmt.Sprintf("/api/facts/property/%d/", p.ID), "").Code, "the alias serves too")
	})

	t.Run("names every bad field at once and writes nothing", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who := e.Manager(t)
		apptest.RequireInvalid(t, who.Do(t, http.MethodPost, "/api/info/property/create/",
			`{"name":" ","country":"Greece","currency":"eur","timezone":"Crete","stars":4.3,"latitude":91,"email":"x","website":"x","phone":"x","property_type":"castle","city":"a\nb"}`),
			"city", "must be one line of text",
			"country", "must be an ISO 3166-1 alpha-2 code such as GR or DE",
			"currency", "must be a currency code of ISO 4217 in upper case, such as EUR",
			"email", "must be an e-mail address such as name@example.com",
			"latitude", "must be a number from -90 to 90",
			"longitude", "goes together with latitude",
			"name", "is required",
			"phone", "must be a phone number of at most 40 characters, such as +30 2810 123456",
			"property_type", "must be one of hotel, resort, apartment_hotel, apartment, club, boutique_hotel, bungalow_village, villa, guest_house, hostel, motel, camp, cruise_ship, other",
			"stars", "must be in steps of 0.5",
			"timezone", "must be an IANA time zone such as Europe/Athens",
			"website", "must be a web address of at most 500 characters that starts with https:// or http://")
		list := decode[page.Page[property.Property]](t, who.Do(t, http.MethodGet, "/api/info/properties/", ""), http.StatusOK)
		require.Zero(t, list.Count)
	})

	t.Run("of twenty at once makes as many as the plan allows", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who := e.Manager(t)
		e.Grant(t, who, plan.Silver)
		codes := apptest.AtOnce(20, func(i int) int {
			return who.Do(t, http.MethodPost, "/api/info/property/create/", fmt.Sprintf(`{"name":"Hotel %d"}`, i)).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 3, http.StatusForbidden: 17}, codes)
		res := who.Do(t, http.MethodPost, "/api/info/property/create/", `{"name":"One more"}`)
		require.Contains(t, res.Body.String(), `"code":"plan_limit_reached"`)
		require.Contains(t, res.Body.String(), "properties")
	})

	t.Run("refuses a code twice in the account, even at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, _ := e.Hotel(t, "First")
		codes := apptest.AtOnce(8, func(int) int {
			return who.Do(t, http.MethodPost, "/api/info/property/create/", `{"name":"Twin","code":"TWIN"}`).Code
		})
		require.Equal(t, map[int]int{http.StatusCreated: 1, http.StatusConflict: 7}, codes)
		other, _ := e.Hotel(t, "Other")
		require.Equal(t, http.StatusCreated, other.Do(t, http.MethodPost, "/api/info/property/create/", `{"name":"Twin","code":"TWIN"}`).Code)
	})

	t.Run("finds another code when its own is taken", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, first := e.Hotel(t, "First")
		next := fmt.Sprintf("P%d", first.ID+1)
		require.Equal(t, http.StatusOK, who.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", first.ID), `{"code":"`+next+`"}`).Code)
		require.Equal(t, next+"-1", e.Property(t, who, "Second").Code)
	})
}

func TestUpdate_code(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	path := fmt.Sprintf("/api/info/property/update/%d/", p.ID)
	for _, body := range []string{`{"code":null}`, `{"code":null}`, `{"code":"POS"}`, `{"code":""}`} {
		got := decode[property.Property](t, who.Do(t, http.MethodPut, path, body), http.StatusOK)
		if body == `{"code":"POS"}` {
			require.Equal(t, "POS", got.Code)
			continue
		}
		require.Equal(t, fmt.Sprintf("P%d", p.ID), got.Code, "cleared, it is the property's own, which is not taken by itself")
	}
}

func TestUpdate(t *testing.T) {
	t.Parallel()

	t.Run("changes what is given, clears with null, keeps the rest", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Hotel(t, "Old name")
		path := fmt.Sprintf("/api/info/property/update/%d/", p.ID)
		require.Equal(t, http.StatusOK, who.Do(t, http.MethodPut, path, `{"stars":5,"city":"Chania","chain":"Blue"}`).Code)
		got := decode[property.Property](t, who.Do(t, http.MethodPut, path, `{"name":"New","stars":null,"chain":null,"status":"published"}`), http.StatusOK)
		require.Equal(t, "New", got.Name)
		require.Nil(t, got.Stars)
		require.Empty(t, got.Chain)
		require.Equal(t, "Chania", got.City)
		require.Equal(t, property.StatusDraft, got.Status, "the status moves by publication only")
	})

	t.Run("takes an answer back whole", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		who, p := e.Hotel(t, "Hotel")
		answer := who.Do(t, http.MethodGet, "/api/info/properties/", "").Body.String()
		one := answer[strings.Index(answer, "[")+1 : strings.LastIndex(answer, "]")]
		res := who.Do(t, http.MethodPut, fmt.Sprintf("/api/info/property/update/%d/", p.ID), one)
		require.JSONEq(t, one, res.Body.String())
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, _ := e.Hotel(t, "Ξενοδοχείο Ήλιος")
	for _, body := range []string{
		`{"name":"İstanbul Palas","country":"TR"}`, `{"name":"Hotel Zur Börse","country":"DE"}`, `{"name":"100% Beach_Club","country":"GR"}`,
	} {
		require.Equal(t, http.StatusCreated, who.Do(t, http.MethodPost, "/api/info/property/create/", body).Code)
	}
	other, _ := e.Hotel(t, "Ξενοδοχείο Ήλιος")
	names := func(who *apptest.Who, query string) []string {
		list := decode[page.Page[property.Property]](t, who.Do(t, http.MethodGet, "/api/info/properties/search/?"+query, ""), http.StatusOK)
		found := []string{}
		for _, p := range list.Results {
			found = append(found, p.Name)
		}
		require.Equal(t, len(found), list.Count)
		return found
	}
	require.Equal(t, []string{"100% Beach_Club", "Hotel Zur Börse", "İstanbul Palas", "Ξενοδοχείο Ήλιος"}, names(who, ""))
	require.Equal(t, []string{"Ξενοδοχείο Ήλιος"}, names(who, "name=ηλιος"))
	require.Equal(t, []string{"İstanbul Palas"}, names(who, "name=ISTANBUL"))
	require.Equal(t, []string{"Hotel Zur Börse"}, names(who, "name=borse"))
	require.Equal(t, []string{"100% Beach_Club"}, names(who, "name=%25"), "a percent sign is itself")
	require.Equal(t, []string{"100% Beach_Club"}, names(who, "name=h_c"))
	require.Equal(t, []string{"100% Beach_Club", "Ξενοδοχείο Ήλιος"}, names(who, "country=GR&status=draft"))
	require.Empty(t, names(who, "country=GR&name=istanbul"))
	require.Empty(t, names(who, "status=published"))
	require.Equal(t, []string{"Ξενοδοχείο Ήλιος"}, names(other, ""), "nobody sees another account's")
	apptest.RequireInvalid(t, who.Do(t, http.MethodGet, "/api/info/properties/?status=gone&country=greece", ""),
		"country", "must be an ISO 3166-1 alpha-2 code such as GR", "status", `must be one of "draft, pending, published, declined"`)
}

func TestPropertyAccess(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	who, p := e.Hotel(t, "Hotel")
	stranger, _ := e.Hotel(t, "Elsewhere")
	operator, colleague, editor := e.Operator(t), e.SubUser(t, who, auth.StopSales), e.SubUser(t, who, auth.FactSheets)
	room := e.Save(t, who, p.ID, "rooms", map[string]any{"name": "Double"})
	id := strconv.FormatInt(p.ID, 10)
	calls := []struct{ method, path, body string }{
		{http.MethodGet, "/api/info/property/" + id + "/", ""},
		{http.MethodPut, "/api/info/property/update/" + id + "/", `{"name":"x"}`},
		{http.MethodGet, "/api/info/init-facts-info/" + id + "/", ""},
		{http.MethodPost, "/api/info/init-facts-info/" + id + "/", ""},
		{http.MethodGet, "/api/info/property/" + id + "/facts/rooms/", ""},
		{http.MethodPost, "/api/info/property/" + id + "/facts/rooms/", `{"name":"x"}`},
		{http.MethodDelete, fmt.Sprintf("/api/info/property/%s/facts/rooms/%d/", id, room), ""},
		{http.MethodDelete, "/api/info/property/delete/" + id + "/", ""},
	}
	for _, c := range calls {
		apptest.RequireNotFound(t, stranger.Do(t, c.method, c.path, c.body))
		require.Equal(t, http.StatusForbidden, operator.Do(t, c.method, c.path, c.body).Code, c.path)
		require.Equal(t, http.StatusForbidden, colleague.Do(t, c.method, c.path, c.body).Code, c.path)
		apptest.RequireNotSignedIn(t, e.Do(t, c.method, c.path, c.body))
	}
	require.Equal(t, http.StatusOK, colleague.Do(t, http.MethodGet, "/api/info/properties/", "").Code, "who runs the calendar picks from the list")
	require.Equal(t, http.StatusForbidden, operator.Do(t, http.MethodGet, "/api/info/properties/", "").Code)
	for _, c := range calls {
		require.Less(t, editor.Do(t, c.method, c.path, c.body).Code, http.StatusBadRequest, c.path)
	}
}
