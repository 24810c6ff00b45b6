package document

import (
	"fmt"
	"slices"

	"allot/internal/platform/money"
)

// maxDecimals is how many decimals EN 16931 allows an amount.
const maxDecimals = 2

const tooFine = "has three decimals: an e-invoice knows two at most"

func twoDecimals(a money.Amount) bool { return a.Decimal().Equal(a.Decimal().Round(maxDecimals)) }

func (d Document) lineGaps(g *gaps) {
	g.check(len(d.Lines) > 0, "line_items", "at least one is required")
	for i, l := range d.Lines {
		at := fmt.Sprintf("line_items[%d].", i)
		g.need(at+"description", l.Description)
		g.check(l.UnitPrice.Sign() >= 0, at+"unit_price", "must not be negative: give a discount as a negative quantity")
		g.check(l.BaseQuantity.Sign() >= 0, at+"base_quantity", "must not be negative")
		g.check(twoDecimals(l.Total), at+"line_total", tooFine)
		g.check(l.Total.Equal(l.total(d.Currency)), at+"line_total", "is not the quantity times the price")
		rateGaps(g, at, l.Category, l.Rate)
		d.lineDateGaps(g, at, l)
	}
}

// lineDateGaps keeps the dates of a line inside those of the document (PEPPOL R110, R111).
func (d Document) lineDateGaps(g *gaps, at string, l Line) {
	g.check(l.From.IsZero() || l.From >= d.ServiceFrom, at+"service_from", "must not be before service_from of the invoice")
	g.check(l.To.IsZero() || d.ServiceTo.IsZero() || l.To <= d.ServiceTo, at+"service_to", "must not be after service_to of the invoice")
	g.check(l.From.IsZero() || l.To.IsZero() || l.From <= l.To, at+"service_to", "must not be before service_from")
}

func (d Document) adjustmentGaps(g *gaps) {
	for i, a := range d.Adjustments {
		at := fmt.Sprintf("adjustments[%d].", i)
		g.need(at+"reason", a.Reason)
		g.check(twoDecimals(a.Amount), at+"amount", tooFine)
		rateGaps(g, at, a.Category, a.Rate)
	}
}

// totalGaps checks that taxes and totals follow from the lines, as those of Compute do.
func (d Document) totalGaps(g *gaps) {
	want := d
	want.Lines = slices.Clone(d.Lines)
	want.Compute(Category.DefaultReason)
	g.check(sameTaxes(d.Taxes, want.Taxes), "tax_amount", "does not follow from the lines")
	g.check(sameTotals(d.Totals, want.Totals), "total_amount", "does not follow from the lines")
	g.check(!slices.ContainsFunc(d.Taxes, func(t Tax) bool { return !twoDecimals(t.Amount) }), "tax_amount", tooFine)
	g.check(twoDecimals(d.Totals.Prepaid), "prepaid_amount", tooFine)
	g.check(twoDecimals(d.Totals.Rounding), "rounding_amount", tooFine)
	g.check(d.Totals.Due.Sign() >= 0, "total_amount", "must not be negative")
}

// sameTaxes reports whether both have the same taxes, in any order.
func sameTaxes(a, b []Tax) bool {
	return len(a) == len(b) && containsTaxes(a, b) && containsTaxes(b, a)
}

func containsTaxes(all, some []Tax) bool {
	return !slices.ContainsFunc(some, func(t Tax) bool {
		return !slices.ContainsFunc(all, func(u Tax) bool {
			return t.Category == u.Category && t.Rate.Equal(u.Rate) && t.Base.Equal(u.Base) && t.Amount.Equal(u.Amount)
		})
	})
}

func sameTotals(a, b Totals) bool {
	return a.Lines.Equal(b.Lines) && a.Allowances.Equal(b.Allowances) && a.Charges.Equal(b.Charges) && a.Net.Equal(b.Net) &&
		a.Tax.Equal(b.Tax) && a.Gross.Equal(b.Gross) && a.Due.Equal(b.Due)
}
