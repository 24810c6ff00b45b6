package exchangehttptest

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/exchange/partnerapi"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

const (
	list    = "/api/reports/api-stats/"
	summary = list + "summary/"
	export  = list + "export/csv/"
)

// statsBundle is an operator with two keys. The clock starts at noon of 2030-05-31.
type statsBundle struct {
	*apptest.Env
	stats    *partnerapi.Stats
	operator *apptest.Who
	keys     [2]partnerapi.Key
}

func setupStats(t *testing.T) *statsBundle {
	t.Helper()
	b := &statsBundle{Env: apptest.New(t)}
	b.stats = b.APIStats
	b.operator = b.Operator(t)
	b.Grant(t, b.operator, plan.Silver)
	for i, name := range []string{"Website", "=1+1"} {
		_, b.keys[i] = b.Key(t, b.operator, auth.KeyFactSheet)
		named, err := b.Keys.UpdateKey(b.operator.Context(t), b.operator.Caller, b.keys[i].ID, partnerapi.KeyInput{Name: &name})
		require.NoError(t, err)
		b.keys[i] = named.Key
	}
	return b
}

func (b *statsBundle) call(key int, endpoint string, failed bool, bytes int64) {
	b.stats.Count(auth.KeyUse{KeyID: b.keys[key].ID, OwnerID: b.operator.User.ID, Endpoint: endpoint, Failed: failed, Bytes: bytes})
}

// row is one of the answer, as JSON.
func (b *statsBundle) row(date string, key int, endpoint string, ok, failed, bytes int) string {
	k := b.keys[key]
	return fmt.Sprintf(`{"date":%q,"key":%d,"key_name":%q,"token_prefix":%q,"endpoint":%q,"hits_ok":%d,"hits_error":%d,"bytes_transferred":%d}`,
		date, k.ID, k.Name, k.TokenPrefix, endpoint, ok, failed, bytes)
}

func whole(rows ...string) string {
	return fmt.Sprintf(`{"count":%d,"next":null,"previous":null,"results":[%s]}`, len(rows), strings.Join(rows, ","))
}

// world is calls of two days.
func world(t *testing.T) (b *statsBundle, yesterday string, today []string) {
	t.Helper()
	b = setupStats(t)
	b.call(0, "facts", false, 100)
	b.Clock.Advance(24 * time.Hour)
	b.operator = b.Login(t, b.operator.User.Email) // the session has ended
	b.call(1, "facts", true, 7)
	b.call(0, "photos", false, 20)
	b.call(0, "facts", false, 10)
	b.call(0, "facts", true, 1)
	return b, b.row("2030-05-31", 0, "facts", 1, 0, 100), []string{
		b.row("2030-06-01", 0, "facts", 1, 1, 11), b.row("2030-06-01", 0, "photos", 1, 0, 20), b.row("2030-06-01", 1, "facts", 0, 1, 7),
	}
}

func TestAPIStats_list(t *testing.T) {
	t.Parallel()

	t.Run("shows a call at once, the newest day first, by key and endpoint", func(t *testing.T) {
		t.Parallel()
		b, yesterday, today := world(t)
		apptest.RequireJSON(t, b.operator.Do(t, get, list, ""), http.StatusOK, whole(today[0], today[1], today[2], yesterday))
		b.call(1, "facts", false, 3)
		apptest.RequireJSON(t, b.operator.Do(t, get, list+"?key="+fmt.Sprint(b.keys[1].ID), ""), http.StatusOK, whole(b.row("2030-06-01", 1, "facts", 1, 1, 10)))
		require.Contains(t, b.operator.Do(t, get, list+"?page_size=1&page=4", "").Body.String(), yesterday)
	})

	t.Run("is narrowed by days, key and endpoint", func(t *testing.T) {
		t.Parallel()
		b, yesterday, today := world(t)
		for query, want := range map[string][]string{
			"?to=2030-05-31":                                       {yesterday},
			"?from=2030-06-01":                                     today,
			"?from=2030-05-31&to=2030-05-31":                       {yesterday},
			"?from=2030-06-02":                                     {},
			"?endpoint=photos":                                     {today[1]},
			"?endpoint=phot":                                       {},
			"?endpoint=facts&from=2030-06-01":                      {today[0], today[2]},
			"?key=" + fmt.Sprint(b.keys[1].ID):                     {today[2]},
			"?key=" + fmt.Sprint(b.keys[0].ID) + "&endpoint=facts": {today[0], yesterday},
			"?key=999999":                                          {},
		} {
			apptest.RequireJSON(t, b.operator.Do(t, get, list+query, ""), http.StatusOK, whole(want...))
		}
		apptest.RequireInvalid(t, b.operator.Do(t, get, list+"?from=2030-06-02&to=2030-06-01", ""), "to", "must not be before from, which is 2030-06-02")
		require.Equal(t, http.StatusBadRequest, b.operator.Do(t, get, list+"?key=0", "").Code)
		require.Equal(t, http.StatusBadRequest, b.operator.Do(t, get, list+"?from=yesterday", "").Code)
	})

	t.Run("keeps a revoked key under the name it had, and shows another name of a live one", func(t *testing.T) {
		t.Parallel()
		b, _, today := world(t)
		name := "Renamed"
		_, err := b.Keys.UpdateKey(b.operator.Context(t), b.operator.Caller, b.keys[1].ID, partnerapi.KeyInput{Name: &name})
		require.NoError(t, err)
		b.keys[1].Name = name
		renamed := b.row("2030-06-01", 1, "facts", 0, 1, 7)
		for _, k := range b.keys {
			apptest.RequireJSON(t, b.operator.Do(t, get, list+"?from=2030-06-01", ""), http.StatusOK, whole(today[0], today[1], renamed))
			require.NoError(t, b.Keys.DeleteKey(b.operator.Context(t), b.operator.Caller, k.ID))
		}
		apptest.RequireJSON(t, b.operator.Do(t, get, list+"?from=2030-06-01", ""), http.StatusOK, whole(today[0], today[1], renamed))
	})

	t.Run("is for the account itself and for those who read its reports", func(t *testing.T) {
		t.Parallel()
		b, _, _ := world(t)
		others := b.Manager(t)
		for _, path := range []string{list, summary, export} {
			apptest.RequireNotSignedIn(t, b.Do(t, get, path, ""))
			require.Equal(t, http.StatusForbidden, b.Admin(t).Do(t, get, path, "").Code)
			require.Equal(t, http.StatusForbidden, b.SubUser(t, b.operator, auth.Integrations).Do(t, get, path, "").Code)
			require.Contains(t, b.SubUser(t, b.operator, auth.Reports).Do(t, get, path, "").Body.String(), b.keys[0].TokenPrefix)
			if path != summary { // which knows no keys
				path += "?key=" + fmt.Sprint(b.keys[0].ID)
			}
			res := others.Do(t, get, path, "")
			require.Equal(t, http.StatusOK, res.Code)
			require.NotContains(t, res.Body.String(), b.keys[0].TokenPrefix)
			require.NotContains(t, res.Body.String(), "photos")
		}
	})
}

