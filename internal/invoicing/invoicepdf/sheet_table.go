package invoicepdf

import (
	"fmt"
	"slices"
	"strconv"

	"allot/internal/invoicing/document"
	"allot/internal/platform/money"
)

// table is the lines of a document.
type table struct {
	Head             []string // in the order of the columns
	Rows             []row
	Carried, Brought string // labels of the running sum
}

// row is one line.
type row struct {
	Position    string
	Description string
	Stay        string // the days of the line
	Quantity    string
	Price       string
	Rate        string
	Net         string
	Sum         string // of all lines up to this one
}

func (t texts) table(d document.Document) table {
	in := "" // the currency, once for all amounts of a column
	if d.Currency != "" {
		in = "\n" + string(d.Currency)
	}
	out := table{
		Head:    []string{t.Position, t.Description, t.Quantity, t.UnitPrice + in, t.TaxRate, t.Net + in},
		Carried: t.Carried,
		Brought: t.Brought,
		Rows:    make([]row, len(d.Lines)),
	}
	var sum money.Amount
	for i, l := range d.Lines {
		sum = sum.Add(l.Total)
		position := l.ID
		if position == "" {
			position = strconv.Itoa(i + 1)
		}
		out.Rows[i] = row{
			Position:    position,
			Description: l.Description,
			Stay:        t.period(l.From, l.To),
			Quantity:    t.quantity(l),
			Price:       t.price(l, d.Currency),
			Rate:        t.rate(d, l.Category, l.Rate),
			Net:         t.amount(l.Total, d.Currency),
			Sum:         t.amount(sum, d.Currency),
		}
	}
	return out
}

// rate writes a tax rate, with the number of its reason where there is no tax: two
// categories may have the same rate and different reasons.
func (t texts) rate(d document.Document, c document.Category, rate money.Amount) string {
	text := t.percent(c, rate)
	at := slices.IndexFunc(d.Taxes, func(x document.Tax) bool { return x.Category == c && x.Rate.Equal(rate) })
	if at < 0 || t.reason(d.Taxes[at]) == "" {
		return text
	}
	n := 0
	for _, x := range d.Taxes[:at+1] {
		if t.reason(x) != "" {
			n++
		}
	}
	return fmt.Sprintf("%s (%d)", text, n)
}
