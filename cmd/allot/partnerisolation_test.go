package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Whatever a key asks for by the ids and words of others, it is told nothing of
// theirs.
func TestProgram_PartnerKeysAreApart(t *testing.T) {
	t.Parallel()
	notRaced(t)
	w := newPartnerWorld(t)
	houses := map[string][]house{"posei": {w.palace, w.mare}, "larap": {w.park}, "alpin": {w.chalet, w.annex}}
	// What each may see of the houses, by operation: nil is all that is the
	// hotel's, else ids of properties.
	may := map[string]map[string][]house{
		"poseidon": {"own": houses["posei"]}, "lara": {"own": houses["larap"]}, "alpina": {"own": houses["alpin"]},
		"nordlicht": {"facts": {w.palace, w.mare, w.park}, "stop-sale": {w.palace, w.mare}, "allotment-stop-sale": {w.palace, w.mare, w.park, w.chalet}, "rooming": {w.palace, w.mare, w.park}, "invoices": {w.palace, w.park}},
		"baltic":    {"facts": {w.palace, w.mare}, "stop-sale": {w.palace, w.mare}, "allotment-stop-sale": {w.palace, w.mare, w.park, w.chalet}, "rooming": {w.palace, w.mare}, "invoices": {w.mare}},
		"zephyr":    {"facts": {}, "stop-sale": {}, "allotment-stop-sale": {w.mare}, "rooming": {}},
		"nordlicht for poseidon": {
			"facts": {w.palace, w.mare}, "stop-sale": {w.palace, w.mare}, "allotment-stop-sale": {w.palace, w.mare}, "rooming": {w.palace, w.mare}, "invoices": {w.palace},
		},
		"poseidon for nordlicht": {"own": houses["posei"]},
		"baltic for lara":        {"facts": {}, "stop-sale": {}, "allotment-stop-sale": {}, "rooming": {}},
	}
	var filters []string
	for _, h := range []house{w.palace, w.mare, w.park, w.chalet, w.annex} {
		filters = append(filters, fmt.Sprintf("property_id=%d", h.id))
	}
	for _, c := range []any{w.master, w.connected, w.agency, w.alone, w.fedMare, w.fedChalet} {
		filters = append(filters, "calendar_id="+number(c))
	}
	filters = append(filters, "", "country=GR", "country=TR", "country=AT", "calendar=master", "kind=master,connected,contracted,allotment,standalone", "include=reasons", "status=sent", "direction=sent")
	asked := 0
	for holder, allowed := range may {
		for _, operation := range []string{"facts", "photos", "stop-sale", "allotment-stop-sale", "rooming", "invoices"} {
			seen, one := allowed["own"], allowed["own"] != nil
			if !one {
				seen = allowed[operation]
				if operation == "photos" {
					seen = allowed["facts"]
				}
			}
			for _, filter := range filters {
				window := ""
				if operation == "allotment-stop-sale" || operation == "stop-sale" {
					window = "from=2030-06-03&to=2030-06-07&"
				}
				a := w.call(get, w.v1(holder, operation+"?"+window+filter), "", nil)
				asked++
				if a.status == 400 { // a filter that this operation or holder does not have
					continue
				}
				require.Equal(t, 200, a.status, a.raw)
				require.NotContains(t, a.raw, noteWord)
				w.tellsOnly(t, holder+" "+operation+" "+filter, a.raw, seen)
				if !one {
					require.NotContains(t, a.raw, `"DRAFT"`, "%s is told of a draft", holder)
				}
			}
		}
	}
	t.Logf("%d requests", asked)
	for holder, invoices := range map[string]int{"poseidon": 4, "lara": 2, "nordlicht": 2, "baltic": 1, "nordlicht for poseidon": 1, "poseidon for nordlicht": 2, "baltic for lara": 0} {
		require.Len(t, w.ok(200, get, w.v1(holder, "invoices"), "", nil).body["invoices"], invoices, holder)
	}
	require.NotContains(t, w.ok(200, get, w.v1("poseidon for nordlicht", "invoices"), "", nil).raw, w.baltic.name)
	require.Zero(t, w.stop())
	require.NotContains(t, w.logged(), "level=ERROR")
}

// tellsOnly looks for ids and words of the houses that may not be in an answer.
func (w *partnerWorld) tellsOnly(t *testing.T, what, raw string, seen []house) {
	t.Helper()
	words := map[string]bool{"posei": false, "larap": false, "alpin": false}
	ids := map[int]bool{}
	for _, h := range seen {
		words[h.word], ids[h.id] = true, true
	}
	for word, allowed := range words {
		if !allowed {
			require.NotContains(t, strings.ToLower(raw), word, what)
		}
	}
	for _, h := range []house{w.palace, w.mare, w.park, w.chalet, w.annex} {
		if !ids[h.id] {
			require.NotContains(t, raw, fmt.Sprintf(`"property_id":%d,`, h.id), what)
			require.NotContains(t, raw, fmt.Sprintf(`"property":%d,`, h.id), what)
		}
	}
}
