package en16931

import (
	"encoding/xml"

	"allot/internal/invoicing/document"
)

// ciiSpaces are the namespaces of CII.
var ciiSpaces = map[string]bool{
	"urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100":                       true,
	"urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100": true,
	"urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100":                        true,
	"urn:un:unece:uncefact:data:standard:QualifiedDataType:100":                          true,
}

// ciiReader reads a CrossIndustryInvoice, as ZUGFeRD, Factur-X and XRechnung use it.
type ciiReader struct {
	values
	s     *scanner
	lines []document.Line
}

func readCII(s *scanner, root xml.StartElement) (File, error) {
	r := &ciiReader{s: s}
	s.spaces = ciiSpaces
	s.taken = map[string]func(xml.StartElement) error{
		"IncludedSupplyChainTradeLineItem": r.line,
		"AdditionalReferencedDocument":     s.skipped,
	}
	n, err := s.node(root)
	if err != nil {
		return File{}, err
	}
	if err := s.end(); err != nil {
		return File{}, err
	}
	f := File{
		Syntax:   SyntaxCII,
		Profile:  n.get("ExchangedDocumentContext", "GuidelineSpecifiedDocumentContextParameter", "ID"),
		Document: r.document(n),
	}
	if r.err != nil {
		return File{}, r.err
	}
	return f, nil
}

func (r *ciiReader) document(n *node) document.Document {
	head, trade := n.at("ExchangedDocument"), n.at("SupplyChainTradeTransaction")
	agreement, settlement := trade.at("ApplicableHeaderTradeAgreement"), trade.at("ApplicableHeaderTradeSettlement")
	if head == nil || settlement == nil {
		r.fail(n.line, "ExchangedDocument or ApplicableHeaderTradeSettlement is missing")
		return document.Document{}
	}
	terms := settlement.all("SpecifiedTradePaymentTerms")
	d := document.Document{
		Type:           typeOf(head.get("TypeCode")),
		Number:         r.need(head, "the invoice number BT-1", "ID").get(),
		IssueDate:      r.date(r.need(head, "the date of issue BT-2", "IssueDateTime")),
		Currency:       r.currency(r.need(settlement, "the currency BT-5", "InvoiceCurrencyCode")),
		BuyerReference: agreement.get("BuyerReference"),
		PaymentTerms:   texts(terms, "Description"),
		Note:           texts(head.all("IncludedNote"), "Content"),
		Preceding:      settlement.get("InvoiceReferencedDocument", "IssuerAssignedID"),
		ServiceFrom:    r.date(settlement.at("BillingSpecifiedPeriod", "StartDateTime")),
		ServiceTo:      r.date(settlement.at("BillingSpecifiedPeriod", "EndDateTime")),
		Seller:         ciiParty(agreement.at("SellerTradeParty")),
		Buyer:          ciiParty(agreement.at("BuyerTradeParty")),
		Payment:        ciiPayment(settlement),
		Lines:          r.lines,
		Adjustments:    r.adjustments(settlement),
	}
	for _, t := range terms {
		if due := t.at("DueDateDateTime"); d.DueDate.IsZero() {
			d.DueDate = r.date(due)
		}
	}
	for _, t := range settlement.all("ApplicableTradeTax") {
		d.Taxes = append(d.Taxes, r.tax(t))
	}
	r.totals(settlement, &d)
	return d
}

func (r *ciiReader) totals(settlement *node, d *document.Document) {
	m := settlement.at("SpecifiedTradeSettlementHeaderMonetarySummation")
	if m == nil {
		r.fail(settlement.line, "the totals are missing (SpecifiedTradeSettlementHeaderMonetarySummation)")
		return
	}
	tax := inCurrency(m.all("TaxTotalAmount"), d.Currency)
	d.Totals = document.Totals{
		Lines:      r.amount(m.at("LineTotalAmount")),
		Allowances: r.amount(m.at("AllowanceTotalAmount")),
		Charges:    r.amount(m.at("ChargeTotalAmount")),
		Net:        r.amount(r.need(m, "the sum without tax BT-109", "TaxBasisTotalAmount")),
		Tax:        r.amount(tax),
		Gross:      r.amount(r.need(m, "the sum with tax BT-112", "GrandTotalAmount")),
		Prepaid:    r.amount(m.at("TotalPrepaidAmount")),
		Rounding:   r.amount(m.at("RoundingAmount")),
		Due:        r.amount(r.need(m, "the amount due BT-115", "DuePayableAmount")),
	}
	if len(d.Taxes) > maxTaxes {
		r.fail(settlement.line, "more than %d taxes", maxTaxes)
	}
	fillTotals(&d.Totals, m.at("LineTotalAmount"), tax, d.Taxes)
}

func (r *ciiReader) tax(n *node) document.Tax {
	return document.Tax{
		Category: document.Category(n.get("CategoryCode")),
		Rate:     r.amount(n.at("RateApplicablePercent")),
		Base:     r.amount(n.at("BasisAmount")),
		Amount:   r.amount(n.at("CalculatedAmount")),
		Reason:   firstOf(n.get("ExemptionReason"), n.get("ExemptionReasonCode")),
	}
}

