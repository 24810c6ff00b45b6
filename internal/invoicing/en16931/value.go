package en16931

import (
	"regexp"
	"strings"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

// values reads values and keeps the first error. Missing and empty elements have the
// zero value: only need asks for them.
type values struct{ err error }

func (v *values) fail(line int, format string, args ...any) {
	if v.err == nil {
		v.err = refusal(ErrNotInvoice, line, format, args...)
	}
}

// need returns the element under a path and refuses a file without its text.
func (v *values) need(n *node, term string, path ...string) *node {
	if n.get(path...) == "" {
		line := 1
		if n != nil {
			line = n.line
		}
		v.fail(line, "%s is missing (%s)", term, strings.Join(path, "/"))
	}
	return n.at(path...)
}

// number is xs:decimal. Exponents are not part of it.
var number = regexp.MustCompile(`^[+-]?0*([0-9]{0,13})(\.[0-9]{0,40})?$`)

// amount reads an amount, a quantity or a rate. Beyond the decimals that an Amount can
// be stored with it rounds.
func (v *values) amount(n *node) money.Amount {
	text := n.get()
	if text == "" {
		return money.Amount{}
	}
	d, err := decimal.Decimal{}, money.ErrInvalid
	if number.MatchString(text) {
		d, err = decimal.NewFromString(strings.TrimPrefix(text, "+"))
	}
	if err != nil {
		v.fail(n.line, "%s is not an amount of at most %d digits before the point: %q", n.name, money.MaxIntegerDigits, text)
		return money.Amount{}
	}
	return money.New(d.Round(money.MaxDecimals))
}

// isoDate is a date of UBL, which may have a time zone, or the beginning of a time.
var isoDate = regexp.MustCompile(`^([0-9]{4})-([0-9]{2})-([0-9]{2})($|[TZ+-])`)

// shortDate is the format 102 of CII, or the beginning of 203 and 204.
var shortDate = regexp.MustCompile(`^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{4}([0-9]{2})?)?$`)

// date reads a day as it is written: a time zone does not move it.
func (v *values) date(n *node) civil.Date {
	text := n.get()
	if text == "" {
		return 0
	}
	parts := isoDate.FindStringSubmatch(text)
	if parts == nil {
		parts = shortDate.FindStringSubmatch(text)
	}
	if parts != nil {
		if d, err := civil.Parse(parts[1] + "-" + parts[2] + "-" + parts[3]); err == nil {
			return d
		}
	}
	v.fail(n.line, "%s is not a date: %q", n.name, text)
	return 0
}

// currency reads a currency in capitals.
func (v *values) currency(n *node) money.Currency {
	c, err := money.ParseCurrency(n.get())
	if err != nil && n != nil {
		v.fail(n.line, "%s is not a currency: %q", n.name, n.get())
	}
	return c
}

// inCurrency returns the amount in the currency of the invoice, or nil: files repeat
// the tax in the currency of the seller's accounts (BT-111).
func inCurrency(amounts []*node, c money.Currency) *node {
	for _, n := range amounts {
		if is := n.attribute("currencyID"); is == "" || is == string(c) {
			return n
		}
	}
	return nil
}

// maxTaxes is how many rates a file may have. There are some 30 in the whole Union.
const maxTaxes = 500

// fillTotals fills in the totals that a file may leave out.
func fillTotals(t *document.Totals, lines, tax *node, taxes []document.Tax) {
	if lines == nil {
		t.Lines = t.Net.Add(t.Allowances).Sub(t.Charges)
	}
	if tax == nil {
		for _, x := range taxes {
			t.Tax = t.Tax.Add(x.Amount)
		}
	}
}

// firstOf returns the first text that is not empty.
func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// joined returns the texts that are not empty, with sep between them.
func joined(sep string, texts ...string) string {
	kept := texts[:0]
	for _, t := range texts {
		if t != "" {
			kept = append(kept, t)
		}
	}
	return strings.Join(kept, sep)
}

// texts returns the texts under a path in each of the elements, one a line.
func texts(in []*node, path ...string) string {
	var out []string
	for _, n := range in {
		out = append(out, n.get(path...))
	}
	return joined("\n", out...)
}

// firstNode returns the first element that is there and has a text.
func firstNode(nodes ...*node) *node {
	for _, n := range nodes {
		if n.get() != "" {
			return n
		}
	}
	return nil
}

// isTrue reads xs:boolean.
func isTrue(text string) bool { return text == "true" || text == "1" }
