package invoicepdf

import (
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/pdf"
)

// sheet has every text of a document as it is printed.
type sheet struct {
	Title      string // what the document is
	Number     string
	Name       string // of the hotel, where there is no logo
	Mark       string
	Buyer      party
	Seller     party
	Facts      []pdf.Fact // dates and references
	HeaderText string
	Table      table
	TaxHead    []string
	Taxes      []taxRow
	Totals     []total
	NoteTitle  string
	Note       string
	Payment    payment
	FooterText string
}

// party is a block of address lines.
type party struct {
	Caption string
	Name    string
	Lines   []string
	Details []string // identifiers and contact
}

// newSheet makes the texts of a document.
func newSheet(d document.Document, o Options) sheet {
	t := textsIn(o.Format)
	return sheet{
		Title:      t.Titles[d.Type],
		Number:     d.Number,
		Name:       first(o.PropertyName, d.Seller.Name),
		Mark:       t.upper(t.Marks[o.Mark]),
		Buyer:      t.party(t.Buyer, d.Buyer),
		Seller:     t.party(t.Seller, d.Seller),
		Facts:      t.facts(d, o),
		HeaderText: o.Look.HeaderText,
		Table:      t.table(d),
		TaxHead:    []string{t.TaxOf, t.TaxBase + " " + string(d.Currency), t.TaxAmount + " " + string(d.Currency)},
		Taxes:      t.taxes(d),
		Totals:     t.totals(d),
		Note:       d.Note,
		NoteTitle:  t.Note,
		Payment:    t.payment(d, o),
		FooterText: o.Look.FooterText,
	}
}

// heading returns the title and the number, as on the following pages.
func (s sheet) heading() string { return strings.Join(filled(s.Title, s.Number), " ") }

func (t texts) party(caption string, p document.Party) party {
	labelled := func(label, value string) string {
		if value == "" {
			return ""
		}
		return label + ": " + value
	}
	return party{
		Caption: caption,
		Name:    p.Name,
		Lines:   filled(p.Street, strings.TrimSpace(p.PostalCode+" "+p.City), t.country(p.Country)),
		Details: filled(
			labelled(t.VATID, p.VATID),
			labelled(t.TaxNumber, p.TaxNumber),
			labelled(t.Registration, p.Registration),
			labelled(t.ID, p.ID),
			p.ContactName,
			labelled(t.Phone, p.ContactPhone),
			labelled(t.Email, p.ContactEmail),
		),
	}
}

func (t texts) facts(d document.Document, o Options) []pdf.Fact {
	var facts []pdf.Fact
	for _, f := range []pdf.Fact{
		{Label: t.IssueDate, Value: t.date(d.IssueDate)},
		{Label: t.DueDate, Value: t.date(d.DueDate)},
		{Label: t.ServicePeriod, Value: t.period(d.ServiceFrom, d.ServiceTo)},
		{Label: t.Preceding, Value: d.Preceding},
		{Label: t.BuyerReference, Value: d.BuyerReference},
		{Label: t.Property, Value: o.PropertyName},
	} {
		if strings.TrimSpace(f.Value) != "" {
			facts = append(facts, f)
		}
	}
	return facts
}
