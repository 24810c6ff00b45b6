package invoice

import (
	"strconv"

	"github.com/shopspring/decimal"

	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/money"
)

const (
	rateDecimals     = 2
	thousandthsShift = 3
)

var decimalHundred = decimal.New(100, 0)

// compute sets the amounts of the invoice, and refuses what cannot be an invoice: a
// negative total, or what is subject to VAT beside what is not.
func (v *Invoice) compute(f *apperr.Fields) {
	d := v.content()
	for i := range v.LineItems {
		v.LineItems[i].LineTotal = d.Lines[i].Total
	}
	v.Subtotal, v.TaxAmount, v.TotalAmount = d.Totals.Net, d.Totals.Tax, d.Totals.Gross
	v.Thousandths = v.TotalAmount.Decimal().Shift(thousandthsShift).IntPart()
	f.Check(v.TotalAmount.Sign() >= 0, "line_items", "must not add up to less than 0")
	f.Check(storable(v.TotalAmount) && storable(v.Subtotal), "line_items", money.ErrTooLarge.Message)
	for _, t := range d.Taxes {
		f.Check(t.Category != document.CategoryOutsideScope || len(d.Taxes) == 1, "tax_category", "O (not subject to VAT) cannot be mixed with other categories")
	}
}

func storable(a money.Amount) bool {
	_, err := a.Value()
	return err == nil
}

// content returns the document without its parties, computed.
func (v Invoice) content() document.Document {
	d := document.Document{
		Type: document.TypeInvoice, Number: v.InvoiceNumber, IssueDate: v.IssueDate, DueDate: v.DueDate, Currency: v.Currency,
		BuyerReference: v.BuyerReference, Note: v.Notes, ServiceFrom: v.ServiceFrom, ServiceTo: v.ServiceTo,
		Lines: make([]document.Line, len(v.LineItems)),
	}
	for i, l := range v.LineItems {
		category, rate := v.Tax(l)
		d.Lines[i] = document.Line{
			ID: strconv.Itoa(i + 1), Description: l.Description, Quantity: l.Quantity, Unit: l.Unit, UnitPrice: l.UnitPrice,
			Category: category, Rate: rate, From: l.From, To: l.To,
		}
	}
	d.Compute(func(document.Category) string { return v.TaxReason })
	return d
}

// TaxBreakdown returns the tax of each category and rate.
func (v Invoice) TaxBreakdown() []document.Tax { return v.content().Taxes }

// documentOf returns the invoice as a document of parties and look.
func (v Invoice) documentOf(z Frozen) document.Document {
	d := v.content()
	d.Seller, d.Buyer, d.Payment = z.Seller, z.Buyer, z.Payment
	d.Payment.Reference = v.InvoiceNumber
	d.PaymentTerms = z.Look.PaymentTerms
	if d.BuyerReference == "" {
		d.BuyerReference = z.BuyerReference
	}
	return d
}
