package document

import (
	"regexp"
	"slices"
	"strings"

	"allot/internal/platform/iso"
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
	g.check(slices.Contains(Types, d.Type), "document_type", "must be invoice, credit_note or correction")
	g.need("invoice_number", d.Number)
	g.check(!d.IssueDate.IsZero(), "issue_date", "is required")
	g.check(!d.DueDate.IsZero() || has(d.PaymentTerms), "due_date", "is required, or payment terms")
	g.check(d.Currency.Valid(), "currency", money.ErrCurrency.Error())
	g.check(!slices.Contains(unlistedCurrencies, d.Currency), "currency", "is not in the code list of e-invoices")
	g.need("buyer_reference", d.BuyerReference)
	g.check(d.Type == TypeInvoice || has(d.Preceding), "preceding_invoice", "is required: the invoice that is corrected")
	d.serviceGaps(&g)
	d.textGaps(&g)
	d.partyGaps(&g)
	d.paymentGaps(&g)
	d.taxGaps(&g)
	d.lineGaps(&g)
	d.adjustmentGaps(&g)
	d.totalGaps(&g)
	return g
}

// Codes in use that the code lists of EN 16931 do not have.
var (
	unlistedCurrencies = []money.Currency{"STN", "XCG"}
	unlistedCountries  = []string{"SS", "XK"}
)

type gaps []Gap

func (g *gaps) check(ok bool, field, message string) {
	if !ok {
		*g = append(*g, Gap{field, message})
	}
}

func (g *gaps) need(field, value string) { g.check(has(value), field, "is required") }

// has reports whether anything of a text is left in an e-invoice.
func has(s string) bool { return CleanText(s) != "" }

func (d Document) serviceGaps(g *gaps) {
	g.check(!d.ServiceFrom.IsZero(), "service_from", "is required: the first day of the stay or service")
	g.check(!d.ServiceTo.IsZero(), "service_to", "is required: the last day of the stay or service")
	g.check(d.ServiceFrom.IsZero() || d.ServiceTo.IsZero() || d.ServiceFrom <= d.ServiceTo, "service_to", "must not be before service_from")
}

var (
	// noteSubject finds what UBL takes for the subject of a note (BT-21).
	noteSubject  = regexp.MustCompile(`^[^#]*#[^#]{3}#`)
	cashDiscount = regexp.MustCompile(`^#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#$`)
)

// textGaps refuses free texts that the rules take for codes.
func (d Document) textGaps(g *gaps) {
	g.check(!noteSubject.MatchString(CleanText(d.Note)), "notes", "must not have exactly three characters between two # signs: an e-invoice takes them for a code")
	var marked []string
	starts := false
	for line := range strings.SplitSeq(CleanText(d.PaymentTerms), "\n") {
		line = strings.Trim(line, " \t")
		starts = starts || strings.HasPrefix(line, "#")
		if strings.Contains(line, "#") {
			marked = append(marked, line)
		}
	}
	wrong := slices.ContainsFunc(marked, func(line string) bool { return !cashDiscount.MatchString(line) })
	g.check(!starts || !wrong, "payment_terms", "may have a line that starts with # only for a cash discount such as #SKONTO#TAGE=14#PROZENT=2.00#")
}

func (d Document) partyGaps(g *gaps) {
	for _, p := range []struct {
		name string
		of   Party
	}{{"seller.", d.Seller}, {"buyer.", d.Buyer}} {
		g.need(p.name+"name", p.of.Name)
		g.need(p.name+"city", p.of.City)
		g.need(p.name+"postal_code", p.of.PostalCode)
		g.need(p.name+"country", p.of.Country)
		g.check(p.of.Country == "" || listedCountry(p.of.Country), p.name+"country", "is not in the code list of e-invoices")
		g.check(has(p.of.Endpoint) && p.of.EndpointScheme != "", p.name+"electronic_address", "is required: an e-mail address or another address for e-invoices")
		g.check(p.of.EndpointScheme == "" || IsEndpointScheme(p.of.EndpointScheme), p.name+"electronic_address_scheme", "is not in the code list of electronic addresses (EAS): EM is an e-mail address")
	}
	g.need("seller.contact_name", d.Seller.ContactName)
	g.check(digits(d.Seller.ContactPhone) >= 3, "seller.contact_phone", "is required, with at least three digits")
	g.check(emailForm.MatchString(CleanText(d.Seller.ContactEmail)), "seller.contact_email", "is required: an e-mail address")
}

// emailForm is what XRechnung takes for an e-mail address.
var emailForm = regexp.MustCompile(`^[^@\s]+@([^@.\s]+\.)+[^@.\s]+$`)

func listedCountry(code string) bool {
	return iso.IsCountry(code) && !slices.Contains(unlistedCountries, code)
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
