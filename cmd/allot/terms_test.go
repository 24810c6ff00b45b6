package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/facts"
	"allot/internal/content/photo/phototest"
	"allot/internal/partners/contract"
)

// termsWorld is a hotel and an operator who agree on everything, with a day of every
// state on the operator's calendar and in the legacy stop sale.
type termsWorld struct {
	*trade
	hotel, operator company
	house           house
	contract        any
	own             int // photos that the operator has added
	bill            string
	drafts          []string // invoices that are not sent yet
}

func newTermsWorld(t *testing.T) *termsWorld {
	t.Helper()
	w := &termsWorld{trade: newTrade(t, "ALLOT_V1_RATE_PER_MINUTE=0")}
	w.hotel = w.open("accommodation", "anna@poseidon.example", "Poseidon Hotels")
	w.operator = w.open("tour_operator", "jana@nordlicht.example", "Nordlicht Reisen")
	w.house = w.publish(w.hotel, "Poseidon Palace", "posei")
	w.contract = w.agree(w.hotel, w.operator, everything())
	own := w.connect(w.hotel, w.house, w.contract)
	w.ok(201, post, at(calendarsPath, own, "blocks/"), w.hotel.token, object{"room": w.house.room, "start_date": ahead(4), "end_date": ahead(4), "quantity": 1})
	for date, day := range map[string]object{ahead(5): {"status": "stop", "reason": "renovation"}, ahead(6): {"status": "request"}} {
		day["room"], day["date"] = w.house.room, date
		w.ok(200, post, at(calendarsPath, own, "daily/"), w.hotel.token, day)
	}
	w.ok(201, post, "/api/stop-sale/event/create/", w.hotel.token, object{"room": w.house.room, "date": ahead(6), "color": 3})
	ledger, _ := w.rooming(w.operator, w.house, object{"name": "Krause"})
	w.ok(200, post, at(ledgersPath, ledger, "send/"), w.operator.token, nil)
	body, contentType := formWith(t, nil, "logo", "logo.jpg", phototest.JPEG(t, 64, 48))
	w.checked(200, put, "/api/settings/company/", w.send(put, "/api/settings/company/", w.operator.token, bytes.NewReader(body), "Content-Type", contentType))
	w.bill = w.trade.bill(w.hotel, w.invoice())
	for range 2 {
		w.drafts = append(w.drafts, w.draft(w.hotel, w.invoice()))
	}
	return w
}

func (w *termsWorld) invoice() object { return invoiceTo(w.operator, w.house, "Stay", nil) }

// amend changes a term by the way that both sides go.
func (w *termsWorld) amend(term string, value any) {
	w.t.Helper()
	w.ok(200, put, contractPath(w.contract, "update/"), w.hotel.token, object{term: value})
	w.ok(200, post, contractPath(w.contract, "accept/"), w.operator.token, nil)
}

// allow sets a flag of the matrix.
func (w *termsWorld) allow(right contract.Right, value any) {
	w.t.Helper()
	area, flag, _ := strings.Cut(string(right), ".")
	w.ok(200, put, contractPath(w.contract, "permissions/"), w.hotel.token, object{area: object{flag: value}})
}

// probe is what an operation shows of a term, in a word, as long as the term is on
// and as long as it is off.
type probe struct {
	operation string
	ask       func(w *termsWorld) string
	on, off   string
}

func (w *termsWorld) read(path string) answer {
	w.t.Helper()
	return w.ok(200, get, strings.ReplaceAll(path, "{token}", w.operator.key), "", nil)
}

// feed says whether a system is told of some entries or of none, or the error of the
// first.
func feed(path, list string) func(w *termsWorld) string {
	return func(w *termsWorld) string {
		entries, _ := w.read(path).body[list].([]any)
		if len(entries) > 0 {
			if refused, ok := entries[0].(map[string]any)["error"].(map[string]any); ok {
				return refused["code"].(string)
			}
		}
		return count(entries)
	}
}

func count(entries []any) string {
	if len(entries) == 0 {
		return "none"
	}
	return "some"
}

