package en16931

import (
	"strconv"

	"allot/internal/invoicing/document"
	"allot/internal/platform/money"
)

func (w ciiWriter) amount(name string, a money.Amount) tag { return leaf(name, amountText(a)) }

func (w ciiWriter) settlement() tag {
	return group("ram:ApplicableHeaderTradeSettlement",
		leaf("ram:PaymentReference", w.Payment.Reference),
		leaf("ram:InvoiceCurrencyCode", string(w.Currency)),
		w.paymentMeans(),
		each(w.Taxes, w.tax),
		w.period(w.ServiceFrom, w.ServiceTo),
		each(w.Adjustments, func(a document.Adjustment) tag {
			return w.adjustment(a, w.category("ram:CategoryTradeTax", a.Category, a.Rate))
		}),
		group("ram:SpecifiedTradePaymentTerms",
			tag{name: "ram:Description", text: w.terms()}, w.date("ram:DueDateDateTime", w.DueDate)),
		w.totals(),
		group("ram:InvoiceReferencedDocument", leaf("ram:IssuerAssignedID", w.Preceding)))
}

func (w ciiWriter) tax(t document.Tax) tag {
	return group("ram:ApplicableTradeTax",
		w.amount("ram:CalculatedAmount", t.Amount),
		leaf("ram:TypeCode", vatScheme),
		leaf("ram:ExemptionReason", reason(t)),
		w.amount("ram:BasisAmount", t.Base),
		leaf("ram:CategoryCode", string(t.Category)),
		leaf("ram:RateApplicablePercent", decimalText(t.Rate)))
}

func (w ciiWriter) category(name string, c document.Category, rate money.Amount) tag {
	return group(name,
		leaf("ram:TypeCode", vatScheme), leaf("ram:CategoryCode", string(c)), leaf("ram:RateApplicablePercent", lineRate(c, rate)))
}

// adjustment writes an allowance or charge of the document, with its tax, or of a line.
func (w ciiWriter) adjustment(a document.Adjustment, tax tag) tag {
	return group("ram:SpecifiedTradeAllowanceCharge",
		group("ram:ChargeIndicator", leaf("udt:Indicator", strconv.FormatBool(a.Charge))),
		w.amount("ram:ActualAmount", a.Amount),
		leaf("ram:Reason", a.Reason),
		tax)
}

func (w ciiWriter) totals() tag {
	t := w.Totals
	return group("ram:SpecifiedTradeSettlementHeaderMonetarySummation",
		w.amount("ram:LineTotalAmount", t.Lines),
		when(w.hasAdjustment(true), w.amount("ram:ChargeTotalAmount", t.Charges)),
		when(w.hasAdjustment(false), w.amount("ram:AllowanceTotalAmount", t.Allowances)),
		w.amount("ram:TaxBasisTotalAmount", t.Net),
		leaf("ram:TaxTotalAmount", amountText(t.Tax), "currencyID", string(w.Currency)),
		when(!t.Rounding.IsZero(), w.amount("ram:RoundingAmount", t.Rounding)),
		w.amount("ram:GrandTotalAmount", t.Gross),
		when(!t.Prepaid.IsZero(), w.amount("ram:TotalPrepaidAmount", t.Prepaid)),
		w.amount("ram:DuePayableAmount", t.Due))
}

func (w ciiWriter) lines() tag {
	kids := make([]tag, len(w.Lines))
	for i, l := range w.Lines {
		kids[i] = w.line(w.lineID(i), l)
	}
	return list(kids...)
}

func (w ciiWriter) line(id string, l document.Line) tag {
	unit := l.Unit.Code()
	return group("ram:IncludedSupplyChainTradeLineItem",
		group("ram:AssociatedDocumentLineDocument", leaf("ram:LineID", id)),
		group("ram:SpecifiedTradeProduct", leaf("ram:Name", l.Description)),
		group("ram:SpecifiedLineTradeAgreement", group("ram:NetPriceProductTradePrice",
			leaf("ram:ChargeAmount", l.UnitPrice.String()),
			when(!l.BaseQuantity.IsZero(), leaf("ram:BasisQuantity", decimalText(l.BaseQuantity), "unitCode", unit)))),
		group("ram:SpecifiedLineTradeDelivery", leaf("ram:BilledQuantity", decimalText(l.Quantity), "unitCode", unit)),
		group("ram:SpecifiedLineTradeSettlement",
			w.category("ram:ApplicableTradeTax", l.Category, l.Rate),
			w.period(l.From, l.To),
			each(roundings(l), func(a document.Adjustment) tag { return w.adjustment(a, tag{}) }),
			group("ram:SpecifiedTradeSettlementLineMonetarySummation", w.amount("ram:LineTotalAmount", l.Total))))
}
