package main

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/stretchr/testify/require"
)

// amounts are no amounts, or none that can be stored, as they stand in JSON.
var amounts = []string{
	"1e400000", `"1e400000"`, "-1e400000", "1e-400000", strings.Repeat("9", 99), `"` + strings.Repeat("9", 99) + `"`, "NaN", `"NaN"`, `"Infinity"`, "true",
	"[]", "{}", `""`, `" "`, `"0x10"`, `"1,5"`, `"1 000"`, `"٣"`, "0." + strings.Repeat("1", 99),
}

// shapes are no object at all, or one of nothing that is known.
var shapes = []string{
	"[]", `"x"`, "7", "true", `{"nonsense":1}`, "{", "{}}", `{"notes":"a","notes":`, "\x00", "\xff\xfe{}", strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000),
}

// line is a draft in JSON whose only line has a field as it stands.
func (a *adversary) line(name, value string) string {
	fields := map[string]string{"description": `"X"`, "quantity": "1", "unit_price": "1"}
	fields[name] = value
	var parts []string
	for n, v := range fields {
		parts = append(parts, fmt.Sprintf("%q:%s", n, v))
	}
	return a.head("line_items", "[{"+strings.Join(parts, ",")+"}]")
}

// head is a draft in JSON with a field as it stands.
func (a *adversary) head(name, value string) string {
	fields := map[string]string{
		"partner": fmt.Sprint(a.operator.id), "issue_date": `"2030-06-01"`, "due_date": `"2030-07-01"`, "currency": `"EUR"`,
		"line_items": `[{"description":"X","quantity":1,"unit_price":1}]`,
	}
	fields[name] = value
	var parts []string
	for n, v := range fields {
		parts = append(parts, fmt.Sprintf("%q:%s", n, v))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// drafts are all wrong in one place.
func (a *adversary) drafts() []string {
	var list []string
	for _, v := range amounts {
		list = append(list, a.line("quantity", v), a.line("unit_price", v), a.line("tax_rate", v), a.head("tax_rate", v))
	}
	const line = `{"description":"X","quantity":1,"unit_price":1}`
	for name, values := range map[string][]string{
		"line_items": {
			"null", "[]", "[null]", `"x"`, "{}", "[" + strings.Repeat(line+",", 1000) + line + "]", "[[]]", "[{}]", `[{"description":null,"quantity":null,"unit_price":null}]`,
		},
		"partner":        {"0", "-1", "1.5", `"x"`, "[]", "true", "1e30", "99999999999999999999", fmt.Sprint(a.hotel.id), fmt.Sprint(a.other.id), "987654321"},
		"property":       {"0", "-1", `"x"`, a.theirs["property"], "1e30"},
		"template":       {"0", "-1", `"x"`, a.theirs["template"], "1e30"},
		"issue_date":     {"null", "5", `""`, `"2030-02-30"`, `"0000-00-00"`, `"2031-01-01"`, `"2030-06-01T00:00:00Z"`},
		"due_date":       {"null", "5", `"2030-05-31"`, `"9999-12-31"`, `"yesterday"`},
		"currency":       {`"XXX"`, `"EURO"`, "5", `"€"`},
		"tax_rate":       {"-1", "101", `"7.001"`},
		"tax_category":   {`"X"`, "5"},
		"notes":          {`"\u0000"`, `"\u0007"`, "5", `"` + strings.Repeat("a", 5001) + `"`},
		"service_from":   {`"2030-06-01"`, "5"},
		"recipient_name": {`"somebody else"`, "5"}, "recipient_email": {`"a@b.example\r\nBcc: c@d.example"`}, "buyer_reference": {`"a\nb"`, `"\u0000"`},
	} {
		for _, v := range values {
			list = append(list, a.head(name, v))
		}
	}
	for name, values := range map[string][]string{
		"description": {"null", `""`, `"  "`, `"a\u0000b"`, `"a\u0007b"`, `"a\nb"`, "5", `"` + strings.Repeat("a", 501) + `"`},
		"unit":        {`"mile"`, "5"}, "entry": {"0", "-1", `"x"`}, "from": {`"2030-06-01"`, "5"}, "tax_category": {`"S"`, `"X"`}, "quantity": {"0"}, "unit_price": {"-1"},
	} {
		for _, v := range values {
			list = append(list, a.line(name, v))
		}
	}
	return list
}

// sendsNonsense has the hotel itself send what cannot be meant, to everything that takes
// a body: it is refused as a whole.
func (a *adversary) sendsNonsense() {
	a.t.Helper()
	refused := func(o operation, path, body, contentType string) {
		a.t.Helper()
		got := a.try(o, path, a.hotel.token, body, contentType)
		require.Contains(a.t, []int{400, 404, 409, 413, 415}, got.status, "%s %s with %.300s: %.300s", o.method, path, body, got.raw)
	}
	for _, o := range a.operations() {
		if body, contentType := a.body(o); body == "" || contentType != "application/json" {
			continue
		}
		path := strings.Replace(o.pattern, "{id}", a.records(o.pattern)[0], 1)
		for _, body := range shapes {
			refused(o, path, body, "application/json")
		}
		refused(o, path, "<x/>", "application/xml")
	}
	for _, body := range a.drafts() {
		refused(operation{method: post}, invoicesPath, body, "application/json")
		refused(operation{method: put}, at(invoicesPath, a.draft, ""), body, "application/json")
	}
	for path, bodies := range a.otherBodies() {
		method, path, _ := strings.Cut(path, " ")
		for _, body := range bodies {
			refused(operation{method: method}, path, body, "application/json")
		}
	}
	for _, file := range []string{"", "x", "{}", "\x00", "%PDF-1.7", strings.Repeat("<a>", 1_000_000), "<" + strings.Repeat("a", 11<<20) + "/>"} {
		refused(operation{method: post}, "/api/einvoice/import/", file, "application/xml")
	}
}

// otherBodies are wrong bodies for what is no draft, by operation.
func (a *adversary) otherBodies() map[string][]string {
	long := strings.Repeat("a", 3000)
	prices := func(field string) (list []string) {
		for _, v := range amounts {
			list = append(list, fmt.Sprintf(`{%q:[{"room":%s,"entry":1,"unit_price":%s}]}`, field, number(a.house.room), v))
		}
		return append(list, "{}", fmt.Sprintf(`{%q:null}`, field), fmt.Sprintf(`{%q:[null]}`, field), fmt.Sprintf(`{%q:[{}]}`, field), fmt.Sprintf(`{%q:"x"}`, field))
	}
	return map[string][]string{
		"POST " + at(invoicesPath, a.sent, "dispute/"):     {`{"note":5}`, `{"note":"a\u0000"}`, `{"note":"` + long + `"}`, `{"note":"from the issuer"`},
		"POST " + at(invoicesPath, a.sent, "cancel/"):      {`{"reason":5}`, `{"reason":"\u0007"}`, `{"reason":"` + long + `"}`},
		"POST " + at(invoicesPath, a.sent, "mark-paid/"):   {`{"paid_at":"tomorrow"}`, `{"paid_at":"9999-12-31"}`, `{"paid_at":5}`, `{"reference":"a\nb"}`, `{"reference":"` + long + `"}`, `{"paid_at":"2030-02-30"}`},
		"POST " + at(ledgersPath, a.ledger, "invoice/"):    append(prices("prices"), prices("entries")...),
		"POST " + at(ledgersPath, "987654321", "invoice/"): {`{"prices":[{"room":1,"unit_price":"1"}]}`},
		"POST " + templatesPath:                            {"{}", `{"name":null}`, `{"name":" "}`, `{"name":"a\nb"}`, `{"name":"X","primary_color":"red"}`, `{"name":"X","header_text":"` + long + `"}`, `{"name":"X","footer_text":"\u0000"}`},
		"PUT " + at(templatesPath, a.template, ""):         {`{"name":null}`, `{"primary_color":"#12345"}`, `{"bank_details":"` + long + `"}`, `{"name":5}`},
		"PUT /api/einvoice/profile/":                       {`{"iban":"GR00"}`, `{"vat_id":"\u0000"}`, `{"country":"XX"}`, `{"electronic_address_scheme":"nope"}`, `{"contact_email":"x"}`, `{"buyer_reference":"a\nb"}`, `{"iban":5}`},
		"POST " + at(inboxPath, a.inbound, "link/"):        {"{}", `{"invoice":5}`, `{"invoice":"x"}`, fmt.Sprintf(`{"invoice":%q}`, a.theirs["draft"])},
	}
}

// filtersWrong asks for lists with filters that cannot be meant.
func (a *adversary) filtersWrong() {
	a.t.Helper()
	for path, queries := range map[string][]string{
		invoicesPath: {"status=LOST", "direction=up", "from=2030-02-30", "to=x", "from=2030-06-02&to=2030-06-01", "from=0001-01-01&to=9999-12-31", "page=x", "page_size=-1", "nonsense=1"},
		inboxPath:    {"status=LOST", "direction=up", "page=x", "page_size=x", "status=%00", "status=' OR 1=1"},
	} {
		for _, q := range queries {
			got := a.try(operation{method: get}, path+"?"+strings.ReplaceAll(q, " ", "%20"), a.hotel.token, "", "")
			require.Equal(a.t, 400, got.status, "%s?%s: %.300s", path, q, got.raw)
		}
	}
}

// writesHostileTexts stores texts that are allowed and mean something to somebody else:
// every reader gets them as texts.
func (a *adversary) writesHostileTexts() {
	a.t.Helper()
	hostile := []string{
		`<script>alert(1)</script>`, `=cmd|'/C calc'!A0`, "+1+cmd()", "\u202egnp.exe\u202c", "\u200f\u2067rtl\u2069", `"]]></note><x>`, `${jndi:ldap://x}`, `{{.Secret}}`,
		strings.Repeat("W", 499), "A\u0301\u0301\u0301 𐍈 👩‍👩‍👧", `%s %n`, "&lt;&#0;",
	}
	stored := 0
	for _, text := range hostile {
		body := invoiceTo(a.operator, a.second, text, object{"notes": text + "\n" + text})
		made := a.try(operation{method: post}, invoicesPath, a.hotel.token, a.text(body), "application/json")
		require.Contains(a.t, []int{201, 400}, made.status, made.raw)
		if made.status == 400 {
			a.t.Logf("refused: %q", text)
			continue
		}
		stored++
		id := made.body["id"]
		a.ok(200, post, at(invoicesPath, id, "send/"), a.hotel.token, nil)
		a.ok(200, post, at(invoicesPath, id, "dispute/"), a.operator.token, object{"note": text})
		for _, token := range []string{a.hotel.token, a.operator.token} {
			shown := a.ok(200, get, at(invoicesPath, id, ""), token, nil)
			require.Equal(a.t, text, objects(shown.body["line_items"].([]any))[0]["description"])
			require.Equal(a.t, []string{"application/json", "nosniff"}, []string{shown.header.Get("Content-Type"), shown.header.Get("X-Content-Type-Options")})
			pdf := a.ok(200, get, at(invoicesPath, id, "pdf/"), token, nil)
			require.True(a.t, strings.HasPrefix(pdf.raw, "%PDF-"))
		}
	}
	a.lettersAreHarmless(1 + stored)
	for _, key := range []string{a.hotel.key, a.operator.key} {
		a.ok(200, get, "/api/v1/invoices/"+key+"/", "", nil)
		readable(a, a.ok(200, get, "/api/v1/invoices/"+key+"/?format=xml", "", nil).raw)
	}
}

// lettersAreHarmless waits for the letters with invoices: no text has become a part of
// their pages or heads.
func (a *adversary) lettersAreHarmless(invoices int) {
	a.t.Helper()
	require.Eventually(a.t, func() bool { return len(a.site.letters(a.t, "invoice-")["jana@to.example"]) == invoices }, time.Minute, 50*time.Millisecond)
	for _, letters := range a.site.letters(a.t, "") {
		for _, l := range letters {
			require.NotContains(a.t, l.HTML, "<script>alert")
			require.NotContains(a.t, l.Header, "Bcc")
		}
	}
}

// readable requires that a text is XML to its end.
func readable(a *adversary, text string) {
	a.t.Helper()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); err != nil {
			require.ErrorIs(a.t, err, io.EOF)
			return
		}
	}
}
