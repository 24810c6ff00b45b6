package main

import (
	"bytes"
	"testing"

	"github.com/shopspring/decimal"
	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

const (
	invoicesPath  = "/api/invoicing/invoices/"
	templatesPath = "/api/invoicing/templates/"
	inboxPath     = "/api/einvoice/inbox/"
)

// invoiceTo is the body of an invoice about a house to an operator, payable in a month;
// change overwrites its fields.
func invoiceTo(operator company, h house, text string, change object) object {
	body := object{
		"partner": operator.id, "property": h.id, "issue_date": ahead(0), "due_date": ahead(30), "currency": "EUR", "tax_rate": "13",
		"line_items": []object{{"description": text, "quantity": "7", "unit": "night", "unit_price": "84.50"}},
	}
	for k, v := range change {
		body[k] = v
	}
	return body
}

// draft makes an invoice and returns its id.
func (s *trade) draft(hotel company, body object) string {
	s.t.Helper()
	return s.ok(201, post, invoicesPath, hotel.token, body).body["id"].(string)
}

// bill makes an invoice, sends it and returns its id.
func (s *trade) bill(hotel company, body object) string {
	s.t.Helper()
	id := s.draft(hotel, body)
	s.ok(200, post, at(invoicesPath, id, "send/"), hotel.token, nil)
	return id
}

// receive imports an e-invoice that says the word, and returns the id of its record.
func (s *trade) receive(c company, number, word string) any {
	s.t.Helper()
	const path = "/api/einvoice/import/"
	a := s.send(post, path, c.token, bytes.NewReader(einvoiceFile(s.t, number, word)), "Content-Type", "application/xml")
	return s.checked(201, post, path, a).body["id"]
}

// einvoiceFile is an e-invoice of somebody outside the platform.
func einvoiceFile(t *testing.T, number, word string) []byte {
	t.Helper()
	day, err := civil.Parse("2030-06-01")
	require.NoError(t, err)
	party := func(name, email string) document.Party {
		return document.Party{
			Name: word + " " + name, VATID: "DE123456789", Endpoint: email, EndpointScheme: document.SchemeEmail, Street: "Hafen 1", PostalCode: "20095",
			City: "Hamburg", Country: "DE", ContactName: word, ContactPhone: "+49 40 123456", ContactEmail: email,
		}
	}
	d := document.Document{
		Type: document.TypeInvoice, Number: number, IssueDate: day, DueDate: day, Currency: "EUR", BuyerReference: word, ServiceFrom: day, ServiceTo: day,
		Seller: party("Wäscherei", "w@laundry.example"), Buyer: party("Hotel", "h@hotel.example"),
		Payment: document.Payment{IBAN: "DE02120300000000202051", Holder: word},
		Lines: []document.Line{{
			ID: "1", Description: word + " towels", Quantity: money.New(decimal.New(3, 0)), Unit: document.UnitPiece, UnitPrice: money.New(decimal.New(4, 0)),
			Category: document.CategoryStandard, Rate: money.New(decimal.New(19, 0)),
		}},
	}
	d.Compute(func(document.Category) string { return "" })
	file, err := en16931.WriteUBL(d)
	require.NoError(t, err)
	return file
}

// invoices leaves what a hotel has of invoices: one that was sent says the word of the
// house; drafts, a template, the profile and an imported e-invoice say what a hotel notes
// for itself. It returns the ids of what the operator must not see.
func (s *trade) invoices(hotel company, h house, operator company, of records) (unsent []string) {
	s.t.Helper()
	template := s.ok(201, post, templatesPath, hotel.token, object{"name": noteWord, "header_text": h.word}).body["id"]
	s.ok(200, put, "/api/einvoice/profile/", hotel.token, object{"buyer_reference": noteWord})
	sent := s.bill(hotel, invoiceTo(operator, h, h.word+" stay", object{"template": template, "notes": h.word}))
	draft := s.draft(hotel, invoiceTo(operator, h, noteWord, object{"notes": h.word}))
	never := s.draft(hotel, invoiceTo(operator, h, noteWord, object{"notes": h.word}))
	s.ok(200, post, at(invoicesPath, never, "cancel/"), hotel.token, object{"reason": noteWord})
	outside := s.bill(hotel, invoiceTo(operator, h, noteWord, object{
		"partner": nil, "recipient_name": h.word + " agency", "recipient_email": "agency@" + h.word + ".example",
	}))
	inbound := s.receive(hotel, "W-1", h.word+" "+noteWord)
	of.under[invoicesPath] = []string{sent, draft, never, outside}
	of.under[templatesPath] = []string{number(template)}
	of.under[inboxPath] = []string{number(inbound)}
	of.under["/api/einvoice/{"] = of.under[invoicesPath]

	for _, path := range []string{invoicesPath, at(invoicesPath, draft, ""), templatesPath, inboxPath, at(inboxPath, inbound, ""), "/api/einvoice/profile/"} {
		require.Contains(s.t, s.ok(200, get, path, hotel.token, nil).raw, noteWord, path)
	}
	return []string{draft, never, outside}
}

// A system that asks with the tag of its last answer is told of everything that would be
// another in a new one.
func TestProgram_InvoiceTags(t *testing.T) {
	t.Parallel()
	notRaced(t)
	s := newTrade(t)
	hotel, operator := s.open("accommodation", "anna@poseidon.example", "Poseidon"), s.open("tour_operator", "jana@nordlicht.example", "Nordlicht")
	h := s.publish(hotel, "Palace", "plain")
	s.agree(hotel, operator, everything())
	id := s.bill(hotel, invoiceTo(operator, h, "Stay", nil))
	rename := func(c company) func() {
		return func() { s.ok(200, put, "/api/settings/company/", c.token, object{"name": c.name + " again"}) }
	}
	move := func(by company, verb string) func() {
		return func() { s.ok(200, post, at(invoicesPath, id, verb), by.token, nil) }
	}
	for _, change := range []struct {
		what string
		do   func()
	}{
		{"the hotel is renamed", rename(hotel)},
		{"the operator is renamed", rename(operator)},
		{"it is opened", func() { s.ok(200, get, at(invoicesPath, id, ""), operator.token, nil) }},
		{"it is disputed", move(operator, "dispute/")},
		{"it is cleared", move(hotel, "clearing/")},
		{"it is paid", move(hotel, "mark-paid/")},
	} {
		tags := map[string]string{}
		for _, c := range []company{hotel, operator} {
			tags[c.key] = s.ok(200, get, "/api/v1/invoices/"+c.key+"/", "", nil).header.Get("ETag")
			s.ok(304, get, "/api/v1/invoices/"+c.key+"/", "", nil, "If-None-Match", tags[c.key])
		}
		change.do()
		for key, tag := range tags {
			require.Equal(t, 200, s.call(get, "/api/v1/invoices/"+key+"/", "", nil, "If-None-Match", tag).status, change.what)
		}
	}
}
