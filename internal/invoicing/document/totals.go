package document

import (
	"slices"

	"allot/internal/platform/money"
)

// LineTotal returns what a line costs, rounded to the minor unit of the currency.
func LineTotal(quantity, unitPrice money.Amount, c money.Currency) money.Amount {
	return Line{Quantity: quantity, UnitPrice: unitPrice}.total(c)
}

func (l Line) total(c money.Currency) money.Amount { return l.Net(c.MinorUnits()) }

// Net returns what the quantity costs, rounded to a number of decimals.
func (l Line) Net(decimals int32) money.Amount {
	product := l.Quantity.Mul(l.UnitPrice).Decimal()
	if l.BaseQuantity.IsZero() {
		return money.New(product.Round(decimals))
	}
	return money.New(product.DivRound(l.BaseQuantity.Decimal(), decimals))
}

// Compute sets the totals of the lines, the taxes and the totals of the document from
// quantities, prices, rates, adjustments, Prepaid and Rounding. The tax of each category and rate
// is rounded by itself, half a unit away from zero. reason says why a category has no
// tax; where it is empty, the default of the category is used.
func (d *Document) Compute(reason func(Category) string) {
	d.Taxes = nil
	t := Totals{Prepaid: d.Totals.Prepaid, Rounding: d.Totals.Rounding}
	for i := range d.Lines {
		l := &d.Lines[i]
		l.Total = l.total(d.Currency)
		t.Lines = t.Lines.Add(l.Total)
		d.tax(l.Category, l.Rate).add(l.Total)
	}
	for _, a := range d.Adjustments {
		if a.Charge {
			t.Charges = t.Charges.Add(a.Amount)
			d.tax(a.Category, a.Rate).add(a.Amount)
		} else {
			t.Allowances = t.Allowances.Add(a.Amount)
			d.tax(a.Category, a.Rate).add(a.Amount.Neg())
		}
	}
	for i := range d.Taxes {
		x := &d.Taxes[i]
		x.Amount = x.Base.Percent(x.Rate).Round(d.Currency)
		t.Tax = t.Tax.Add(x.Amount)
		if x.Category.NeedsReason() {
			if x.Reason = reason(x.Category); x.Reason == "" {
				x.Reason = x.Category.DefaultReason()
			}
		}
	}
	t.Net = t.Lines.Sub(t.Allowances).Add(t.Charges)
	t.Gross = t.Net.Add(t.Tax)
	t.Due = t.Gross.Sub(t.Prepaid).Add(t.Rounding)
	d.Totals = t
}

// tax returns the tax of a category and rate, which it adds where there is none.
func (d *Document) tax(c Category, rate money.Amount) *Tax {
	i := slices.IndexFunc(d.Taxes, func(t Tax) bool { return t.Category == c && t.Rate.Equal(rate) })
	if i < 0 {
		i = len(d.Taxes)
		d.Taxes = append(d.Taxes, Tax{Category: c, Rate: rate})
	}
	return &d.Taxes[i]
}

func (t *Tax) add(a money.Amount) { t.Base = t.Base.Add(a) }
