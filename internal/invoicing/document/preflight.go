package document

import (
	"fmt"
	"slices"

	"allot/internal/platform/money"
)

// Gap is something that a document lacks to be an e-invoice.
type Gap struct {
	// Field is where it belongs, such as seller.contact_phone or line_items[2].quantity.
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Gaps lists everything that XRechnung 3.0 wants and the document lacks, or that
// EN 16931 cannot express. A document without gaps makes a valid file.
func (d Document) Gaps() []Gap {
	var g gaps
	g.need("invoice_number", d.Number)
	g.check(!d.IssueDate.IsZero(), "issue_date", "is required")
	g.check(!d.DueDate.IsZero() || d.PaymentTerms != "", "due_date", "is required, or payment terms")
	g.check(d.Currency.Valid(), "currency", money.ErrCurrency.Error())
	g.need("buyer_reference", d.BuyerReference)
	g.check(!d.ServiceFrom.IsZero(), "service_from", "is required: the first day of the stay or service")
	g.check(!d.ServiceTo.IsZero(), "service_to", "is required: the last day of the stay or service")
	g.check(d.ServiceFrom.IsZero() || d.ServiceTo.IsZero() || d.ServiceFrom <= d.ServiceTo, "service_to", "must not be before service_from")
	g.check(d.Type == TypeInvoice || d.Preceding != "", "preceding_invoice", "is required: the invoice that is corrected")
	d.partyGaps(&g)
	d.paymentGaps(&g)
	d.taxGaps(&g)
	d.amountGaps(&g)
	return g
}

type gaps []Gap

func (g *gaps) check(ok bool, field, message string) {
	if !ok {
		*g = append(*g, Gap{field, message})
	}
}

func (g *gaps) need(field, value string) { g.check(value != "", field, "is required") }

func (d Document) partyGaps(g *gaps) {
	for _, p := range []struct {
		name string
		of   Party
	}{{"seller.", d.Seller}, {"buyer.", d.Buyer}} {
		g.need(p.name+"name", p.of.Name)
		g.need(p.name+"city", p.of.City)
		g.need(p.name+"postal_code", p.of.PostalCode)
		g.need(p.name+"country", p.of.Country)
		g.check(p.of.Endpoint != "" && p.of.EndpointScheme != "", p.name+"electronic_address", "is required: an e-mail address or another address for e-invoices")
	}
	g.need("seller.contact_name", d.Seller.ContactName)
	g.check(digits(d.Seller.ContactPhone) >= 3, "seller.contact_phone", "is required, with at least three digits")
	g.need("seller.contact_email", d.Seller.ContactEmail)
}

func digits(s string) (n int) {
	for _, r := range s {
		if r >= '0' && r <= '9' {
			n++
		}
	}
	return n
}

func (d Document) paymentGaps(g *gaps) {
	g.check(IsIBAN(d.Payment.IBAN), "seller.iban", "is required: the account that the buyer pays to")
	g.check(d.Payment.BIC == "" || IsBIC(d.Payment.BIC), "seller.bic", "must be a BIC such as BYLADEM1001")
}

func (d Document) taxGaps(g *gaps) {
	has := func(c Category) bool {
		return slices.ContainsFunc(d.Taxes, func(t Tax) bool { return t.Category == c })
	}
	if has(CategoryOutsideScope) {
		// A document outside the scope of VAT has one tax, and names no VAT id: the seller
		// is identified by something else.
		g.check(len(d.Taxes) == 1, "tax_category", "O (not subject to VAT) cannot be mixed with other categories")
		g.check(d.Seller.ID != "" || d.Seller.Registration != "", "seller.registration_number", "is required where nothing is subject to VAT")
	} else if has(CategoryCommunity) || has(CategoryExport) {
		g.need("seller.vat_id", d.Seller.VATID)
	} else {
		g.check(d.Seller.VATID != "" || d.Seller.TaxNumber != "", "seller.vat_id", "is required")
	}
	if has(CategoryCommunity) {
		g.need("buyer.vat_id", d.Buyer.VATID)
	}
	if has(CategoryReverse) {
		g.check(d.Buyer.VATID != "" || d.Buyer.Registration != "", "buyer.vat_id", "is required for reverse charge")
	}
}

// maxDecimals is how many decimals EN 16931 allows an amount.
const maxDecimals = 2

func (d Document) amountGaps(g *gaps) {
	g.check(len(d.Lines) > 0, "line_items", "at least one is required")
	for i, l := range d.Lines {
		at := fmt.Sprintf("line_items[%d].", i)
		g.need(at+"description", l.Description)
		g.check(l.UnitPrice.Sign() >= 0, at+"unit_price", "must not be negative: give a discount as a negative quantity")
		g.check(twoDecimals(l.Total), at+"line_total", "has three decimals: an e-invoice knows two at most")
	}
	for _, t := range d.Taxes {
		if !twoDecimals(t.Amount) {
			g.check(false, "tax_amount", "has three decimals: an e-invoice knows two at most")
			break
		}
	}
	g.check(d.Totals.Due.Sign() >= 0, "total_amount", "must not be negative")
}

func twoDecimals(a money.Amount) bool { return a.Decimal().Equal(a.Decimal().Round(maxDecimals)) }
