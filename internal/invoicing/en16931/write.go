package en16931

import (
	"slices"
	"strconv"
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/money"
)

// The specification identifiers (BT-24), and the business process (BT-23) that
// XRechnung names.
const (
	specEN16931   = "urn:cen.eu:en16931:2017"
	specXRechnung = specEN16931 + "#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0"
	processID     = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0"
)

// GapsError refuses a document that lacks something.
type GapsError struct{ Gaps []document.Gap }

func (e *GapsError) Error() string {
	fields := make([]string, len(e.Gaps))
	for i, g := range e.Gaps {
		fields[i] = g.Field + " " + g.Message
	}
	return "the document makes no e-invoice: " + strings.Join(fields, "; ")
}

// outgoing is a document without gaps, as both syntaxes write it.
type outgoing struct{ document.Document }

func prepare(d document.Document) (outgoing, error) {
	if gaps := d.Gaps(); len(gaps) > 0 {
		return outgoing{}, &GapsError{gaps}
	}
	return outgoing{d}, nil
}

// typeCode returns BT-3, a code of UNTDID 1001.
func (o outgoing) typeCode() string {
	switch o.Type {
	case document.TypeCreditNote:
		return "381"
	case document.TypeCorrection:
		return "384"
	case document.TypeInvoice:
	}
	return "380"
}

// paymentCode returns BT-81, a code of UNTDID 4461: a transfer within SEPA or any other.
func (o outgoing) paymentCode() string {
	if o.Currency == "EUR" {
		return "58"
	}
	return "30"
}

// terms returns BT-20. The rules want a line feed after a cash discount.
func (o outgoing) terms() string {
	terms := document.CleanText(o.PaymentTerms)
	if strings.HasSuffix(terms, "#") {
		terms += "\n"
	}
	return terms
}

// vatID returns the VAT id of a party. A document outside the scope of VAT must not
// have any.
func (o outgoing) vatID(p document.Party) string {
	if o.HasCategory(document.CategoryOutsideScope) {
		return ""
	}
	return p.VATID
}

// lineID returns BT-126: that of the line or its position.
func (o outgoing) lineID(i int) string {
	if id := document.CleanText(o.Lines[i].ID); id != "" {
		return id
	}
	return strconv.Itoa(i + 1)
}

// hasAdjustment reports whether there is a charge, or an allowance.
func (o outgoing) hasAdjustment(charge bool) bool {
	return slices.ContainsFunc(o.Adjustments, func(a document.Adjustment) bool { return a.Charge == charge })
}

// reason returns BT-120, which is forbidden where there is tax.
func reason(t document.Tax) string {
	if !t.Category.NeedsReason() {
		return ""
	}
	if r := document.CleanText(t.Reason); r != "" {
		return r
	}
	return t.Category.DefaultReason()
}

// lineRate returns BT-152, which is forbidden outside the scope of VAT.
func lineRate(c document.Category, rate money.Amount) string {
	if c == document.CategoryOutsideScope {
		return ""
	}
	return decimalText(rate)
}

// roundings returns what a line needs beside quantity and price to give its total. EN
// 16931 computes with two decimals, a currency such as JPY has none.
func roundings(l document.Line) []document.Adjustment {
	diff := l.Total.Sub(l.Net(amountDecimals))
	if diff.IsZero() {
		return nil
	}
	a := document.Adjustment{Charge: diff.Sign() > 0, Amount: diff, Reason: "Rounding"}
	if !a.Charge {
		a.Amount = diff.Neg()
	}
	return []document.Adjustment{a}
}

const amountDecimals = 2

// amountText returns an amount; prices, quantities and rates may have more decimals.
func amountText(a money.Amount) string { return a.Decimal().StringFixed(amountDecimals) }

// decimalText returns a quantity or rate without needless zeros.
func decimalText(a money.Amount) string { return a.Decimal().String() }