func TestAPIStats_summary(t *testing.T) {
	t.Parallel()
	b, _, _ := world(t)
	none := `"hits_ok":0,"hits_error":0,"bytes_transferred":0`
	apptest.RequireJSON(t, b.operator.Do(t, get, summary+"?from=2030-05-30&to=2030-06-01", ""), http.StatusOK, fmt.Sprintf(`{
		"from":"2030-05-30","to":"2030-06-01","totals":{"hits_ok":3,"hits_error":2,"bytes_transferred":138},
		"days":[{"date":"2030-05-30",%s},{"date":"2030-05-31","hits_ok":1,"hits_error":0,"bytes_transferred":100},
			{"date":"2030-06-01","hits_ok":2,"hits_error":2,"bytes_transferred":38}],
		"keys":[{"key":%d,"key_name":"Website","token_prefix":%q,"hits_ok":3,"hits_error":1,"bytes_transferred":131},
			{"key":%d,"key_name":"=1+1","token_prefix":%q,"hits_ok":0,"hits_error":1,"bytes_transferred":7}],
		"endpoints":[{"endpoint":"facts","hits_ok":2,"hits_error":2,"bytes_transferred":118},
			{"endpoint":"photos","hits_ok":1,"hits_error":0,"bytes_transferred":20}]}`,
		none, b.keys[0].ID, b.keys[0].TokenPrefix, b.keys[1].ID, b.keys[1].TokenPrefix))
	require.Contains(t, b.operator.Do(t, get, summary, "").Body.String(), `{"from":"2030-05-03","to":"2030-06-01"`)
	require.Contains(t, b.operator.Do(t, get, summary+"?to=2030-05-31", "").Body.String(), `"totals":{"hits_ok":1,`)
	apptest.RequireJSON(t, b.Manager(t).Do(t, get, summary+"?from=2030-06-01", ""), http.StatusOK, fmt.Sprintf(`{
		"from":"2030-06-01","to":"2030-06-01","totals":{%s},"days":[{"date":"2030-06-01",%s}],"keys":[],"endpoints":[]}`, none, none))
	apptest.RequireInvalid(t, b.operator.Do(t, get, summary+"?from=2030-06-02", ""), "to", "must not be before from, which is 2030-06-02")
	apptest.RequireInvalid(t, b.operator.Do(t, get, summary+"?from=2029-05-31", ""), "to", "must be 2030-05-31 at the latest: a report is over at most 366 days")
	require.Equal(t, http.StatusOK, b.operator.Do(t, get, summary+"?from=2029-06-01", "").Code)
}

func TestAPIStats_export(t *testing.T) {
	t.Parallel()
	b, _, _ := world(t)
	res := b.operator.Do(t, get, export+"?endpoint=facts", "")
	require.Equal(t, http.StatusOK, res.Code)
	require.Equal(t, "text/csv; charset=utf-8", res.Header().Get("Content-Type"))
	require.Contains(t, res.Header().Get("Content-Disposition"), `"api-stats 2030-05-03 2030-06-01.csv"`)
	id, prefix := func(i int) int64 { return b.keys[i].ID }, func(i int) string { return b.keys[i].TokenPrefix }
	require.Equal(t, "\ufeffdate,key,key_name,token_prefix,endpoint,hits_ok,hits_error,bytes_transferred\r\n"+
		fmt.Sprintf("2030-06-01,%d,Website,%s,facts,1,1,11\r\n", id(0), guarded(prefix(0)))+
		fmt.Sprintf("2030-06-01,%d,'=1+1,%s,facts,0,1,7\r\n", id(1), guarded(prefix(1)))+
		fmt.Sprintf("2030-05-31,%d,Website,%s,facts,1,0,100\r\n", id(0), guarded(prefix(0))), res.Body.String())
	apptest.RequireInvalid(t, b.operator.Do(t, get, export+"?from=2000-01-01", ""), "to", "must be 2000-12-31 at the latest: a report is over at most 366 days")
}

// guarded is how a spreadsheet gets a prefix: it may begin with a minus.
func guarded(prefix string) string {
	if strings.HasPrefix(prefix, "-") {
		return "'" + prefix
	}
	return prefix
}