// has tells whether an answer to a system has a text in it.
func has(path string, text func() string) func(w *termsWorld) string {
	return func(w *termsWorld) string { return fmt.Sprint(strings.Contains(w.read(path).raw, text())) }
}

func tried(endpoint string) func(w *termsWorld) string {
	return func(w *termsWorld) string {
		a := w.ok(200, post, "/api/v1/test-call/", w.operator.token, object{"endpoint": endpoint})
		entries, _ := a.body["properties"].([]any)
		if endpoint == "invoices" {
			entries, _ = a.body["invoices"].([]any)
		}
		return count(entries)
	}
}

// done says how an operation is answered: done, or with which status it is refused.
func done(a answer) string {
	if a.status == 200 || a.status == 201 {
		return "done"
	}
	return fmt.Sprint(a.status)
}

// does tells whether an operation of the operator's people is done.
func does(method string, path func(w *termsWorld) string, body func(w *termsWorld) any) func(w *termsWorld) string {
	return func(w *termsWorld) string { return done(w.call(method, path(w), w.operator.token, body(w))) }
}

const (
	exported = "/api/v1/allotment-stop-sale/{token}/"
	people   = "/api/tour-operator/availability/"
)

// whole tells whether the calendar of an answer shows the property as a whole.
func whole(path, list string) func(w *termsWorld) string {
	return func(w *termsWorld) string {
		a := w.ok(200, get, strings.ReplaceAll(path, "{token}", w.operator.key), w.operator.token, nil)
		properties, _ := a.body["properties"].([]any)
		if properties == nil {
			properties, _ = a.body["results"].([]any)
		}
		calendars, _ := properties[0].(map[string]any)["calendars"].([]any)
		_, there := calendars[0].(map[string]any)[list]
		return fmt.Sprint(there)
	}
}

// state is what a day of the room is in an answer.
func state(path string) func(w *termsWorld) string {
	return func(w *termsWorld) string {
		a := w.ok(200, get, strings.ReplaceAll(path, "{token}", w.operator.key)+"?granularity=daily&from="+ahead(6)+"&to="+ahead(6), w.operator.token, nil)
		var body struct {
			Properties, Results []struct {
				Calendars []struct {
					Rooms []struct {
						Days []struct{ State, Status, Code string }
					}
				}
			}
		}
		require.NoError(w.t, json.Unmarshal([]byte(a.raw), &body))
		day := append(body.Properties, body.Results...)[0].Calendars[0].Rooms[0].Days[0]
		return day.State + " " + day.Status + " " + day.Code
	}
}

func photosPath(w *termsWorld) string {
	return fmt.Sprintf("/api/tour-operator/photos/%d/", w.house.id)
}

