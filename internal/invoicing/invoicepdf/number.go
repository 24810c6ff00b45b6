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

// number writes digits with a decimal point as the language does: 1234.50 becomes
// 1.234,50 in German.
func (t texts) number(s string) string {
	const group = 3
	digits := strings.TrimPrefix(s, "-")
	sign := s[:len(s)-len(digits)]
	whole, fraction, hasFraction := strings.Cut(digits, ".")
	for at := len(whole) - group; at > 0; at -= group {
		whole = whole[:at] + t.Thousands + whole[at:]
	}
	if hasFraction {
		whole += t.Decimal + fraction
	}
	return sign + whole
}

// amount writes an amount without its currency.
func (t texts) amount(a money.Amount, c money.Currency) string { return t.number(a.Format(c)) }

// money writes an amount with its currency.
func (t texts) money(a money.Amount, c money.Currency) string {
	pattern, symbol := t.WithCode, string(c)
	if s, ok := symbols[c]; ok {
		pattern, symbol = t.WithSymbol, s
	}
	digits := t.amount(a, c)
	unsigned := strings.TrimPrefix(digits, "-")
	sign := digits[:len(digits)-len(unsigned)]
	return sign + strings.TrimSpace(lang.Fill(pattern, "amount", unsigned, "symbol", symbol))
}

// Amount writes an amount with its currency as a language does: €1,234.50, 1.234,50 €.
func Amount(language string, a money.Amount, c money.Currency) string {
	return allTexts[lang.Match(language)].money(a, c)
}

// price writes a price, which may have more decimals than the currency.
func (t texts) price(l document.Line, c money.Currency) string {
	price := t.number(shortest(l.UnitPrice, c.MinorUnits()))
	if l.BaseQuantity.IsZero() || l.BaseQuantity.Equal(one) {
		return price
	}
	return price + " / " + t.number(shortest(l.BaseQuantity, 0))
}

// quantity writes how much of a unit there is. A line that was read from a file may
// have a code instead of a unit.
func (t texts) quantity(l document.Line) string {
	n := t.number(shortest(l.Quantity, 0))
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
	return lang.Fill(t.Percent, "rate", t.number(shortest(rate, 0)))
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
