package einvoice

import (
	"errors"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
	"allot/internal/invoicing/en16931"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/apperr"
	"allot/internal/platform/money"
)

// maxText is how long a text can be that lists show, in characters. The file has the
// rest.
const maxText = 500

func clip(s string) string {
	n := 0
	for i := range s {
		if n++; n > maxText {
			return s[:i]
		}
	}
	return s
}

// recordOf returns a file that was read as a record.
func recordOf(f en16931.File) Record {
	d := f.Document
	r := Record{
		Inbound: Inbound{
			InvoiceNumber: clip(d.Number), IssueDate: d.IssueDate, DueDate: d.DueDate, Currency: string(d.Currency),
			Seller: partyOf(d.Seller), Buyer: partyOf(d.Buyer), TaxBreakdown: make([]InboundTax, len(d.Taxes)),
			Subtotal: money.Some(d.Totals.Net), TaxTotal: money.Some(d.Totals.Tax), Total: money.Some(d.Totals.Gross), AmountDue: money.Some(d.Totals.Due),
			DocumentType: &d.Type, Syntax: &f.Syntax, Profile: clip(f.Profile), Status: StatusReceived, Candidates: []invoice.Candidate{},
		},
		LineItems: make([]InboundLine, len(d.Lines)),
	}
	for i, t := range d.Taxes {
		r.TaxBreakdown[i] = InboundTax{
			Category: document.Category(clip(string(t.Category))), Rate: t.Rate, TaxableAmount: t.Base, TaxAmount: t.Amount, Reason: clip(t.Reason),
		}
	}
	for i, l := range d.Lines {
		r.LineItems[i] = lineOf(l)
	}
	return r
}

// unreadable returns the record of a file that is no e-invoice.
func unreadable(why error) Record {
	var problems []apperr.FieldError
	if said, ok := errors.AsType[*en16931.ReadError](why); ok {
		problems = []apperr.FieldError{said.Problem}
	}
	return Record{
		Inbound:   Inbound{TaxBreakdown: []InboundTax{}, Status: StatusError, Candidates: []invoice.Candidate{}, Error: why.Error(), Problems: problems},
		LineItems: []InboundLine{},
	}
}

func partyOf(p document.Party) InboundParty {
	return InboundParty{
		Name: clip(p.Name), VATID: clip(p.VATID), TaxNumber: clip(p.TaxNumber), RegistrationNumber: clip(p.Registration), Identifier: clip(p.ID),
		Street: clip(p.Street), PostalCode: clip(p.PostalCode), City: clip(p.City), Country: clip(p.Country),
		ElectronicAddress: clip(p.Endpoint), ElectronicAddressScheme: clip(p.EndpointScheme),
		ContactName: clip(p.ContactName), ContactPhone: clip(p.ContactPhone), ContactEmail: clip(p.ContactEmail),
	}
}

func lineOf(l document.Line) InboundLine {
	base := l.BaseQuantity
	if base.IsZero() {
		base = money.New(decimal.New(1, 0))
	}
	return InboundLine{
		LineID: l.ID, PartOf: l.Parent, Description: l.Description, Quantity: l.Quantity, UnitCode: l.UnitCode, UnitPrice: l.UnitPrice,
		BaseQuantity: base, LineTotal: l.Total, TaxCategory: l.Category, TaxRate: l.Rate, From: l.From, To: l.To,
	}
}
