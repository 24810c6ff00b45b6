package en16931_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

func amount(tb testing.TB, s string) money.Amount {
	tb.Helper()
	a, err := money.Parse(s)
	require.NoError(tb, err, s)
	return a
}

// sampleInvoice returns an invoice of a hotel without gaps: two lines, two rates.
func sampleInvoice(tb testing.TB) document.Document {
	tb.Helper()
	return document.Document{
		Type: document.TypeInvoice, Number: "INV-2030-0042", IssueDate: civil.MustParse("2030-06-01"),
		DueDate: civil.MustParse("2030-07-01"), Currency: "EUR", BuyerReference: "04011000-12345-34",
		ServiceFrom: civil.MustParse("2030-05-20"), ServiceTo: civil.MustParse("2030-05-30"),
		Seller: document.Party{
			Name: "Hotel Ägäis GmbH", Registration: "HRB 12345", VATID: "DE123456789", Endpoint: "invoices@hotel.example",
			EndpointScheme: "EM", Street: "Seestraße 1", PostalCode: "10115", City: "Berlin", Country: "DE",
			ContactName: "Eva Muster", ContactPhone: "+49 30 123456", ContactEmail: "eva@hotel.example",
		},
		Buyer: document.Party{
			Name: "Sun & Sea Tours AG", ID: "4711", VATID: "ATU12345678", Endpoint: "04011000-12345-34", EndpointScheme: "0204",
			Street: "Hafenweg 7", PostalCode: "1010", City: "Wien", Country: "AT",
		},
		Payment: document.Payment{IBAN: "DE02120300000000202051", BIC: "BYLADEM1001", Holder: "Hotel Ägäis GmbH", Reference: "INV-2030-0042"},
		Lines: []document.Line{
			{
				Description: "Übernachtung", Quantity: amount(tb, "10"), Unit: document.UnitRoomNight, UnitPrice: amount(tb, "84.50"),
				Category: document.CategoryStandard, Rate: amount(tb, "7"),
				From: civil.MustParse("2030-05-20"), To: civil.MustParse("2030-05-30"),
			},
			{
				Description: "Frühstück", Quantity: amount(tb, "20"), Unit: document.UnitPerson, UnitPrice: amount(tb, "12.345"),
				Category: document.CategoryStandard, Rate: amount(tb, "19"),
			},
		},
	}
}

// computed returns the document with its sums.
func computed(d document.Document) document.Document {
	d.Compute(document.Category.DefaultReason)
	return d
}

// taxed gives every line one category and rate.
func taxed(tb testing.TB, d *document.Document, c document.Category, rate string) {
	tb.Helper()
	for i := range d.Lines {
		d.Lines[i].Category, d.Lines[i].Rate = c, amount(tb, rate)
	}
}

// goldenCases changes the sample into documents that together use everything that the
// writers know.
func goldenCases(tb testing.TB) map[string]func(d *document.Document) {
	tb.Helper()
	set := func(c document.Category) func(d *document.Document) {
		return func(d *document.Document) { taxed(tb, d, c, "0") }
	}
	return map[string]func(d *document.Document){
		"standard": func(*document.Document) {},
		"zero":     set(document.CategoryZero),
		"exempt": func(d *document.Document) {
			d.Lines[1].Category, d.Lines[1].Rate = document.CategoryExempt, amount(tb, "0")
		},
		"reverse":   set(document.CategoryReverse),
		"community": set(document.CategoryCommunity),
		"export":    set(document.CategoryExport),
		"outside": func(d *document.Document) {
			taxed(tb, d, document.CategoryOutsideScope, "0")
			d.Seller.TaxNumber = "12/345/67890"
		},
		"credit_note": func(d *document.Document) { d.Type, d.Preceding = document.TypeCreditNote, "INV-2030-0001" },
		"correction": func(d *document.Document) {
			d.Type, d.Preceding, d.Note = document.TypeCorrection, "INV-2030-0001", "One night less"
			d.Seller.VATID, d.Seller.TaxNumber = "", "12/345/67890"
		},
		"adjustments": func(d *document.Document) {
			d.Adjustments = []document.Adjustment{
				{Amount: amount(tb, "50"), Reason: "Group discount", Category: document.CategoryStandard, Rate: amount(tb, "7")},
				{Charge: true, Amount: amount(tb, "10.10"), Reason: "Late arrival", Category: document.CategoryStandard, Rate: amount(tb, "19")},
			}
			d.Totals.Prepaid, d.Totals.Rounding = amount(tb, "100"), amount(tb, "0.01")
			d.PaymentTerms = "30 days net\n#SKONTO#TAGE=14#PROZENT=2.00#"
		},
		"jpy": func(d *document.Document) {
			d.Currency = "JPY"
			d.Lines[0].UnitPrice, d.Lines[0].Quantity = amount(tb, "8450.45"), amount(tb, "3")
			d.Lines[1].UnitPrice, d.Lines[1].Quantity = amount(tb, "1234.56"), amount(tb, "1")
		},
		"kwd": func(d *document.Document) {
			d.Currency = "KWD"
			d.Lines[0].UnitPrice, d.Lines[1].UnitPrice = amount(tb, "1.250"), amount(tb, "2.5")
			d.Lines[0].Quantity = amount(tb, "80")
		},
		"chf": func(d *document.Document) {
			d.Currency, d.DueDate, d.PaymentTerms = "CHF", 0, "Payable at once"
			d.Lines[0].Rate, d.Lines[1].Rate = amount(tb, "3.8"), amount(tb, "8.1")
			d.Lines[0].BaseQuantity = amount(tb, "3")
		},
		"negative": func(d *document.Document) {
			d.Lines = append(d.Lines, d.Lines[0])
			d.Lines[2].ID, d.Lines[2].Quantity, d.Lines[2].Description = "2030-05-29", amount(tb, "-1"), "Zimmer nicht belegt"
		},
		"characters": func(d *document.Document) {
			d.Note = "Danke – Ευχαριστούμε 🏖\r\nA < B & \"C\" > 'D' ]]> \x00\x08\x1b\ufffe\uffff end"
			d.Buyer.Name, d.Buyer.Street = " \tΗλίου & Θάλασσα <Α.Ε.>\x07 ", "\x01 \u00a0"
			d.Lines[0].Description, d.Payment.Holder = "Τριάντα \xff\xfe νύχτες", "\u0085"
		},
	}
}
