package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readPath is an operation that reads, as the program describes it.
type readPath struct {
	path  string
	query []string // names of the parameters that can name a record
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// namesRecord are query parameters that take ids.
var namesRecord = []string{"property", "property_id", "partner", "contract", "room", "list", "object_id", "category", "kind"}

// readPaths takes every GET out of the document that the program serves.
func (s *trade) readPaths() []readPath {
	s.t.Helper()
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
		}
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
			if p.In == "query" && slices.Contains(namesRecord, p.Name) {
				r.query = append(r.query, p.Name)
			}
		}
		paths = append(paths, r)
	}
	require.Greater(s.t, len(paths), 60, "the document is not what it was")
	return paths
}

// words are what a path parameter that is no id can be.
var words = map[string][]string{
	"type": {"full", "summary", "rooms"}, "category": {"rooms", "general"}, "link": {"x"}, "public_id": {"x"},
}

// requests fills the parameters of a path with everything that is known. Where
// a path has two ids, the first is the property's.
func (r readPath) requests(property string, ids, keys []string) []string {
	list := []string{r.path}
	parameters := pathParameter.FindAllStringSubmatch(r.path, -1)
	for i, m := range parameters {
		values, isWord := words[m[1]]
		switch {
		case m[1] == "token":
			values = keys
		case m[1] == "list":
			values = []string{"currencies"}
		case isWord:
		case i == 0 && len(parameters) > 1:
			values = []string{property}
		default:
			values = ids
		}
		filled := []string{}
		for _, path := range list {
			for _, v := range values {
				filled = append(filled, strings.Replace(path, m[0], v, 1))
			}
		}
		list = filled
	}
	for _, name := range r.query {
		for _, id := range ids {
			list = append(list, list[0]+"?"+name+"="+id)
		}
	}
	return list
}

// seen asks for everything and returns the paths whose answers hold the word.
func (s *trade) seen(c company, keys []string, property string, ids []string, word string) map[string]string {
	s.t.Helper()
	found := map[string]string{}
	for _, r := range s.readPaths() {
		for _, path := range r.requests(property, ids, keys) {
			a := s.call(get, path, c.token, nil)
			require.NotZero(s.t, a.status, path)
			require.Less(s.t, a.status, 500, "%s: %s", path, a.raw)
			if strings.Contains(strings.ToLower(a.raw), word) {
				found[r.path] = path + ": " + a.raw
			}
		}
	}
	return found
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
		if !strings.Contains(r.path, "{") && !strings.HasPrefix(r.path, "/api/external/") {
			collect(any(s.call(get, r.path, c.token, nil).body))
		}
	}
	return slices.Sorted(maps.Keys(ids))
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
}

// Whoever has no contract in force with a hotel reads nothing of it, whatever
// path of the description is asked with whatever id.
func TestProgram_OperatorSeesOnlyItsHotels(t *testing.T) {
	t.Parallel()
	oneAtATime(t)
	s := newTrade(t)
	hotel, other := s.open("accommodation", "anna@"+secretWord+".example", "Hotel Poseidon"), s.open("accommodation", "o@other.example", "Other")
	h, elsewhere := s.publish(hotel, "Poseidon", secretWord), s.publish(other, "Elsewhere", "plain")

	partner := s.open("tour_operator", "to0@to.example", "Partner Reisen")
	active := s.agree(hotel, partner, everything())
	s.use(partner, h)
	ids := append(s.ids(hotel), s.ids(partner)...)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	require.Contains(t, ids, number(active))

	control := s.seen(partner, []string{partner.key, s.newKey(partner, active)}, number(h.id), ids, secretWord)
	for _, path := range []string{
		"/api/info/published-partners/{token}/", "/api/info/partners-photos/{token}/", "/api/partners/my-partners/",
		"/api/partners/override-facts/get/{prop_id}/", "/api/tour-operator/properties/{prop_id}/", "/api/tour-operator/photos/{property_id}/",
		"/api/tour-operator/mappings/rooms/", "/api/tour-operator/mappings/export/csv/",
	} {
		require.Contains(t, control, path, "a partner reads it, or this test shows nothing")
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
	pastKey := s.newKey(cancelled, past)
	s.ok(200, del, contractPath(past, "delete/"), hotel.token, nil)

	for _, operator := range []company{none, elsewhereOnly, proposed, countered, rejected, cancelled} {
		keys := []string{operator.key}
		if operator.name == cancelled.name {
			keys = append(keys, pastKey)
		}
		require.Empty(t, s.seen(operator, keys, number(h.id), ids, secretWord), operator.name)
	}
	require.Empty(t, s.seen(other, []string{other.key}, number(h.id), ids, secretWord), "another hotel")
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}