var (
	readFacts  = probe{"GET /api/v1/facts/{token}/", feed("/api/v1/facts/{token}/", "properties"), "some", "none"}
	readPhotos = probe{"GET /api/v1/photos/{token}/", feed("/api/v1/photos/{token}/", "properties"), "some", "none"}
	readRooms  = probe{"GET /api/v1/rooming/{token}/", feed("/api/v1/rooming/{token}/", "ledgers"), "some", "none"}
	readBills  = probe{"GET /api/v1/invoices/{token}/", feed("/api/v1/invoices/{token}/", "invoices"), "some", "none"}
	stopSale   = []probe{
		{"GET /api/v1/stop-sale/{token}/", feed("/api/v1/stop-sale/{token}/", "properties"), "some", "none"},
		{"GET /api/stop-sale/StopSale-Export/{token}/", feed("/api/stop-sale/StopSale-Export/{token}/", "properties"), "some", "none"},
		{"GET /api/stop-sale/partner-availability/{token}/", feed("/api/stop-sale/partner-availability/{token}/", "properties"), "some", "none"},
	}
	legacyFacts  = probe{"GET /api/info/published-partners/{token}/", feed("/api/info/published-partners/{token}/", "properties"), "some", "none"}
	legacyPhotos = probe{"GET /api/info/partners-photos/{token}/", feed("/api/info/partners-photos/{token}/", "properties"), "some", "none"}
	reasons      = probe{"GET " + exported + "?include=reasons", has(exported+"?include=reasons", func() string { return "renovation" }), "true", "false"}

	editFacts = probe{"POST " + saveWish, does(post, func(*termsWorld) string { return saveWish }, func(w *termsWorld) any {
		return object{"property": w.house.id, "category": "general", "fields": object{"official_name": "Palast"}}
	}), "done", "403"}
	selectPhotos = probe{"PUT /api/tour-operator/photos/{property_id}/", does(put, photosPath, func(w *termsWorld) any {
		return object{"photos": []object{{"id": w.house.photos[0]}}}
	}), "done", "403"}
	ownLogo  = probe{"PUT /api/tour-operator/photos/{property_id}/ use_own_logo", does(put, photosPath, func(*termsWorld) any { return object{"use_own_logo": true} }), "done", "403"}
	ownPhoto = probe{"POST /api/tour-operator/photos/{property_id}/own/", func(w *termsWorld) string {
		w.own++ // each another picture
		body, contentType := form(w.t, map[string]string{"caption": "own"}, "own.jpg", phototest.JPEG(w.t, 48, 64+w.own))
		return done(w.send(post, photosPath(w)+"own/", w.operator.token, bytes.NewReader(body), "Content-Type", contentType))
	}, "done", "403"}
	openLedger = probe{"POST " + ledgersPath, does(post, func(*termsWorld) string { return ledgersPath }, func(w *termsWorld) any {
		return object{"property": w.house.id, "name": "Meier"}
	}), "done", "400"}

	sendRooms = probe{"POST /api/v1/rooming/{token}/", does(post, func(w *termsWorld) string { return "/api/v1/rooming/" + w.operator.key + "/" }, func(w *termsWorld) any {
		return object{"reference": "T-1", "property_id": w.house.id, "name": "Meier", "entries": []object{{"room_id": w.house.room, "arrival": ahead(8), "departure": ahead(9)}}}
	}), "done", "400"}

	invoices = []probe{
		readBills,
		{"POST /api/v1/test-call/ invoices", tried("invoices"), "some", "none"},
		{"GET " + invoicesPath, func(w *termsWorld) string {
			return count(w.ok(200, get, invoicesPath, w.operator.token, nil).body["results"].([]any))
		}, "some", "none"},
		{"GET /api/invoicing/stats/", func(w *termsWorld) string {
			return count(w.ok(200, get, "/api/invoicing/stats/", w.operator.token, nil).body["currencies"].([]any))
		}, "some", "none"},
		{"GET " + invoicesPath + "{id}/", does(get, func(w *termsWorld) string { return at(invoicesPath, w.bill, "") }, func(*termsWorld) any { return nil }), "done", "404"},
		{"GET " + invoicesPath + "{id}/pdf/", does(get, func(w *termsWorld) string { return at(invoicesPath, w.bill, "pdf/") }, func(*termsWorld) any { return nil }), "done", "404"},
		{"POST " + invoicesPath, func(w *termsWorld) string { return done(w.call(post, invoicesPath, w.hotel.token, w.invoice())) }, "done", "400"},
		{"POST " + invoicesPath + "{id}/send/", func(w *termsWorld) string {
			a := w.call(post, at(invoicesPath, w.drafts[0], "send/"), w.hotel.token, nil)
			if a.status == 200 {
				w.drafts = w.drafts[1:]
			}
			return done(a)
		}, "done", "403"},
	}

	availabilityOf = func(off string) []probe {
		return []probe{
			{"GET " + exported, feed(exported, "properties"), "some", off},
			{"POST /api/v1/test-call/ allotment-stop-sale", tried("allotment-stop-sale"), "some", "some"},
		}
	}
)

// seenByPeople are what the operator's users go on reading, whatever systems get.
var seenByPeople = []probe{
	{"GET " + invoicesPath, func(w *termsWorld) string {
		return count(w.ok(200, get, invoicesPath, w.operator.token, nil).body["results"].([]any))
	}, "some", "some"},
	{"GET /api/tour-operator/properties/{prop_id}/", does(get, func(w *termsWorld) string {
		return fmt.Sprintf("/api/tour-operator/properties/%d/", w.house.id)
	}, func(*termsWorld) any { return nil }), "done", "done"},
	{"GET " + people, func(w *termsWorld) string {
		return fmt.Sprint(strings.Contains(w.ok(200, get, people, w.operator.token, nil).raw, `"calendars"`))
	}, "true", "true"},
}

