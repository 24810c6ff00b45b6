package en16931

import (
	"strconv"

	"allot/internal/invoicing/document"
)

// adjustment writes an allowance or charge of the document, with its tax, or of a line.
func (w ublWriter) adjustment(a document.Adjustment, tax tag) tag {
	return group("cac:AllowanceCharge",
		leaf("cbc:ChargeIndicator", strconv.FormatBool(a.Charge)),
		leaf("cbc:AllowanceChargeReason", a.Reason),
		w.amount("cbc:Amount", a.Amount),
		tax)
}

func (w ublWriter) category(name string, c document.Category, rate, why string) tag {
	return group(name,
		leaf("cbc:ID", string(c)), leaf("cbc:Percent", rate), leaf("cbc:TaxExemptionReason", why), w.scheme(vatScheme))
}

func (w ublWriter) taxes() tag {
	return group("cac:TaxTotal",
		w.amount("cbc:TaxAmount", w.Totals.Tax),
		each(w.Taxes, func(t document.Tax) tag {
			return group("cac:TaxSubtotal",
				w.amount("cbc:TaxableAmount", t.Base),
				w.amount("cbc:TaxAmount", t.Amount),
				w.category("cac:TaxCategory", t.Category, decimalText(t.Rate), reason(t)))
		}))
}

func (w ublWriter) totals() tag {
	t := w.Totals
	return group("cac:LegalMonetaryTotal",
		w.amount("cbc:LineExtensionAmount", t.Lines),
		w.amount("cbc:TaxExclusiveAmount", t.Net),
		w.amount("cbc:TaxInclusiveAmount", t.Gross),
		when(w.hasAdjustment(false), w.amount("cbc:AllowanceTotalAmount", t.Allowances)),
		when(w.hasAdjustment(true), w.amount("cbc:ChargeTotalAmount", t.Charges)),
		when(!t.Prepaid.IsZero(), w.amount("cbc:PrepaidAmount", t.Prepaid)),
		when(!t.Rounding.IsZero(), w.amount("cbc:PayableRoundingAmount", t.Rounding)),
		w.amount("cbc:PayableAmount", t.Due))
}

func (w ublWriter) lines() tag {
	kids := make([]tag, len(w.Lines))
	for i, l := range w.Lines {
		kids[i] = w.line(w.lineID(i), l)
	}
	return list(kids...)
}

func (w ublWriter) line(id string, l document.Line) tag {
	unit := l.Unit.Code()
	return group("cac:"+w.root+"Line",
		leaf("cbc:ID", id),
		leaf("cbc:"+w.quantity, decimalText(l.Quantity), "unitCode", unit),
		w.amount("cbc:LineExtensionAmount", l.Total),
		w.period(l.From, l.To),
		each(roundings(l), func(a document.Adjustment) tag { return w.adjustment(a, tag{}) }),
		group("cac:Item",
			leaf("cbc:Name", l.Description),
			w.category("cac:ClassifiedTaxCategory", l.Category, lineRate(l.Category, l.Rate), "")),
		group("cac:Price",
			leaf("cbc:PriceAmount", l.UnitPrice.String(), "currencyID", string(w.Currency)),
			when(!l.BaseQuantity.IsZero(), leaf("cbc:BaseQuantity", decimalText(l.BaseQuantity), "unitCode", unit))),
	)
}