// adjustments reads allowances and charges. Freight is a charge of its own kind in the
// profile EXTENDED.
func (r *ciiReader) adjustments(settlement *node) []document.Adjustment {
	var out []document.Adjustment
	for _, n := range settlement.all("SpecifiedTradeAllowanceCharge") {
		out = append(out, document.Adjustment{
			Charge:   isTrue(n.get("ChargeIndicator")),
			Amount:   r.amount(n.at("ActualAmount")),
			Reason:   firstOf(n.get("Reason"), n.get("ReasonCode")),
			Category: document.Category(n.get("CategoryTradeTax", "CategoryCode")),
			Rate:     r.amount(n.at("CategoryTradeTax", "RateApplicablePercent")),
		})
	}
	for _, n := range settlement.all("SpecifiedLogisticsServiceCharge") {
		out = append(out, document.Adjustment{
			Charge:   true,
			Amount:   r.amount(n.at("AppliedAmount")),
			Reason:   n.get("Description"),
			Category: document.Category(n.get("AppliedTradeTax", "CategoryCode")),
			Rate:     r.amount(n.at("AppliedTradeTax", "RateApplicablePercent")),
		})
	}
	return out
}

func (r *ciiReader) line(start xml.StartElement) error {
	before := r.s.nodes
	if len(r.lines) == maxLines {
		return r.s.notInvoice(r.s.Line(), "more than %d lines", maxLines)
	}
	n, err := r.s.node(start)
	if err != nil {
		return err
	}
	r.s.nodes = before
	r.lines = append(r.lines, r.lineOf(n))
	return nil
}

func (r *ciiReader) lineOf(n *node) document.Line {
	id, product := n.at("AssociatedDocumentLineDocument"), n.at("SpecifiedTradeProduct")
	price := n.at("SpecifiedLineTradeAgreement", "NetPriceProductTradePrice")
	quantity := n.at("SpecifiedLineTradeDelivery", "BilledQuantity")
	settlement := n.at("SpecifiedLineTradeSettlement")
	tax, period := settlement.at("ApplicableTradeTax"), settlement.at("BillingSpecifiedPeriod")
	return document.Line{
		ID:           id.get("LineID"),
		Parent:       id.get("ParentLineID"),
		Description:  firstOf(product.get("Name"), product.get("Description")),
		Quantity:     r.amount(quantity),
		UnitCode:     quantity.attribute("unitCode"),
		UnitPrice:    r.amount(price.at("ChargeAmount")),
		BaseQuantity: r.amount(price.at("BasisQuantity")),
		Total:        r.amount(settlement.at("SpecifiedTradeSettlementLineMonetarySummation", "LineTotalAmount")),
		Category:     document.Category(tax.get("CategoryCode")),
		Rate:         r.amount(tax.at("RateApplicablePercent")),
		From:         r.date(period.at("StartDateTime")),
		To:           r.date(period.at("EndDateTime")),
	}
}

func ciiParty(n *node) document.Party {
	address, contact := n.at("PostalTradeAddress"), n.at("DefinedTradeContact")
	p := document.Party{
		Name:           firstOf(n.get("Name"), n.get("SpecifiedLegalOrganization", "TradingBusinessName")),
		ID:             firstOf(n.get("ID"), n.get("GlobalID")),
		Registration:   n.get("SpecifiedLegalOrganization", "ID"),
		Endpoint:       n.get("URIUniversalCommunication", "URIID"),
		EndpointScheme: n.at("URIUniversalCommunication", "URIID").attribute("schemeID"),
		Street:         joined(", ", address.get("LineOne"), address.get("LineTwo"), address.get("LineThree")),
		PostalCode:     address.get("PostcodeCode"),
		City:           address.get("CityName"),
		Country:        address.get("CountryID"),
		ContactName:    firstOf(contact.get("PersonName"), contact.get("DepartmentName")),
		ContactPhone:   contact.get("TelephoneUniversalCommunication", "CompleteNumber"),
		ContactEmail:   contact.get("EmailURIUniversalCommunication", "URIID"),
	}
	for _, t := range n.all("SpecifiedTaxRegistration") {
		if id := t.at("ID"); id.attribute("schemeID") == "VA" {
			p.VATID = firstOf(p.VATID, id.get())
		} else {
			p.TaxNumber = firstOf(p.TaxNumber, id.get())
		}
	}
	return p
}

// ciiPayment returns the first account to pay to.
func ciiPayment(settlement *node) document.Payment {
	p := document.Payment{Reference: settlement.get("PaymentReference")}
	for _, m := range settlement.all("SpecifiedTradeSettlementPaymentMeans") {
		account := m.at("PayeePartyCreditorFinancialAccount")
		if id := firstOf(account.get("IBANID"), account.get("ProprietaryID")); p.IBAN == "" && id != "" {
			p.IBAN = document.CleanAccount(id)
			p.BIC = document.CleanAccount(m.get("PayeeSpecifiedCreditorFinancialInstitution", "BICID"))
			p.Holder = account.get("AccountName")
		}
	}
	return p
}