// rule is a term or flag with its values and what it governs. One without probes is
// governed elsewhere, or nowhere yet, and says so.
type rule struct {
	on, off any
	probes  []probe
	other   string
}

func join(lists ...[]probe) (all []probe) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// termRules are all terms, by their names in the API.
var termRules = map[string]rule{
	"contract_terms":    {on: "F", off: "C", probes: join([]probe{readFacts, readPhotos, readRooms, readBills, legacyFacts, legacyPhotos}, stopSale, availabilityOf("exports_not_shared"), seenByPeople)},
	"to_edit_facts":     {on: "Y", off: "N", probes: []probe{editFacts}},
	"to_add_its_logo":   {on: "Y", off: "N", probes: []probe{ownLogo}},
	"to_select_photos":  {on: "Y", off: "N", probes: []probe{selectPhotos}},
	"to_add_own_photos": {on: "Y", off: "N", probes: []probe{ownPhoto}},
	"to_special_allotment": {on: "G", off: "S", probes: []probe{
		{"GET " + exported, whole(exported, "days"), "true", "false"},
		{"GET " + exported + "?granularity=spans", whole(exported+"?granularity=spans", "spans"), "true", "false"},
		{"GET " + exported + "?format=xml", has(exported+"?format=xml", func() string { return "</rooms><days>" }), "true", "false"},
		{"GET " + people, whole(people, "spans"), "true", "false"},
	}},
	"to_sync_ss": {on: true, off: false, probes: join(stopSale, availabilityOf("stop_sale_not_shared"), []probe{
		{"GET /api/v1/facts/{token}/", feed("/api/v1/facts/{token}/", "properties"), "some", "some"},
		{"GET " + people, func(w *termsWorld) string {
			return fmt.Sprint(strings.Contains(w.ok(200, get, people, w.operator.token, nil).raw, "stop_sale_not_shared"))
		}, "false", "true"},
	})},
	"to_allow_on_request": {on: true, off: false, probes: []probe{
		{"GET " + exported, state(exported), "on_request on_request on_request", "closed stop stop"},
		{"GET " + people, state(people), "on_request on_request on_request", "closed stop stop"},
		{"GET /api/v1/stop-sale/{token}/", has("/api/v1/stop-sale/{token}/", func() string { return `"color":3` }), "true", "false"},
		{"GET /api/stop-sale/StopSale-Export/{token}/", has("/api/stop-sale/StopSale-Export/{token}/", func() string { return `"color":3` }), "true", "false"},
		{"GET /api/stop-sale/partner-availability/{token}/", has("/api/stop-sale/partner-availability/{token}/", func() string { return `"color":3` }), "true", "false"},
		{"GET /api/reports/availability/", func(w *termsWorld) string {
			path := "/api/reports/availability/?from=" + ahead(6) + "&to=" + ahead(6)
			return fmt.Sprint(strings.Contains(w.ok(200, get, path, w.operator.token, nil).raw, `"on_request_days":1`))
		}, "true", "false"},
	}},
	"share_stop_sale_reasons": {on: true, off: false, probes: []probe{reasons}},
	"ss_deadline":             {other: "asked where the hotel closes a day: a warning in the answer"},
	"notice_period":           {other: "information"},
	"comments":                {other: "information"},
}

