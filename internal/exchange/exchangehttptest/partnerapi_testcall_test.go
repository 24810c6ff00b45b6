package exchangehttptest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
	"allot/internal/inventory/stopsale"
)

const testCall = "/api/v1/test-call/"

// needed are the flags of sub-users by endpoint.
var needed = map[string]auth.Flag{
	"facts": auth.FactSheets, "photos": auth.Photos, "stop-sale": auth.StopSales, "allotment-stop-sale": auth.StopSales,
	"invoices": auth.Invoicing, "rooming": auth.Rooming,
}

func call(endpoint, params string) string {
	return fmt.Sprintf(`{"endpoint":%q,"params":%s}`, endpoint, params)
}

// offered are the endpoints that a refusal lists.
func offered(t *testing.T, who *apptest.Who) []string {
	t.Helper()
	refusal := who.Do(t, http.MethodPost, testCall, `{"endpoint":"secrets"}`).Body.String()
	list := regexp.MustCompile(`must be one of \\"([^"\\]+)`).FindStringSubmatch(refusal)
	require.Len(t, list, 2, refusal)
	return strings.Split(list[1], ", ")
}

// told lists the properties of an answer.
func told(t *testing.T, res *httptest.ResponseRecorder) []int64 {
	t.Helper()
	require.Equal(t, http.StatusOK, res.Code, res.Body.String())
	var body struct {
		Properties []struct {
			ID int64 `json:"property_id"`
		} `json:"properties"`
	}
	require.NoError(t, json.Unmarshal(res.Body.Bytes(), &body))
	ids := []int64{}
	for _, p := range body.Properties {
		ids = append(ids, p.ID)
	}
	return ids
}

// fleet is a hotel with twelve properties.
func fleet(t *testing.T, e *apptest.Env) (*apptest.Who, []int64) {
	t.Helper()
	hotel, first := e.Hotel(t, "Aurora 1")
	e.Grant(t, hotel, plan.Diamond)
	ids := []int64{first.ID}
	for i := range 11 {
		ids = append(ids, e.Property(t, hotel, fmt.Sprintf("Aurora %d", i+2)).ID)
	}
	slices.Sort(ids)
	return hotel, ids
}

