package en16931

import (
	"encoding/xml"
	"regexp"
	"strings"

	"allot/internal/invoicing/document"
)

// ublSpaces are the namespaces of UBL that hold the invoice. Extensions and signatures
// are in others.
var ublSpaces = map[string]bool{
	"urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2": true,
	"urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2":     true,
}

// ublReader reads an Invoice or a CreditNote of UBL.
type ublReader struct {
	values
	s     *scanner
	lines []document.Line
}

func readUBL(s *scanner, root xml.StartElement) (File, error) {
	r := &ublReader{s: s}
	s.spaces = ublSpaces
	s.taken = map[string]func(xml.StartElement) error{
		"InvoiceLine": r.line, "CreditNoteLine": r.line, "SubInvoiceLine": r.line, "SubCreditNoteLine": r.line,
		"AdditionalDocumentReference": s.skipped,
	}
	n, err := s.node(root)
	if err != nil {
		return File{}, err
	}
	if err := s.end(); err != nil {
		return File{}, err
	}
	f := File{Syntax: SyntaxUBL, Profile: n.get("CustomizationID"), Document: r.document(n)}
	if r.err != nil {
		return File{}, r.err
	}
	return f, nil
}

func (r *ublReader) document(n *node) document.Document {
	d := document.Document{
		Type:           typeOf(firstOf(n.get("InvoiceTypeCode"), n.get("CreditNoteTypeCode"))),
		Number:         r.need(n, "the invoice number BT-1", "ID").get(),
		IssueDate:      r.date(r.need(n, "the date of issue BT-2", "IssueDate")),
		Currency:       r.currency(r.need(n, "the currency BT-5", "DocumentCurrencyCode")),
		BuyerReference: n.get("BuyerReference"),
		PaymentTerms:   texts(n.all("PaymentTerms"), "Note"),
		Note:           ublNotes(n.all("Note")),
		Preceding:      n.get("BillingReference", "InvoiceDocumentReference", "ID"),
		ServiceFrom:    r.date(n.at("InvoicePeriod", "StartDate")),
		ServiceTo:      r.date(n.at("InvoicePeriod", "EndDate")),
		Seller:         ublParty(n.at("AccountingSupplierParty", "Party")),
		Buyer:          ublParty(n.at("AccountingCustomerParty", "Party")),
		Payment:        ublPayment(n.all("PaymentMeans")),
		Lines:          r.lines,
	}
	if n.name == "CreditNote" {
		d.Type = document.TypeCreditNote
	}
	d.DueDate = r.date(firstNode(n.at("DueDate"), n.at("PaymentMeans", "PaymentDueDate"), n.at("PaymentTerms", "PaymentDueDate")))
	for _, a := range n.all("AllowanceCharge") {
		d.Adjustments = append(d.Adjustments, r.adjustment(a))
	}
	r.sums(n, &d)
	return d
}

// sums reads taxes and totals.
func (r *ublReader) sums(n *node, d *document.Document) {
	var tax *node
	for _, t := range n.all("TaxTotal") {
		for _, sub := range t.all("TaxSubtotal") {
			if inCurrency(sub.all("TaxableAmount"), d.Currency) != nil {
				d.Taxes = append(d.Taxes, r.tax(sub))
			}
		}
		if tax == nil {
			tax = inCurrency(t.all("TaxAmount"), d.Currency)
		}
	}
	m := n.at("LegalMonetaryTotal")
	d.Totals = document.Totals{
		Lines:      r.amount(m.at("LineExtensionAmount")),
		Allowances: r.amount(m.at("AllowanceTotalAmount")),
		Charges:    r.amount(m.at("ChargeTotalAmount")),
		Net:        r.amount(r.need(n, "the sum without tax BT-109", "LegalMonetaryTotal", "TaxExclusiveAmount")),
		Tax:        r.amount(tax),
		Gross:      r.amount(r.need(n, "the sum with tax BT-112", "LegalMonetaryTotal", "TaxInclusiveAmount")),
		Prepaid:    r.amount(m.at("PrepaidAmount")),
		Rounding:   r.amount(m.at("PayableRoundingAmount")),
		Due:        r.amount(r.need(n, "the amount due BT-115", "LegalMonetaryTotal", "PayableAmount")),
	}
	if len(d.Taxes) > maxTaxes {
		r.fail(n.line, "more than %d taxes", maxTaxes)
	}
	fillTotals(&d.Totals, m.at("LineExtensionAmount"), tax, d.Taxes)
}

func (r *ublReader) tax(n *node) document.Tax {
	c := n.at("TaxCategory")
	return document.Tax{
		Category: document.Category(c.get("ID")),
		Rate:     r.amount(c.at("Percent")),
		Base:     r.amount(n.at("TaxableAmount")),
		Amount:   r.amount(n.at("TaxAmount")),
		Reason:   firstOf(c.get("TaxExemptionReason"), c.get("TaxExemptionReasonCode")),
	}
}

