package invoicepdf

import (
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/money"
)

// taxRow is the tax of one category and rate.
type taxRow struct{ Rate, Base, Amount, Reason string }

// total is one line of the sums. Strong lines are what the reader looks for.
type total struct {
	Label, Value string
	Strong       bool
}

func (t texts) taxes(d document.Document) []taxRow {
	rows := make([]taxRow, len(d.Taxes))
	for i, x := range d.Taxes {
		rows[i] = taxRow{
			Rate:   t.rate(d, x.Category, x.Rate),
			Base:   t.money(x.Base, d.Currency),
			Amount: t.money(x.Amount, d.Currency),
			Reason: t.reason(x),
		}
	}
	return rows
}

// totals lists the sums. Those that are nothing, or would repeat the line before, are
// left out.
func (t texts) totals(d document.Document) []total {
	var rows []total
	add := func(label string, a money.Amount) {
		rows = append(rows, total{Label: label, Value: t.money(a, d.Currency)})
	}
	if len(d.Adjustments) > 0 || !d.Totals.Lines.Equal(d.Totals.Net) {
		add(t.LinesTotal, d.Totals.Lines)
	}
	for _, a := range d.Adjustments {
		if a.Charge {
			add(t.adjustment(d, t.Charge, a), a.Amount)
		} else {
			add(t.adjustment(d, t.Allowance, a), a.Amount.Neg())
		}
	}
	add(t.NetTotal, d.Totals.Net)
	add(t.TaxTotal, d.Totals.Tax)
	add(t.GrossTotal, d.Totals.Gross)
	if !d.Totals.Prepaid.IsZero() {
		add(t.Prepaid, d.Totals.Prepaid.Neg())
	}
	if !d.Totals.Rounding.IsZero() {
		add(t.Rounding, d.Totals.Rounding)
	}
	if !d.Totals.Due.Equal(d.Totals.Gross) {
		add(t.Due, d.Totals.Due)
	}
	rows[len(rows)-1].Strong = true
	return rows
}

// adjustment names an allowance or charge by its reason, with its tax rate.
func (t texts) adjustment(d document.Document, label string, a document.Adjustment) string {
	if reason := strings.TrimSpace(a.Reason); reason != "" {
		label += ": " + reason
	}
	return label + ", " + t.TaxRate + " " + t.rate(d, a.Category, a.Rate)
}
