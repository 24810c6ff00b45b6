package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/content/photo/phototest"
	"allot/internal/identity/auth"
)

// scoped is a hotel with two properties and a colleague who has every flag and
// may work on the first only. Everything of the second says secretWord.
type scoped struct {
	*trade
	hotel, operator company
	own, foreign    house
	colleague       string // the token
	user            any    // the colleague's id
	key             string // made by the colleague, with every permission
	// ids of what belongs to the foreign property, and to the own one.
	of, mine map[string]any
}

func newScoped(t *testing.T) *scoped {
	t.Helper()
	s := &scoped{trade: newTrade(t)}
	s.hotel = s.open("accommodation", "anna@hotel.example", "Hotels of Anna")
	s.operator = s.open("tour_operator", "jana@to.example", "Partner Reisen")
	s.own, s.foreign = s.publish(s.hotel, "Aurora", "aurora"), s.publish(s.hotel, "Borealis "+secretWord, secretWord)
	terms := everything()
	terms["to_edit_facts"] = "O" // so that the hotel has something to approve
	contract := s.agree(s.hotel, s.operator, terms)
	agent := s.ok(201, post, "/api/settings/contacts/create/", s.hotel.token, object{"email": "a@b.example"}).body["id"]
	list := s.ok(201, post, "/api/settings/mailing-lists/create/", s.hotel.token, object{"name": "All", "contacts": []any{agent}}).body["id"]
	s.mine, s.of = s.fill(s.own, contract), s.fill(s.foreign, contract)
	s.of["list"], s.of["contract"] = list, contract

	s.user = s.ok(201, post, "/api/auth/authorized-users/create/", s.hotel.token, object{"email": "desk@hotel.example", "password": goodPassword}).body["id"]
	granted := object{"user": s.user, "property_ids": []any{s.own.id}}
	for _, flag := range auth.Flags {
		granted[string(flag)] = true
	}
	s.ok(201, post, "/api/auth/permissions/create/", s.hotel.token, granted)
	s.colleague = s.login("desk@hotel.example").token()
	s.key = s.newKey(company{token: s.colleague}, nil)
	// After the colleague is there, so that it would hear of these too.
	for h, of := range map[*house]map[string]any{&s.own: s.mine, &s.foreign: s.of} {
		of["wish"] = s.ok(201, post, saveWish, s.operator.token, object{"property": h.id, "category": "general", "fields": object{"official_name": h.word + " ours"}}).body["id"]
		ledger, _ := s.rooming(s.operator, *h, object{"name": h.word + " sent"})
		s.ok(200, post, at(ledgersPath, ledger, "send/"), s.operator.token, nil)
		sent := s.bill(s.hotel, invoiceTo(s.operator, *h, h.word+" stay", nil))
		s.ok(200, post, at(invoicesPath, sent, "dispute/"), s.operator.token, object{"note": h.word + " is not right"})
		of["sent"] = sent
	}
	s.of["inbound"] = s.receive(s.hotel, "W-1", secretWord)
	return s
}

// fill leaves a record of every kind in a property and returns their ids.
func (s *scoped) fill(h house, contract any) map[string]any {
	s.t.Helper()
	of, token := map[string]any{"property": h.id, "room": h.room, "photo": h.photos[0], "rates_partner": s.operator.id}, s.hotel.token
	of["master"] = s.ok(200, get, fmt.Sprintf("%s?property=%d", calendarsPath, h.id), token, nil).list()[0]["id"]
	of["calendar"] = s.calendar(s.hotel, h, "allotment", object{"external_name": h.word + " agency"})
	of["rate"] = s.ok(201, post, rateContracts, token, object{
		"property": h.id, "partner": s.operator.id, "name": h.word + " rates", "start_date": ahead(1), "end_date": ahead(60), "status": "active",
		"rooms": []object{{"room": h.room, "start_date": ahead(1), "end_date": ahead(60), "quantity": 1}},
	}).body["id"]
	of["connection"] = s.ok(201, post, "/api/v1/integrations/connections/", token, object{
		"property": h.id, "name": h.word + " desk", "provider": "csv_url", "settings": object{"url": "https://pms.example.com/a.csv"},
	}).body["id"]
	of["connected"] = s.connect(s.hotel, h, contract)
	of["contracted"] = s.calendar(s.hotel, h, "contracted", object{"rate_contract": of["rate"]})
	of["block"] = s.ok(201, post, at(calendarsPath, of["calendar"], "blocks/"), token, object{"room": h.room, "start_date": ahead(1), "end_date": ahead(30), "quantity": 1}).body["id"]
	s.ok(200, post, at(calendarsPath, of["calendar"], "daily/"), token, object{"room": h.room, "date": ahead(6), "status": "stop", "note": h.word})
	of["spare"] = s.ok(201, post, fmt.Sprintf("/api/info/property/%d/facts/rooms/", h.id), token, object{"name": h.word + " spare", "room_total_units": 5}).body["id"]
	of["share"] = s.ok(201, post, sharesPath, token, object{"property": h.id, "donor_room": of["spare"], "recipient_room": h.room, "max_units": 2}).body["id"]
	of["event"] = s.ok(201, post, "/api/stop-sale/event/create/", token, object{"room": h.room, "date": ahead(6), "color": 2}).body["id"]
	of["ledger"], of["entry"] = s.rooming(s.hotel, h, object{"name": h.word + " group"})
	of["invoice"] = s.draft(s.hotel, invoiceTo(s.operator, h, h.word+" stay", nil))
	return of
}

