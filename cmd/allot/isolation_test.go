package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// readPath is an operation that reads, as the program describes it.
type readPath struct {
	path  string
	query []string // names of the parameters that can name a record
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// once is the query parameter of operations that would answer without an end.
const once = "once"

// namesRecord are query parameters that take ids.
var namesRecord = []string{"property", "property_id", "partner", "contract", "room", "list", "object_id", "category", "kind"}

// readPaths takes every GET out of the document that the program serves.
func (s *trade) readPaths() []readPath {
	s.t.Helper()
	type parameter struct {
		Ref      string `json:"$ref"`
		Name, In string
	}
	var doc struct {
		Paths      map[string]map[string]struct{ Parameters []parameter }
		Components struct{ Parameters map[string]parameter }
	}
	require.NoError(s.t, json.Unmarshal([]byte(s.call(get, "/api/openapi.json", "", nil).raw), &doc))
	var paths []readPath
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		op, ok := doc.Paths[path]["get"]
		if !ok {
			continue
		}
		r := readPath{path: path}
		for _, p := range op.Parameters {
			if p.Ref != "" {
				p = doc.Components.Parameters[strings.TrimPrefix(p.Ref, "#/components/parameters/")]
				require.NotEmpty(s.t, p.Name, path)
			}
			if p.In == "query" && slices.Contains(namesRecord, p.Name) {
				r.query = append(r.query, p.Name)
			}
			if p.In == "query" && p.Name == once { // else it would not end
				r.path += "?" + once + "=true"
			}
		}
		paths = append(paths, r)
	}
	require.Greater(s.t, len(paths), 60, "the document is not what it was")
	return paths
}

// words are what a path parameter that is no id can be, or needs not be more
// than one.
var words = map[string][]string{
	"type": {"full", "summary", "rooms"}, "category": {"rooms", "general"}, "link": {"x"}, "public_id": {"x"}, "list_id": {"1"},
}

// records are what a hotel has that others might ask for.
type records struct {
	property string
	ids      []string            // of everything
	under    map[string][]string // ids that paths with a beginning take
	query    map[string]string   // what a path wants besides
}

// first are the ids that a path can begin with; known tells that they are right. No
// beginning is that of another one.
func (r records) first(path string) (ids []string, known bool) {
	for beginning, ids := range r.under {
		if strings.HasPrefix(path, beginning) {
			return ids, true
		}
	}
	return r.ids, false
}

// requests fills the parameters of a path with everything that is known. Where
// a path has two ids, the first is the property's unless the records say so.
func (r readPath) requests(of records, keys []string) []string {
	list := []string{r.path}
	parameters := pathParameter.FindAllStringSubmatch(r.path, -1)
	for i, m := range parameters {
		values, isWord := words[m[1]]
		first, known := of.first(r.path)
		switch {
		case m[1] == "token":
			values = keys
		case m[1] == "list":
			values = []string{"currencies"}
		case isWord:
		case i == 0 && known:
			values = first
		case i == 0 && len(parameters) > 1:
			values = []string{of.property}
		default:
			values = of.ids
		}
		filled := []string{}
		for _, path := range list {
			for _, v := range values {
				filled = append(filled, strings.Replace(path, m[0], v, 1)+of.query[r.path])
			}
		}
		list = filled
	}
	for _, name := range r.query {
		for _, id := range of.ids {
			sign := "?"
			if strings.Contains(list[0], "?") {
				sign = "&"
			}
			list = append(list, list[0]+sign+name+"="+id)
		}
	}
	return list
}