// flagRules are all flags of the matrix but those of single categories.
var flagRules = map[contract.Right]rule{
	contract.RightFacts: {on: true, off: false, probes: []probe{readFacts, legacyFacts, {"GET /api/partners/check-facts/{prop_id}/", func(w *termsWorld) string {
		return fmt.Sprint(w.ok(200, get, fmt.Sprintf("/api/partners/check-facts/%d/", w.house.id), w.operator.token, nil).body["accessible"])
	}, "true", "false"}}},
	contract.RightEditFacts:    {on: "Y", off: "N", probes: []probe{editFacts}},
	contract.RightExports:      {on: true, off: false, probes: join([]probe{readFacts, readPhotos, readRooms, sendRooms, readBills, legacyFacts, legacyPhotos, {"POST /api/v1/test-call/ facts", tried("facts"), "some", "none"}}, stopSale, availabilityOf("exports_not_shared"), seenByPeople)},
	contract.RightPhotos:       {on: true, off: false, probes: []probe{readPhotos, legacyPhotos}},
	contract.RightSelectPhotos: {on: "Y", off: "N", probes: []probe{selectPhotos}},
	contract.RightAddPhotos:    {on: "Y", off: "N", probes: []probe{ownPhoto}},
	contract.RightAddLogo:      {on: "Y", off: "N", probes: []probe{ownLogo}},
	contract.RightStopSale:     {on: true, off: false, probes: join(stopSale, availabilityOf("stop_sale_not_shared"))},
	contract.RightReasons:      {on: true, off: false, probes: []probe{reasons}},
	contract.RightRooming:      {on: true, off: false, probes: []probe{readRooms, openLedger, sendRooms}},
	contract.RightInvoices:     {on: true, off: false, probes: invoices},
}

// Every term and flag does what it says, on every operation that it governs, over
// HTTP, on and off and on again; and there is no term or flag that nobody asks.
func TestProgram_Terms(t *testing.T) {
	t.Parallel()
	notRaced(t)
	w := newTermsWorld(t)
	for name, r := range termRules {
		w.govern(name, r, func(value any) { w.amend(name, value) })
	}
	for right, r := range flagRules {
		w.govern(string(right), r, func(value any) { w.allow(right, value) })
	}
	for _, c := range facts.Load().Categories() {
		right := contract.RightCategory(c.Key)
		shown := probe{"GET /api/v1/facts/{token}/ " + c.Key, func(w *termsWorld) string {
			properties, _ := w.read("/api/v1/facts/{token}/").body["properties"].([]any)
			_, there := properties[0].(map[string]any)["facts"].(map[string]any)[c.Key]
			return fmt.Sprint(there)
		}, "true", "false"}
		w.govern(string(right), rule{on: true, off: false, probes: []probe{shown}}, func(value any) { w.allow(right, value) })
	}
	w.requireAllListed()
}

func (w *termsWorld) govern(name string, r rule, set func(value any)) {
	w.t.Helper()
	require.NotEqual(w.t, len(r.probes) > 0, r.other != "", "%s is shown by something, or says why not", name)
	if len(r.probes) == 0 {
		return
	}
	for _, p := range r.probes {
		require.Equal(w.t, p.on, p.ask(w), "%s %v: %s", name, r.on, p.operation)
	}
	set(r.off)
	for _, p := range r.probes {
		require.Equal(w.t, p.off, p.ask(w), "%s %v: %s", name, r.off, p.operation)
	}
	set(r.on)
	for _, p := range r.probes {
		require.Equal(w.t, p.on, p.ask(w), "%s %v again: %s", name, r.on, p.operation)
	}
}

// requireAllListed fails for a term or flag that the table does not know.
func (w *termsWorld) requireAllListed() {
	w.t.Helper()
	terms := reflect.TypeFor[contract.Terms]()
	for i := range terms.NumField() {
		name := terms.Field(i).Tag.Get("json")
		require.Contains(w.t, termRules, name, "a term that nobody is shown to ask")
	}
	require.Len(w.t, termRules, terms.NumField(), "a rule of a term that is gone")
	matrix, _ := w.ok(200, get, contractPath(w.contract, "permissions/"), w.hotel.token, nil).body["permissions"].(map[string]any)
	flags := 0
	for area, list := range matrix {
		for flag := range list.(map[string]any) {
			flags++
			if _, category := facts.Load().Find(flag); area == "facts" && category {
				continue
			}
			require.Contains(w.t, flagRules, contract.Right(area+"."+flag), "a flag that nobody is shown to ask")
		}
	}
	require.Equal(w.t, len(flagRules)+len(facts.Load().Categories()), flags)
}
