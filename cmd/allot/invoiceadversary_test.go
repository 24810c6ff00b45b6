package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/auth"
)

// adversary is a hotel whose invoices all say secretWord, and those who want to read or
// change them.
type adversary struct {
	*trade
	hotel, operator, other company
	house, second          house
	elsewhere              house // of the other hotel
	// ids of the hotel's records, and of the other hotel's.
	draft, sent, template, inbound, ledger string
	theirs                                 map[string]string
	asked                                  int
}

// attacker is somebody with a session who must not get at the records.
type attacker struct {
	name, token string
	// leaves tells which operations it may use, so that nothing is to be tried.
	leaves func(pattern string) bool
}

// operation is one of the description that is about invoices.
type operation struct{ method, pattern string }

// Nobody reads or changes invoices, templates, the profile or imported e-invoices of a
// hotel who may not, and the hotel itself cannot store what cannot be meant, whatever
// operation of the description is called. Nothing ends in a fault.
func TestProgram_InvoiceAdversary(t *testing.T) {
	t.Parallel()
	notRaced(t)
	a := newAdversary(t)
	before := a.dump()
	for _, by := range a.attackers() {
		for _, o := range a.operations() {
			a.attack(by, o)
		}
	}
	a.borrows()
	a.usesKeys()
	a.sendsNonsense()
	a.filtersWrong()
	require.Equal(t, before, a.dump(), "what was refused has changed something")
	a.writesHostileTexts()
	t.Logf("%d requests", a.asked)
	require.Zero(t, a.stop())
	require.NotContains(t, a.logged(), "level=ERROR")
}

func newAdversary(t *testing.T) *adversary {
	t.Helper()
	a := &adversary{trade: newTrade(t, "ALLOT_V1_RATE_PER_MINUTE=0")}
	a.hotel, a.other = a.open("accommodation", "anna@hotel.example", "Anna"), a.open("accommodation", "o@other.example", "Other")
	a.operator = a.open("tour_operator", "jana@to.example", "Partner Reisen")
	a.house, a.second = a.publish(a.hotel, "Aurora", secretWord), a.publish(a.hotel, "Borealis", "plain")
	contract := a.agree(a.hotel, a.operator, everything())
	a.connect(a.hotel, a.house, contract)
	ledger, _ := a.rooming(a.operator, a.house, object{"name": secretWord})
	a.ok(200, post, at(ledgersPath, ledger, "send/"), a.operator.token, nil)
	a.ok(200, post, at(ledgersPath, ledger, "confirm/"), a.hotel.token, object{})
	a.ledger = number(ledger)
	a.ok(200, put, "/api/einvoice/profile/", a.hotel.token, object{"buyer_reference": secretWord})
	a.template = number(a.ok(201, post, templatesPath, a.hotel.token, object{"name": secretWord}).body["id"])
	a.draft = a.trade.draft(a.hotel, invoiceTo(a.operator, a.house, secretWord, object{"template": json.Number(a.template)}))
	a.sent = a.bill(a.hotel, invoiceTo(a.operator, a.house, secretWord, nil))
	a.inbound = number(a.receive(a.hotel, "W-1", secretWord))

	a.elsewhere = a.publish(a.other, "Elsewhere", "elsewhere")
	a.theirs = map[string]string{
		"property": number(a.elsewhere.id), "template": number(a.ok(201, post, templatesPath, a.other.token, object{"name": "Theirs"}).body["id"]),
		"inbound": number(a.receive(a.other, "W-2", "elsewhere")),
		"draft":   a.trade.draft(a.other, invoiceTo(company{}, a.elsewhere, "Theirs", object{"partner": nil, "recipient_name": "X"})),
	}
	return a
}

// attackers are of every kind of account, with and without a contract.
func (a *adversary) attackers() []attacker {
	stranger, elsewhere := a.open("tour_operator", "s@stranger.example", "Stranger"), a.open("tour_operator", "e@elsewhere.example", "Elsewhere Reisen")
	a.agree(a.other, elsewhere, everything())
	allBut := slices.DeleteFunc(slices.Clone(auth.Flags), func(f auth.Flag) bool { return f == auth.Invoicing })
	noFlag, _, _ := a.helper(a.hotel, "noflag@hotel.example", []any{}, allBut...)
	scoped, _, _ := a.helper(a.hotel, "scoped@hotel.example", []any{a.second.id}, auth.Flags...)
	clerk, _, _ := a.helper(a.operator, "clerk@to.example", []any{}, allBut...)
	nothing := func(string) bool { return false }
	return []attacker{
		{"nobody", "", nothing},
		{"a key", a.hotel.key, nothing},
		{"another hotel", a.other.token, nothing},
		{"a stranger", stranger.token, nothing},
		{"an operator of another hotel", elsewhere.token, nothing},
		{"a colleague without the flag", noFlag, nothing},
		{"a colleague with another property", scoped, func(pattern string) bool {
			return strings.HasPrefix(pattern, templatesPath) || pattern == "/api/einvoice/profile/"
		}},
		{"a clerk of the operator without the flag", clerk, nothing},
	}
}