// seen asks for everything and returns the paths whose answers hold the word,
// or open a calendar or an invoice, of which a chart or a PDF could not be searched for
// words, or have days of the legacy stop sale, which have no words. Nobody but the hotel
// ever reads a note.
func (s *trade) seen(c company, keys []string, of records, word string) map[string]string {
	s.t.Helper()
	type question struct{ pattern, path string }
	questions, found := make(chan question), map[string]string{}
	var (
		mu      sync.Mutex
		askers  sync.WaitGroup
		strange []string
	)
	for range 8 {
		askers.Go(func() {
			for q := range questions {
				a := s.call(get, q.path, c.token, nil)
				opened := a.status == 200 && isRecord(q.pattern) || strings.Contains(a.raw, `"color":2`)
				mu.Lock()
				if strings.Contains(strings.ToLower(a.raw), word) || opened {
					found[q.pattern] = q.path + ": " + a.raw
				}
				if a.status == 0 || a.status >= 500 || strings.Contains(a.raw, noteWord) {
					strange = append(strange, q.path+": "+a.raw)
				}
				mu.Unlock()
			}
		})
	}
	for _, r := range s.readPaths() {
		for _, path := range r.requests(of, keys) {
			questions <- question{r.path, path}
		}
	}
	close(questions)
	askers.Wait()
	require.Empty(s.t, strange)
	return found
}

// isRecord tells that a path opens a record of a hotel's that others have none of with the
// same id.
func isRecord(pattern string) bool {
	for _, area := range []string{"/api/allotment/", "/api/invoicing/", "/api/einvoice/"} {
		if strings.HasPrefix(pattern, area) {
			return strings.Contains(pattern, "{")
		}
	}
	return false
}

// ids are those of every record that an account can list.
func (s *trade) ids(c company) []string {
	s.t.Helper()
	ids := map[string]bool{}
	var collect func(v any)
	collect = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, each := range v {
				if id, ok := each.(float64); ok && (name == "id" || strings.HasSuffix(name, "_id")) {
					ids[number(id)] = true
				}
				collect(each)
			}
		case []any:
			for _, each := range v {
				collect(each)
			}
		}
	}
	for _, r := range s.readPaths() {
		if !strings.Contains(r.path, "{") && !runsAvailability(r.path) && !strings.HasPrefix(r.path, "/api/external/") {
			collect(any(s.call(get, r.path, c.token, nil).body))
		}
	}
	return slices.Sorted(maps.Keys(ids))
}

// runsAvailability tells that the ids which a path gives are among the records
// under it, and are no ids of anything else.
func runsAvailability(path string) bool {
	for _, area := range []string{"/api/allotment/", "/api/rooming/", "/api/stop-sale/", "/api/tour-operator/availability/"} {
		if strings.HasPrefix(path, area) {
			return true
		}
	}
	return false
}

// use leaves a trace of the operator in every module that keeps some.
func (s *trade) use(operator company, h house) {
	s.t.Helper()
	s.ok(201, post, "/api/partners/override-facts/create/", operator.token, object{
		"property": h.id, "category": "general", "fields": object{"official_name": "Ours"},
	})
	s.ok(201, post, "/api/tour-operator/mappings/properties/", operator.token, object{"property": h.id, "hotel_code": "M1"})
	s.ok(201, post, "/api/tour-operator/mappings/rooms/", operator.token, object{"room": h.room, "code": "M2", "name": "Ours"})
	s.ok(200, put, fmt.Sprintf("/api/tour-operator/photos/%d/", h.id), operator.token, object{"photos": []object{{"id": h.photos[1]}}})
	ledger, _ := s.rooming(operator, h, object{"name": "Ours"})
	s.ok(200, post, at(ledgersPath, ledger, "send/"), operator.token, nil)
}

