package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What cannot be meant is refused by name, at once, and nothing is read for it.
func TestProgram_HostileFilters(t *testing.T) {
	t.Parallel()
	notRaced(t)
	w := newPartnerWorld(t)
	many := strings.TrimSuffix(strings.Repeat("7,", 10_000), ",")
	dates := map[string]string{
		"from=2030-06-05&to=2030-06-04": "to", "from=2030-01-01&to=2059-12-31": "to", "from=0001-01-01&to=9999-12-31": "to", "from=2030-02-30": "from",
		"from=5.6.2030": "from", "to=tomorrow": "to", "from=2030-06-01T00:00:00Z": "from", "to=-1": "to", "from=2030-06-01'--": "from",
	}
	ids := map[string]string{
		"property_id=x": "property_id", "property_id=-1": "property_id", "property_id=1;DROP TABLE contracts": "property_id",
		"property_id=99999999999999999999": "property_id", "property_id=" + many: "property_id", "property_id=1.5": "property_id",
	}
	countries := map[string]string{"country=Greece": "country", "country=XX": "country", "country=" + many: "country", "country=%00": "country"}
	wrong := map[string][]map[string]string{
		"facts": {ids, countries}, "photos": {ids, countries}, "stop-sale": {dates, ids},
		"allotment-stop-sale": {dates, ids, countries, {
			"granularity=weekly": "granularity", "include=notes": "include", "calendar=own": "calendar",
			"since=nonsense": "since", "since=" + strings.Repeat("A", 5000): "since",
		}},
		"rooming":  {dates, ids, {"status=lost": "status"}},
		"invoices": {dates, {"status=lost": "status", "direction=up": "direction"}},
	}
	asked, slowest := 0, time.Duration(0)
	for operation, sets := range wrong {
		for _, holder := range []string{"poseidon", "nordlicht"} {
			for _, set := range sets {
				for query, field := range set {
					if operation == "invoices" && strings.HasPrefix(query, "property_id") {
						continue
					}
					start := time.Now()
					a := w.call(get, w.v1(holder, operation+"?"+strings.ReplaceAll(query, " ", "%20")), "", nil)
					slowest = max(slowest, time.Since(start))
					asked++
					require.Equal(t, 400, a.status, "%s of %s with %.80s: %.300s", operation, holder, query, a.raw)
					require.Contains(t, fmt.Sprint(a.body["errors"], a.body["message"]), field, "%s with %.80s: %.300s", operation, query, a.raw)
					xml := w.call(get, w.v1(holder, operation+"?format=xml&"+strings.ReplaceAll(query, " ", "%20")), "", nil)
					require.Equal(t, 400, xml.status)
					require.Equal(t, "application/xml", xml.header.Get("Content-Type"))
				}
			}
		}
	}
	for _, only := range []string{"calendar_id=1", "kind=master"} {
		a := w.ok(400, get, w.v1("nordlicht", "allotment-stop-sale?"+only), "", nil)
		require.Contains(t, a.raw, strings.Split(only, "=")[0], "only hotels have this filter")
	}
	for _, bad := range []string{"calendar_id=x", "kind=blue"} {
		w.ok(400, get, w.v1("poseidon", "allotment-stop-sale?"+bad), "", nil)
	}
	for _, token := range []string{"", "x", strings.Repeat("a", 5000), "..%2f..%2fetc", url.PathEscape(w.keys["poseidon"] + "'"), "%00", w.keys["poseidon"][:20]} {
		a := w.call(get, "/api/v1/facts/"+token+"/", "", nil)
		require.Contains(t, []int{400, 401, 404}, a.status, token)
		require.NotContains(t, a.raw, "posei")
	}
	t.Logf("%d refused, the slowest in %v", asked, slowest)
	require.Zero(t, w.stop())
	require.NotContains(t, w.logged(), "level=ERROR")
}