// operations are those of the description that are about invoices, but for keys.
func (a *adversary) operations() []operation {
	a.t.Helper()
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	require.NoError(a.t, json.Unmarshal([]byte(a.call(get, "/api/openapi.json", "", nil).raw), &doc))
	var list []operation
	for _, path := range slices.Sorted(maps.Keys(doc.Paths)) {
		if !strings.HasPrefix(path, "/api/invoicing/") && !strings.HasPrefix(path, "/api/einvoice/") && path != ledgersPath+"{id}/invoice/" {
			continue
		}
		for method := range doc.Paths[path] {
			list = append(list, operation{strings.ToUpper(method), path})
		}
	}
	require.GreaterOrEqual(a.t, len(list), 29, "the document is not what it was")
	return list
}

// records are the ids of the hotel's that an operation takes.
func (a *adversary) records(pattern string) []string {
	switch {
	case strings.HasPrefix(pattern, templatesPath):
		return []string{a.template}
	case strings.HasPrefix(pattern, inboxPath):
		return []string{a.inbound}
	case strings.HasPrefix(pattern, ledgersPath):
		return []string{a.ledger}
	}
	return []string{a.draft, a.sent}
}

// wrongIDs name no record, or are no ids.
func (a *adversary) wrongIDs() []string {
	return []string{
		"0", "-1", "1.5", "x", "99999999999999999999", "00000000-0000-0000-0000-000000000000", strings.ToUpper(a.sent), "urn:uuid:" + a.sent,
		strings.ReplaceAll(a.sent, "-", ""), a.sent + "'", "%00", "..%2f..%2fetc", url.PathEscape("{" + a.sent + "}"), strings.Repeat("9", 4000), "null",
	}
}

// body is what the hotel itself would send to an operation.
func (a *adversary) body(o operation) (text, contentType string) {
	const asJSON = "application/json"
	parts := strings.Split(strings.Trim(o.pattern, "/"), "/")
	switch last := parts[len(parts)-1]; {
	case o.method == get || o.method == del:
		return "", ""
	case last == "import":
		return string(einvoiceFile(a.t, "INV-2026-0002", "stolen")), "application/xml"
	case last == "link":
		return fmt.Sprintf(`{"invoice":%q}`, a.sent), asJSON
	case last == "profile":
		return `{"buyer_reference":"stolen"}`, asJSON
	case strings.HasPrefix(o.pattern, templatesPath):
		return `{"name":"stolen"}`, asJSON
	case strings.HasPrefix(o.pattern, ledgersPath):
		return fmt.Sprintf(`{"prices":[{"room":%s,"unit_price":"1"}]}`, number(a.house.room)), asJSON
	case o.method == put:
		return `{"notes":"stolen"}`, asJSON
	case last == "dispute":
		return `{"note":"stolen"}`, asJSON
	case last == "cancel":
		return `{"reason":"stolen"}`, asJSON
	case last == "mark-paid":
		return `{"reference":"stolen"}`, asJSON
	case last == "invoices" || last == "create":
		return a.text(invoiceTo(a.operator, a.house, "stolen", object{"template": json.Number(a.template)})), asJSON
	}
	return "", ""
}

func (a *adversary) text(body any) string {
	a.t.Helper()
	b, err := json.Marshal(body)
	require.NoError(a.t, err)
	return string(b)
}

// try sends a request whose answer must be no fault.
func (a *adversary) try(o operation, path, token, body, contentType string) answer {
	a.t.Helper()
	a.asked++
	got := a.send(o.method, path, token, strings.NewReader(body), "Content-Type", contentType)
	require.NotZero(a.t, got.status, "%s %.200s with %.200s: no answer", o.method, path, body)
	require.Less(a.t, got.status, 500, "%s %.200s with %.200s: %.500s", o.method, path, body, got.raw)
	return got
}