// Whoever has no contract in force with a hotel reads nothing of it, whatever
// path of the description is asked with whatever id.
func TestSlow_OperatorSeesOnlyItsHotels(t *testing.T) {
	t.Parallel()
	notRaced(t)
	dbtest.Slow(t, db.SQLite)
	s := newTrade(t)
	hotel, other := s.open("accommodation", "anna@"+secretWord+".example", "Hotel Poseidon"), s.open("accommodation", "o@other.example", "Other")
	h, elsewhere := s.publish(hotel, "Poseidon", secretWord), s.publish(other, "Elsewhere", "plain")
	s.ok(200, get, "/api/allotment/calendars/", other.token, nil) // has a Master of its own

	partner := s.open("tour_operator", "to0@to.example", "Partner Reisen")
	active := s.agree(hotel, partner, everything())
	s.use(partner, h)
	of := s.run(hotel, h, partner, active)
	unsent := s.invoices(hotel, h, partner, of)
	of.ids = append(s.ids(hotel), s.ids(partner)...)
	slices.Sort(of.ids)
	of.ids = slices.Compact(of.ids)
	require.Contains(t, of.ids, number(active))

	read := slices.Collect(maps.Keys(s.seen(partner, []string{partner.key, s.newKey(partner, active)}, of, secretWord)))
	for _, path := range []string{
		"/api/info/published-partners/{token}/", "/api/info/partners-photos/{token}/", "/api/partners/my-partners/",
		"/api/partners/override-facts/get/{prop_id}/", "/api/tour-operator/properties/{prop_id}/", "/api/tour-operator/photos/{property_id}/",
		"/api/tour-operator/mappings/rooms/", "/api/tour-operator/mappings/export/csv/",
		"/api/tour-operator/availability/", "/api/rooming/ledgers/", "/api/rooming/ledgers/{id}/", "/api/rooming/ledgers/{id}/entries/",
		"/api/rooming/entries/{id}/", "/api/v1/stop-sale/{token}/", "/api/stop-sale/StopSale-Export/{token}/",
		"/api/v1/facts/{token}/", "/api/v1/photos/{token}/", "/api/v1/rooming/{token}/", "/api/v1/invoices/{token}/",
		invoicesPath, invoicesPath + "{id}/", invoicesPath + "{id}/pdf/", invoicesPath + "{id}/download/",
	} {
		require.Contains(t, read, path, "a partner reads it, or this test shows nothing")
	}
	require.Empty(t, slices.DeleteFunc(read, func(path string) bool { return !strings.HasPrefix(path, "/api/allotment/") }),
		"calendars are the hotel's own")
	for _, id := range unsent {
		for _, rest := range []string{"", "pdf/", "download/"} {
			s.ok(404, get, at(invoicesPath, id, rest), partner.token, nil)
		}
	}
	for _, path := range []string{templatesPath + "{id}/", inboxPath + "{id}/"} {
		require.NotContains(t, read, path, "it is the hotel's own")
	}

	none := s.open("tour_operator", "to1@to.example", "None")
	elsewhereOnly := s.open("tour_operator", "to2@to.example", "Elsewhere only")
	s.agree(other, elsewhereOnly, everything())
	s.use(elsewhereOnly, elsewhere)
	proposed, countered, rejected := s.open("tour_operator", "to3@to.example", "Proposed"), s.open("tour_operator", "to4@to.example", "Countered"), s.open("tour_operator", "to5@to.example", "Rejected")
	s.propose(hotel, proposed, everything())
	s.ok(200, put, contractPath(s.propose(hotel, countered, everything()), "update/"), countered.token, object{"notice_period": 7})
	s.ok(200, post, contractPath(s.propose(hotel, rejected, everything()), "reject/"), rejected.token, nil)
	cancelled := s.open("tour_operator", "to6@to.example", "Cancelled")
	past := s.agree(hotel, cancelled, everything())
	s.use(cancelled, h)
	s.connect(hotel, h, past)
	s.rooming(hotel, h, object{"name": secretWord + " group", "partner": cancelled.id})
	s.draft(hotel, invoiceTo(cancelled, h, secretWord+" never sent", nil))
	pastKey := s.newKey(cancelled, past)
	s.ok(200, del, contractPath(past, "delete/"), hotel.token, nil)

	for _, operator := range []company{none, elsewhereOnly, proposed, countered, rejected, cancelled} {
		keys := []string{operator.key}
		if operator.name == cancelled.name {
			keys = append(keys, pastKey)
		}
		require.Empty(t, s.seen(operator, keys, of, secretWord), operator.name)
	}
	require.Empty(t, s.seen(other, []string{other.key}, of, secretWord), "another hotel")
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}
