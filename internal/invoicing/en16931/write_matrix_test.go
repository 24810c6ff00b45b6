package en16931_test

import (
	"fmt"
	"strconv"
	"testing"

	"allot/internal/invoicing/document"
	"allot/internal/platform/iso"
	"allot/internal/platform/money"
)

// named is a document for the judge.
type named struct {
	name string
	document.Document
}

// edge is how the amounts of lines are made: price and quantity of line i.
type edge struct {
	name string
	line func(i int) (price, quantity string)
}

func edges() []edge {
	n := strconv.Itoa
	return []edge{
		{"plain", func(i int) (string, string) { return n(80+i) + ".50", n(1 + i%9) }},
		{"cent", func(int) (string, string) { return "0.01", "1" }},
		{"half_cent", func(i int) (string, string) { return "0.005", n(1 + 2*i) }},
		{"large", func(i int) (string, string) { return "99999999.99", n(1 + i%2) }},
		{"decimals", func(i int) (string, string) { return "12.345678", n(1+i) + ".333333" }},
		{"negative", func(i int) (string, string) {
			if i == 0 {
				return "199.99", "1000"
			}
			return "33.335", "-" + n(i%4) + ".5"
		}},
	}
}

// inKWD gives a line a quantity with which no amount needs three decimals, where EN
// 16931 knows two.
func inKWD(price, quantity string) string {
	switch {
	case quantity[0] == '-':
		return "-2000"
	case quantity == "1000", len(price) > len("12.345") && price < "13":
		return "1000000"
	}
	return "2000"
}

// taxMixes returns the taxes of a category alone and with rates beside it.
func taxMixes(tb testing.TB, c document.Category) [][]document.Tax {
	tb.Helper()
	first := document.Tax{Category: c}
	if c == document.CategoryStandard {
		first.Rate = amount(tb, "5.5")
	}
	alone := []document.Tax{first}
	if c == document.CategoryOutsideScope {
		return [][]document.Tax{alone}
	}
	seven := append(alone[:1:1], document.Tax{Category: document.CategoryStandard, Rate: amount(tb, "7")})
	return [][]document.Tax{alone, seven, append(seven[:2:2], document.Tax{Category: document.CategoryStandard, Rate: amount(tb, "19")})}
}

var matrixCurrencies = []money.Currency{"EUR", "CHF", "JPY", "KWD"}

// matrix returns documents of every category, mix of rates, kind of amount and currency
// with the numbers of lines.
func matrix(tb testing.TB, lines ...int) []named {
	tb.Helper()
	var out []named
	for _, c := range document.Categories {
		for _, taxes := range taxMixes(tb, c) {
			for _, e := range edges() {
				for _, currency := range matrixCurrencies {
					for _, count := range lines {
						name := fmt.Sprintf("%s_%d_%s_%s_%d", c, len(taxes), e.name, currency, count)
						out = append(out, named{name, matrixDocument(tb, len(out), taxes, e, currency, max(count, len(taxes)))})
					}
				}
			}
		}
	}
	return out
}

// matrixDocument returns one document. seed chooses what every document has or not.
func matrixDocument(tb testing.TB, seed int, taxes []document.Tax, e edge, currency money.Currency, lines int) document.Document {
	tb.Helper()
	d := sampleInvoice(tb)
	d.Type, d.Preceding = document.Types[seed%len(document.Types)], "INV-2030-0001"
	d.Currency, d.Lines = currency, nil
	for i := range lines {
		price, quantity := e.line(i)
		if currency == "KWD" {
			quantity = inKWD(price, quantity)
		}
		tax := taxes[i%len(taxes)]
		d.Lines = append(d.Lines, document.Line{
			Description: "Line " + strconv.Itoa(i+1), Unit: document.Units[(seed+i)%len(document.Units)],
			Quantity: amount(tb, quantity), UnitPrice: amount(tb, price), Category: tax.Category, Rate: tax.Rate,
		})
	}
	last := taxes[len(taxes)-1]
	if seed%4 > 1 && currency != "KWD" {
		d.Adjustments = append(d.Adjustments, document.Adjustment{Amount: amount(tb, "0"), Reason: "Discount", Category: last.Category, Rate: last.Rate})
	}
	if seed%2 > 0 && currency != "KWD" {
		d.Adjustments = append(d.Adjustments, document.Adjustment{Charge: true, Amount: amount(tb, "12.34"), Reason: "Fee", Category: last.Category, Rate: last.Rate})
		d.Totals.Prepaid = amount(tb, "0.01")
	}
	return computed(d)
}

// codeDocuments returns documents with every currency, country and electronic address.
func codeDocuments(tb testing.TB) []named {
	tb.Helper()
	var out []named
	add := func(name string, change func(d *document.Document)) {
		d := sampleInvoice(tb)
		change(&d)
		out = append(out, named{name, computed(d)})
	}
	for _, c := range money.Currencies() {
		add("currency_"+string(c), func(d *document.Document) {
			d.Currency, d.Lines = c, d.Lines[:1]
			d.Lines[0].UnitPrice = amount(tb, "100")
		})
	}
	for _, c := range iso.Countries() {
		add("country_"+c, func(d *document.Document) { d.Seller.Country, d.Buyer.Country, d.Buyer.VATID = c, c, c+"123" })
	}
	schemes := []string{"AN", "AQ", "AS", "AU"}
	for i := range 10_000 {
		schemes = append(schemes, fmt.Sprintf("%04d", i))
	}
	for _, code := range schemes {
		if document.IsEndpointScheme(code) {
			add("scheme_"+code, func(d *document.Document) { d.Buyer.EndpointScheme = code })
		}
	}
	return out
}