// attack calls an operation as somebody else with the ids of the hotel's records and with
// ids of nothing.
func (a *adversary) attack(by attacker, o operation) {
	a.t.Helper()
	if by.leaves(o.pattern) {
		return
	}
	body, contentType := a.body(o)
	parameter := pathParameter.FindString(o.pattern)
	if parameter == "" {
		got := a.try(o, o.pattern, by.token, body, contentType)
		require.NotContains(a.t, strings.ToLower(got.raw), secretWord, "%s: %v", by.name, o)
		require.NotContains(a.t, got.raw, a.sent, "%s: %v", by.name, o)
		return
	}
	for _, id := range slices.Concat(a.records(o.pattern), a.wrongIDs()) {
		got := a.try(o, strings.Replace(o.pattern, parameter, id, 1), by.token, body, contentType)
		require.Contains(a.t, []int{400, 401, 403, 404}, got.status, "%s: %v %.80s: %.300s", by.name, o, id, got.raw)
		require.NotContains(a.t, strings.ToLower(got.raw), secretWord, "%s: %v", by.name, o)
	}
}

// borrows names records of the hotel's in requests of others about their own. The operator
// tries its luck with a draft, and with what only the issuer does.
func (a *adversary) borrows() {
	a.t.Helper()
	outside := object{"partner": nil, "recipient_name": "X"}
	with := func(name string, value any) object {
		body := maps.Clone(outside)
		body[name] = value
		return body
	}
	for _, change := range []object{with("template", json.Number(a.template)), with("property", a.house.id), {"partner": a.operator.id}, {"partner": a.hotel.id}} {
		for o, path := range map[operation]string{{method: post}: invoicesPath, {method: put}: at(invoicesPath, a.theirs["draft"], "")} {
			got := a.try(o, path, a.other.token, a.text(invoiceTo(company{}, a.elsewhere, "X", change)), "application/json")
			require.Contains(a.t, []int{400, 404}, got.status, got.raw)
		}
	}
	link := a.try(operation{method: post}, at(inboxPath, a.theirs["inbound"], "link/"), a.other.token, fmt.Sprintf(`{"invoice":%q}`, a.sent), "application/json")
	require.Equal(a.t, 400, link.status, link.raw)
	for _, o := range a.operations() {
		if !strings.HasPrefix(o.pattern, invoicesPath+"{id}/") {
			continue
		}
		body, contentType := a.body(o)
		got := a.try(o, strings.Replace(o.pattern, "{id}", a.draft, 1), a.operator.token, body, contentType)
		require.Contains(a.t, []int{403, 404}, got.status, "%v: %s", o, got.raw)
		require.NotContains(a.t, strings.ToLower(got.raw), secretWord, "%v", o)
		if o.method != get && !strings.HasSuffix(o.pattern, "/dispute/") && !strings.HasSuffix(o.pattern, "/clearing/") {
			got = a.try(o, strings.Replace(o.pattern, "{id}", a.sent, 1), a.operator.token, body, contentType)
			require.Equal(a.t, 403, got.status, "%v is for the issuer: %s", o, got.raw)
		}
	}
}

// usesKeys reads with keys that lack the permission or are for somebody else.
func (a *adversary) usesKeys() {
	a.t.Helper()
	another := a.open("accommodation", "third@hotel.example", "Third")
	contract := a.agree(another, a.operator, everything())
	keys := map[string]int{a.other.key: 200, a.newKey(a.operator, contract): 200, "x": 401, a.hotel.token: 401, strings.Repeat("9", 4000): 401}
	for _, c := range []company{a.hotel, a.operator} {
		narrow := a.ok(201, post, createKeyPath, c.token, object{"name": "Narrow", "permissions": object{"fact_sheet": true, "rooming": true, "stop_sale": true, "hotel_photos": true}})
		keys[narrow.body["token"].(string)] = 403
	}
	for key, status := range keys {
		got := a.try(operation{method: get}, "/api/v1/invoices/"+key+"/", "", "", "")
		require.Equal(a.t, status, got.status, got.raw)
		require.NotContains(a.t, strings.ToLower(got.raw), secretWord)
	}
	noFlag, _, _ := a.helper(a.hotel, "reports@hotel.example", []any{}, auth.Reports, auth.Integrations)
	require.Equal(a.t, 403, a.call(post, "/api/v1/test-call/", noFlag, object{"endpoint": "invoices"}).status)
	require.Contains(a.t, a.try(operation{method: get}, "/api/v1/invoices/"+a.operator.key+"/", "", "", "").raw, secretWord, "or this shows nothing")
}

// dump is everything that the hotel has of invoices, with their logs and the trail.
func (a *adversary) dump() string {
	a.t.Helper()
	text := ""
	for _, path := range []string{
		invoicesPath + "?page_size=500", at(invoicesPath, a.draft, ""), at(invoicesPath, a.sent, ""), "/api/invoicing/stats/", templatesPath,
		inboxPath, at(inboxPath, a.inbound, ""), "/api/einvoice/profile/", "/api/settings/audit/?page_size=500&object_type=invoice",
	} {
		text += path + "\n" + a.ok(200, get, path, a.hotel.token, nil).raw + "\n"
	}
	return text
}
