package invoicepdf

import (
	"strings"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
	"allot/internal/platform/lang"
	"allot/internal/platform/money"
)

// symbols are the signs of currencies that no other currency uses and that the fonts
// have: $ and kr could mean several currencies, and ₺ would be a box.
var symbols = map[money.Currency]string{"EUR": "€", "GBP": "£"}

var one = money.New(decimal.NewFromInt(1))

// amount writes an amount without its currency.
func (t texts) amount(a money.Amount, c money.Currency) string { return t.format.Money(a.Format(c)) }

// money writes an amount with its currency.
func (t texts) money(a money.Amount, c money.Currency) string {
	pattern, symbol := t.WithCode, string(c)
	if s, ok := symbols[c]; ok {
		pattern, symbol = t.WithSymbol, s
	}
	if t.format.SymbolFirst() {
		pattern = "{symbol}\u00a0{amount}"
	}
	digits := t.amount(a, c)
	unsigned := strings.TrimPrefix(digits, "-")
	sign := digits[:len(digits)-len(unsigned)]
	return sign + strings.TrimSpace(lang.Fill(pattern, "amount", unsigned, "symbol", symbol))
}

// Amount writes an amount with its currency as a reader does: €1,234.50, 1.234,50 €.
func Amount(f lang.Format, a money.Amount, c money.Currency) string { return textsIn(f).money(a, c) }

// price writes a price, which may have more decimals than the currency.
func (t texts) price(l document.Line, c money.Currency) string {
	price := t.format.Money(shortest(l.UnitPrice, c.MinorUnits()))
	if l.BaseQuantity.IsZero() || l.BaseQuantity.Equal(one) {
		return price
	}
	return price + " / " + t.format.Number(shortest(l.BaseQuantity, 0))
}

// quantity writes how much of a unit there is. A line that was read from a file may
// have a code instead of a unit.
func (t texts) quantity(l document.Line) string {
	n := t.format.Number(shortest(l.Quantity, 0))
	unit, ok := t.Units[l.Unit]
	switch {
	case !ok:
		return strings.TrimSpace(n + " " + l.UnitCode)
	case l.Quantity.Equal(one):
		return n + " " + unit.One
	default:
		return n + " " + unit.Many
	}
}

// percent writes a tax rate. What is not subject to VAT has none.
func (t texts) percent(c document.Category, rate money.Amount) string {
	if c == document.CategoryOutsideScope {
		return "–"
	}
	return lang.Fill(t.Percent, "rate", t.format.Number(shortest(rate, 0)))
}

// shortest returns a value without zeros at its end, but with at least so many decimals.
func shortest(a money.Amount, least int32) string {
	d := a.Decimal()
	decimals := max(least, -d.Exponent())
	for decimals > least && d.Equal(d.Truncate(decimals-1)) {
		decimals--
	}
	return d.StringFixed(decimals)
}