// fillIn puts ids into {names} of a path or body.
func fillIn(text string, ids map[string]any) string {
	for name, id := range ids {
		text = strings.ReplaceAll(text, "<"+name+">", number(id))
	}
	return text
}

// operations are those of the document that the program serves, without the alias
// of the property area.
func (s *scoped) operations() []string {
	s.t.Helper()
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	require.NoError(s.t, json.Unmarshal([]byte(s.call(get, "/api/openapi.json", "", nil).raw), &doc))
	var list []string
	for path, methods := range doc.Paths {
		if strings.HasPrefix(path, "/api/facts/") {
			require.Contains(s.t, doc.Paths, "/api/info/"+strings.TrimPrefix(path, "/api/facts/"))
			continue
		}
		for method := range methods {
			list = append(list, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(list)
	return list
}

// outside tells why an operation has no property-bound record of a hotel's user.
func outside(operation string) bool {
	_, path, _ := strings.Cut(operation, " ")
	for _, area := range scopeFreeAreas {
		if strings.HasPrefix(path, area) {
			return true
		}
	}
	return slices.Contains(scopeFree, operation)
}

func isWord(name string) bool { return name == "category" || name == "type" || name == "link" }

// Whoever may work on some properties only is told nothing of the others and
// changes nothing of them, whatever operation of the description is called with
// their ids. An operation that is in no table fails the test.
func TestProgram_ScopeHoldsForEveryOperation(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newScoped(t)
	before := s.dump()
	all := s.operations()

	var unknown []string
	for _, o := range all {
		path := o[strings.Index(o, " ")+1:]
		if _, ok := scopeRefused[o]; !ok && scopeFiltered[o] == "" && !outside(o) && !strings.Contains(path, "{token}") {
			unknown = append(unknown, o)
		}
	}
	require.Empty(t, unknown, "say in a table of this test how the scope of a sub-user holds for these operations")
	for _, o := range slices.Concat(slices.Collect(maps.Keys(scopeRefused)), slices.Collect(maps.Keys(scopeFiltered)), scopeFree) {
		require.Contains(t, all, o, "a table names an operation that does not exist")
	}

	for o, bodies := range scopeRefused {
		s.refuses(o, bodies)
	}
	s.refusesForeignFiles()
	for o, path := range scopeFiltered {
		s.filters(o, fillIn(path, s.of))
	}
	for _, o := range all {
		s.tellsNothing(o)
	}
	for _, m := range scopeMixed {
		method, path, _ := strings.Cut(m.operation, " ")
		path, body := fillIn(fillMine(path, s.mine), s.of), fillIn(fillMine(m.body, s.mine), s.of)
		a := s.send(method, path, s.colleague, strings.NewReader(body), "Content-Type", "application/json")
		require.GreaterOrEqual(t, a.status, 400, "%s %s %s: %s", method, path, body, a.raw)
		require.Less(t, a.status, 500, a.raw)
		require.NotContains(t, a.raw, secretWord, "%s %s", method, path)
	}
	s.keyTellsOwnOnly(all)
	s.figuresAreOwn()
	s.matchesAreOwn()
	require.Equal(t, before, s.dump(), "nothing of the other property has changed")
	require.Zero(t, s.stop())
	require.NotContains(t, s.logged(), "level=ERROR")
}

// fillMine puts ids of the colleague's own property into [names].
func fillMine(text string, ids map[string]any) string {
	for name, id := range ids {
		text = strings.ReplaceAll(text, "["+name+"]", number(id))
	}
	return text
}

// refuses asks an operation for the foreign property: the refusal must be that of
// the scope, which shows that nothing else was wrong with the request.
func (s *scoped) refuses(operation string, c refusedCase) {
	s.t.Helper()
	method, pattern, _ := strings.Cut(operation, " ")
	path := pattern
	if c.path != "" {
		path = c.path
	}
	path, body := fillIn(path, s.of), fillIn(c.body, s.of)
	require.NotContains(s.t, path, "{", operation)
	header := []string{}
	if body != "" {
		header = append(header, "Content-Type", "application/json")
	}
	a := s.send(method, path, s.colleague, strings.NewReader(body), header...)
	require.Equal(s.t, 403, a.status, "%s %s: %s", method, path, a.raw)
	require.Equal(s.t, auth.ErrScope.Message, a.body["message"], "%s %s: %s", method, path, a.raw)
	require.NotContains(s.t, a.raw, secretWord)
}

// refusesForeignFiles is refuses for uploads.
func (s *scoped) refusesForeignFiles() {
	s.t.Helper()
	for method, path := range map[string]string{
		post: gallery(s.foreign.id), put: fmt.Sprintf("/api/info/property/update/%d/", s.foreign.id),
	} {
		name := "file"
		if method == put {
			name = "logo"
		}
		body, contentType := formWith(s.t, nil, name, "a.jpg", phototest.JPEG(s.t, 64, 48))
		a := s.send(method, path, s.colleague, bytes.NewReader(body), "Content-Type", contentType)
		require.Equal(s.t, 403, a.status, a.raw)
		require.Equal(s.t, auth.ErrScope.Message, a.body["message"])
	}
}

// filters asks for a list: the manager finds the foreign property in it, the
// colleague does not.
func (s *scoped) filters(operation, path string) {
	s.t.Helper()
	method, _, _ := strings.Cut(operation, " ")
	all := s.call(method, path, s.hotel.token, nil)
	require.Equal(s.t, 200, all.status, "%s: %s", path, all.raw)
	require.True(s.t, s.tells(all.raw), "%s shows nothing, so the test shows nothing", path)
	a := s.call(method, path, s.colleague, nil)
	require.Equal(s.t, 200, a.status, "%s: %s", path, a.raw)
	require.False(s.t, s.tells(a.raw), "%s: %s", path, a.raw)
}

// tells finds the foreign property in an answer: its word or, in records without
// words, its id.
func (s *scoped) tells(raw string) bool {
	return strings.Contains(raw, secretWord) || regexp.MustCompile(`"property(_id)?":`+number(s.foreign.id)+`[,}]`).MatchString(raw)
}

// tellsNothing asks every operation that reads, with every id of the foreign
// property in every place.
func (s *scoped) tellsNothing(operation string) {
	s.t.Helper()
	method, pattern, _ := strings.Cut(operation, " ")
	if method != get || strings.Contains(pattern, "{token}") {
		return
	}
	if pattern == "/api/live/" {
		pattern += "?" + once + "=true" // else it would not end
	}
	paths := []string{pattern}
	for _, m := range pathParameter.FindAllStringSubmatch(pattern, -1) {
		var filled []string
		for _, path := range paths {
			if isWord(m[1]) {
				filled = append(filled, strings.Replace(path, m[0], "rooms", 1))
				continue
			}
			for _, id := range s.of {
				filled = append(filled, strings.Replace(path, m[0], number(id), 1))
			}
		}
		paths = filled
	}
	for _, path := range paths {
		a := s.call(get, path, s.colleague, nil)
		require.False(s.t, s.tells(a.raw), "%s: %s", path, a.raw)
		require.Less(s.t, a.status, 500, path)
	}
}

// keyTellsOwnOnly asks everything that keys open, with a key of the colleague's,
// and as a test call.
func (s *scoped) keyTellsOwnOnly(all []string) {
	s.t.Helper()
	told := 0
	for _, o := range all {
		method, pattern, _ := strings.Cut(o, " ")
		if method != get || !strings.Contains(pattern, "{token}") {
			continue // what keys write is refused where it is written
		}
		for _, query := range []string{"", "?property_id=" + number(s.foreign.id)} {
			if strings.Contains(pattern, "/invoices/") && query != "" {
				continue // it has no such filter
			}
			a := s.call(get, strings.Replace(pattern, "{token}", s.key, 1)+query, "", nil)
			require.Equal(s.t, 200, a.status, "%s: %s", pattern, a.raw)
			require.False(s.t, s.tells(a.raw), pattern)
			managers := s.call(get, strings.Replace(pattern, "{token}", s.hotel.key, 1)+query, "", nil)
			require.Equal(s.t, 200, managers.status, managers.raw)
			if strings.Contains(managers.raw, secretWord) {
				told++
			}
			again := s.call(get, strings.Replace(pattern, "{token}", s.key, 1)+query, "", nil, "If-None-Match", managers.header.Get("ETag"))
			require.Equal(s.t, 200, again.status, "%s: what the manager's key has is not what this key has", pattern)
		}
	}
	require.Equal(s.t, 21, told, "the manager's key reads of the property in every operation")
	for _, endpoint := range []string{"facts", "photos", "stop-sale", "allotment-stop-sale", "invoices", "rooming"} {
		for _, params := range []object{{}, {"property_id": s.foreign.id}} {
			if endpoint == "invoices" && len(params) > 0 {
				continue
			}
			a := s.call(post, "/api/v1/test-call/", s.colleague, object{"endpoint": endpoint, "params": params})
			require.Equal(s.t, 200, a.status, a.raw)
			require.NotContains(s.t, a.raw, secretWord, endpoint)
		}
	}
}

// figuresAreOwn compares the figures of invoices, which have no words: the colleague's
// are of the own property.
func (s *scoped) figuresAreOwn() {
	s.t.Helper()
	figures := func(token string) []any {
		currencies := objects(s.ok(200, get, "/api/invoicing/stats/", token, nil).body["currencies"].([]any))
		require.Len(s.t, currencies, 1)
		return []any{currencies[0]["drafts"].(map[string]any)["count"], currencies[0]["disputed"].(map[string]any)["count"]}
	}
	require.Equal(s.t, []any{2.0, 2.0}, figures(s.hotel.token))
	require.Equal(s.t, []any{1.0, 1.0}, figures(s.colleague))
}

// matchesAreOwn drafts an invoice about stays of both properties: how the line of the
// foreign one compares is not told, because that would be the days of the stay.
func (s *scoped) matchesAreOwn() {
	s.t.Helper()
	line := func(entry any) object {
		return object{"description": "X", "quantity": 1, "unit_price": 1, "entry": entry, "from": ahead(0), "to": ahead(1)}
	}
	made := s.ok(201, post, invoicesPath, s.colleague, object{
		"recipient_name": "X", "issue_date": ahead(0), "due_date": ahead(1), "line_items": []object{line(s.mine["entry"]), line(s.of["entry"])},
	})
	matches := objects(made.body["line_matches"].([]any))
	require.Equal(s.t, []any{"not_confirmed", ahead(2)}, pick(matches[0], "state", "arrival"))
	require.Equal(s.t, []any{"unknown", nil}, pick(matches[1], "state", "arrival"))
	s.ok(204, del, at(invoicesPath, made.body["id"], ""), s.colleague, nil)
}

// dump is everything that the manager reads of the foreign property.
func (s *scoped) dump() string {
	s.t.Helper()
	text := ""
	for _, path := range []string{
		"/api/info/property/<property>/", "/api/info/property/<property>/gallery/", "/api/info/property/<property>/publish/",
		"/api/allotment/calendars/?property=<property>", calendarsPath + "<calendar>/grid/", calendarsPath + "<master>/grid/", calendarsPath + "<contracted>/grid/",
		calendarsPath + "<calendar>/blocks/", calendarsPath + "<calendar>/daily/", sharesPath + "?property=<property>",
		rateContracts + "<rate>/", ledgersPath + "?property=<property>", ledgersPath + "<ledger>/entries/", "/api/stop-sale/<property>/",
		"/api/partners/override-approvals/?property=<property>",
		invoicesPath, invoicesPath + "<invoice>/", invoicesPath + "<sent>/", templatesPath, inboxPath + "<inbound>/", "/api/einvoice/profile/",
	} {
		a := s.call(get, fillIn(path, s.of), s.hotel.token, nil)
		require.Equal(s.t, 200, a.status, a.raw)
		text += path + "\n" + a.raw + "\n"
	}
	return text
}
