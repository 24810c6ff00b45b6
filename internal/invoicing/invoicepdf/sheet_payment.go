package invoicepdf

import (
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/lang"
	"allot/internal/platform/pdf"
)

// payment is how the buyer pays.
type payment struct {
	Title   string
	Terms   string
	Bank    string     // written by the hotel
	Account []pdf.Fact // where it has written nothing
	Code    string     // content of the QR code, or ""
	Caption string     // below it
}

func (t texts) payment(d document.Document, o Options) payment {
	p := payment{
		Title:   t.Payment,
		Terms:   t.terms(d, o),
		Bank:    strings.TrimSpace(o.Look.BankDetails),
		Caption: t.Scan,
	}
	if payable(d, o.Mark) {
		p.Code = paymentCode(d)
	}
	facts := []pdf.Fact{{Label: t.Reference, Value: d.Payment.Reference}}
	if p.Bank == "" {
		facts = []pdf.Fact{
			{Label: t.Holder, Value: d.Payment.Holder},
			{Label: t.IBAN, Value: document.GroupedIBAN(document.CleanAccount(d.Payment.IBAN))},
			{Label: t.BIC, Value: document.CleanAccount(d.Payment.BIC)},
			facts[0],
		}
	}
	for _, f := range facts {
		if strings.TrimSpace(f.Value) != "" {
			p.Account = append(p.Account, f)
		}
	}
	return p
}

// terms returns the terms of the document, else those of the hotel, else when to pay.
func (t texts) terms(d document.Document, o Options) string {
	for _, terms := range []string{d.PaymentTerms, o.Look.PaymentTerms} {
		if terms = strings.TrimSpace(terms); terms != "" {
			return terms
		}
	}
	if !payable(d, o.Mark) || d.DueDate.IsZero() {
		return ""
	}
	return lang.Fill(t.PayBy, "amount", t.money(d.Totals.Due, d.Currency), "date", t.date(d.DueDate))
}

// payable reports whether the buyer is to pay: a code on an invoice that is paid or
// cancelled would be paid a second time.
func payable(d document.Document, m Mark) bool {
	return d.Type != document.TypeCreditNote && d.Totals.Due.Sign() > 0 && m != MarkPaid && m != MarkCancelled
}