func TestTestCall(t *testing.T) {
	t.Parallel()

	t.Run("answers what a key is answered, in both formats", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, p := e.Hotel(t, "Aurora")
		room := e.Room(t, hotel, p.ID, "Double", "DBL", 3)
		e.Mark(t, hotel, room, "2030-06-01", stopsale.Stop)
		e.Mark(t, hotel, room, "2030-07-01", stopsale.Stop)
		token, _ := e.Key(t, hotel, auth.KeyStopSale)
		for _, query := range []string{"from=2030-06-01&to=2030-06-30", "format=xml", fmt.Sprintf("property_id=%d,1", p.ID)} {
			params := map[string]any{}
			for pair := range strings.SplitSeq(query, "&") {
				name, value, _ := strings.Cut(pair, "=")
				params[name] = value
			}
			raw, err := json.Marshal(params)
			require.NoError(t, err)
			want := e.Do(t, http.MethodGet, "/api/v1/stop-sale/"+token+"/?"+query, "")
			require.Equal(t, http.StatusOK, want.Code, want.Body.String())
			got := hotel.Do(t, http.MethodPost, testCall, call("stop-sale", string(raw)))
			require.Equal(t, http.StatusOK, got.Code, got.Body.String())
			require.Equal(t, want.Body.String(), got.Body.String(), query)
			require.Equal(t, want.Header().Get("Content-Type"), got.Header().Get("Content-Type"))
			require.Equal(t, want.Header().Get("Deprecation"), got.Header().Get("Deprecation"))
		}
		xml := hotel.Do(t, http.MethodPost, testCall+"?format=xml", `{"endpoint":"stop-sale"}`)
		require.Equal(t, http.StatusOK, xml.Code)
		require.Contains(t, xml.Body.String(), "<response>")
		require.Equal(t, []int64{p.ID}, told(t, hotel.Do(t, http.MethodPost, testCall, call("stop-sale", fmt.Sprintf(`{"property_id":[%d,2]}`, p.ID)))))
		bad := hotel.Do(t, http.MethodPost, testCall, call("stop-sale", `{"from":"2030-06-02","to":"2030-06-01"}`))
		require.Equal(t, http.StatusBadRequest, bad.Code)
	})

	t.Run("says when it was cut to ten properties, and of how many", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, ids := fleet(t, e)
		cut := hotel.Do(t, http.MethodPost, testCall, call("stop-sale", `{}`)).Body.String()
		require.Contains(t, cut, `"truncated":true,"properties_total":12,"properties":[`)
		whole := hotel.Do(t, http.MethodPost, testCall, call("stop-sale", fmt.Sprintf(`{"property_id":[%d,%d]}`, ids[0], ids[11]))).Body.String()
		require.NotContains(t, whole, "truncated")
		token, _ := e.Key(t, hotel, auth.KeyStopSale)
		require.NotContains(t, e.Do(t, http.MethodGet, "/api/v1/stop-sale/"+token+"/", "").Body.String(), "truncated", "a key gets all")
	})

	t.Run("tells of ten properties, the first by id, and asks the scope before", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, ids := fleet(t, e)
		require.Equal(t, ids[:10], told(t, hotel.Do(t, http.MethodPost, testCall, `{"endpoint":"stop-sale"}`)))
		require.Equal(t, ids[11:], told(t, hotel.Do(t, http.MethodPost, testCall, call("stop-sale", fmt.Sprintf(`{"property_id":%d}`, ids[11])))))
		desk := e.SubUser(t, hotel)
		scope := []int64{ids[2], ids[11]}
		_, err := e.Accounts.CreatePermission(hotel.Context(t), hotel.Caller, desk.User.ID, account.PermissionChange{
			Flags: map[auth.Flag]bool{auth.StopSales: true}, PropertyIDs: &scope,
		})
		require.NoError(t, err)
		require.Equal(t, scope, told(t, desk.Do(t, http.MethodPost, testCall, `{"endpoint":"stop-sale"}`)))
		require.Empty(t, told(t, desk.Do(t, http.MethodPost, testCall, call("stop-sale", fmt.Sprintf(`{"property_id":%d}`, ids[0])))))
		token, _ := e.Key(t, hotel, auth.KeyStopSale)
		require.Equal(t, ids, told(t, e.Do(t, http.MethodGet, "/api/v1/stop-sale/"+token+"/", "")), "a key is told of all")
	})

	t.Run("never tells of another account", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, p := e.Hotel(t, "Aurora")
		other, _ := e.Hotel(t, "Borealis")
		operator := e.Operator(t)
		e.Accepted(t, other, operator)
		for _, who := range []*apptest.Who{other, operator} {
			require.NotContains(t, told(t, who.Do(t, http.MethodPost, testCall, call("stop-sale", fmt.Sprintf(`{"property_id":%d}`, p.ID)))), p.ID)
		}
		require.Equal(t, []int64{p.ID}, told(t, hotel.Do(t, http.MethodPost, testCall, `{"endpoint":"stop-sale"}`)))
	})

	t.Run("asks a sub-user for the flag of the data", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, _ := e.Hotel(t, "Aurora")
		require.ElementsMatch(t, slices.Collect(maps.Keys(needed)), offered(t, hotel))
		for name := range needed {
			others := slices.DeleteFunc(slices.Clone(auth.Flags), func(f auth.Flag) bool { return f == needed[name] })
			refused := e.SubUser(t, hotel, others...).Do(t, http.MethodPost, testCall, fmt.Sprintf(`{"endpoint":%q}`, name))
			require.Equal(t, http.StatusForbidden, refused.Code, name)
			require.Contains(t, refused.Body.String(), needed[name], name)
			allowed := e.SubUser(t, hotel, needed[name]).Do(t, http.MethodPost, testCall, fmt.Sprintf(`{"endpoint":%q}`, name))
			require.Equal(t, http.StatusOK, allowed.Code, allowed.Body.String())
		}
	})

	t.Run("is for customers who are signed in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		apptest.RequireNotSignedIn(t, e.Do(t, http.MethodPost, testCall, `{"endpoint":"stop-sale"}`))
		apptest.RequireError(t, e.Admin(t).Do(t, http.MethodPost, testCall, `{"endpoint":"stop-sale"}`), http.StatusForbidden, "forbidden",
			"this is only for accommodation providers and tour operators")
	})

	t.Run("names every bad field", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		hotel, _ := e.Hotel(t, "Aurora")
		for body, fields := range map[string][]string{
			`{}`:                     {"endpoint"},
			`{"endpoint":"secrets"}`: {"endpoint"},
			`{"endpoint":"x","params":{"a":{},"b":null,"c":[[1]],"d":[1]}}`: {"endpoint", "params.a", "params.b", "params.c"},
			`{"endpoint":"stop-sale","params":{"format":"pdf"}}`:            {"format"},
			`{"endpoint":"stop-sale","params":[]}`:                          {"params"},
		} {
			res := hotel.Do(t, http.MethodPost, testCall, body)
			require.Equal(t, http.StatusBadRequest, res.Code, res.Body.String())
			var refusal struct {
				Errors []struct {
					Field string `json:"field"`
				} `json:"errors"`
			}
			require.NoError(t, json.Unmarshal(res.Body.Bytes(), &refusal))
			got := []string{}
			for _, f := range refusal.Errors {
				got = append(got, f.Field)
			}
			require.ElementsMatch(t, fields, got, "%s: %s", body, res.Body)
		}
		huge := hotel.Do(t, http.MethodPost, testCall, call("stop-sale", `{"a":"`+strings.Repeat("x", 70_000)+`"}`))
		require.Equal(t, http.StatusRequestEntityTooLarge, huge.Code)
	})
}