func (r *ublReader) adjustment(n *node) document.Adjustment {
	return document.Adjustment{
		Charge:   isTrue(n.get("ChargeIndicator")),
		Amount:   r.amount(n.at("Amount")),
		Reason:   firstOf(n.get("AllowanceChargeReason"), n.get("AllowanceChargeReasonCode")),
		Category: document.Category(n.get("TaxCategory", "ID")),
		Rate:     r.amount(n.at("TaxCategory", "Percent")),
	}
}

// line reads a line and the lines that are parts of it, which come after it.
func (r *ublReader) line(start xml.StartElement) error {
	at, before := len(r.lines), r.s.nodes
	if at == maxLines {
		return r.s.notInvoice(r.s.Line(), "more than %d lines", maxLines)
	}
	r.lines = append(r.lines, document.Line{})
	n, err := r.s.node(start)
	if err != nil {
		return err
	}
	r.s.nodes = before
	r.lines[at] = r.lineOf(n)
	for i := at + 1; i < len(r.lines); i++ {
		if r.lines[i].Parent == "" {
			r.lines[i].Parent = r.lines[at].ID
		}
	}
	return nil
}

func (r *ublReader) lineOf(n *node) document.Line {
	quantity := firstNode(n.at("InvoicedQuantity"), n.at("CreditedQuantity"))
	tax := n.at("Item", "ClassifiedTaxCategory")
	return document.Line{
		ID:           n.get("ID"),
		Description:  firstOf(n.get("Item", "Name"), n.get("Item", "Description")),
		Quantity:     r.amount(quantity),
		UnitCode:     quantity.attribute("unitCode"),
		UnitPrice:    r.amount(n.at("Price", "PriceAmount")),
		BaseQuantity: r.amount(n.at("Price", "BaseQuantity")),
		Total:        r.amount(n.at("LineExtensionAmount")),
		Category:     document.Category(tax.get("ID")),
		Rate:         r.amount(tax.at("Percent")),
		From:         r.date(n.at("InvoicePeriod", "StartDate")),
		To:           r.date(n.at("InvoicePeriod", "EndDate")),
	}
}

func ublParty(n *node) document.Party {
	address, legal := n.at("PostalAddress"), n.at("PartyLegalEntity")
	p := document.Party{
		Name:           firstOf(legal.get("RegistrationName"), n.get("PartyName", "Name")),
		Registration:   legal.get("CompanyID"),
		Endpoint:       n.get("EndpointID"),
		EndpointScheme: n.at("EndpointID").attribute("schemeID"),
		Street:         joined(", ", address.get("StreetName"), address.get("AdditionalStreetName"), address.get("AddressLine", "Line")),
		PostalCode:     address.get("PostalZone"),
		City:           address.get("CityName"),
		Country:        address.get("Country", "IdentificationCode"),
		ContactName:    n.get("Contact", "Name"),
		ContactPhone:   n.get("Contact", "Telephone"),
		ContactEmail:   n.get("Contact", "ElectronicMail"),
	}
	for _, id := range n.all("PartyIdentification") {
		// The scheme SEPA marks the creditor of a direct debit (BT-90).
		if id = id.at("ID"); p.ID == "" && id.attribute("schemeID") != "SEPA" {
			p.ID = id.get()
		}
	}
	for _, t := range n.all("PartyTaxScheme") {
		if strings.EqualFold(t.get("TaxScheme", "ID"), "VAT") {
			p.VATID = firstOf(p.VATID, t.get("CompanyID"))
		} else {
			p.TaxNumber = firstOf(p.TaxNumber, t.get("CompanyID"))
		}
	}
	return p
}

// ublPayment returns the first account to pay to.
func ublPayment(means []*node) document.Payment {
	var p document.Payment
	for _, m := range means {
		p.Reference = firstOf(p.Reference, m.get("PaymentID"))
		if account := m.at("PayeeFinancialAccount"); p.IBAN == "" && account.get("ID") != "" {
			p.IBAN = document.CleanAccount(account.get("ID"))
			p.BIC = document.CleanAccount(account.get("FinancialInstitutionBranch", "ID"))
			p.Holder = account.get("Name")
		}
	}
	return p
}

// noteCode is the code of a subject (BT-21), which UBL has in the text of a note.
var noteCode = regexp.MustCompile(`^#[A-Z]{3}#`)

func ublNotes(notes []*node) string {
	var out []string
	for _, n := range notes {
		out = append(out, strings.TrimSpace(noteCode.ReplaceAllString(n.get(), "")))
	}
	return joined("\n", out...)
}
