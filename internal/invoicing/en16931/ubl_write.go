package en16931

import (
	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
	"allot/internal/platform/money"
)

const (
	ublNamespace = "urn:oasis:names:specification:ubl:schema:xsd:"
	vatScheme    = "VAT"
)

// WriteUBL returns an XRechnung in UBL 2.1, equal for equal documents. A document with
// gaps is refused with a *GapsError.
func WriteUBL(d document.Document) ([]byte, error) {
	o, err := prepare(d)
	if err != nil {
		return nil, err
	}
	w := ublWriter{outgoing: o, root: "Invoice", quantity: "InvoicedQuantity"}
	if d.Type == document.TypeCreditNote {
		w.root, w.quantity = "CreditNote", "CreditedQuantity"
	}
	return encode(w.document()), nil
}

// ublWriter writes an Invoice or a CreditNote, which differ in few names.
type ublWriter struct {
	outgoing
	root, quantity string
}

func (w ublWriter) isCreditNote() bool { return w.root == "CreditNote" }

func (w ublWriter) document() tag {
	t := group(w.root,
		w.header(),
		group("cac:AccountingSupplierParty", w.party(w.Seller, w.Seller.TaxNumber)),
		group("cac:AccountingCustomerParty", w.party(w.Buyer, "")),
		w.delivery(),
		w.payment(),
		each(w.Adjustments, func(a document.Adjustment) tag {
			return w.adjustment(a, w.category("cac:TaxCategory", a.Category, lineRate(a.Category, a.Rate), ""))
		}),
		w.taxes(),
		w.totals(),
		w.lines(),
	)
	t.attrs = []string{
		"xmlns", ublNamespace + w.root + "-2",
		"xmlns:cac", ublNamespace + "CommonAggregateComponents-2",
		"xmlns:cbc", ublNamespace + "CommonBasicComponents-2",
	}
	return t
}

func (w ublWriter) header() tag {
	return list(
		leaf("cbc:CustomizationID", specXRechnung),
		leaf("cbc:ProfileID", processID),
		leaf("cbc:ID", w.Number),
		leaf("cbc:IssueDate", w.IssueDate.String()),
		when(!w.isCreditNote(), leaf("cbc:DueDate", w.DueDate.String())),
		leaf("cbc:"+w.root+"TypeCode", w.typeCode()),
		leaf("cbc:Note", w.Note),
		leaf("cbc:DocumentCurrencyCode", string(w.Currency)),
		leaf("cbc:BuyerReference", w.BuyerReference),
		w.period(w.ServiceFrom, w.ServiceTo),
		group("cac:BillingReference", group("cac:InvoiceDocumentReference", leaf("cbc:ID", w.Preceding))),
	)
}

func (w ublWriter) period(from, to civil.Date) tag {
	return group("cac:InvoicePeriod", leaf("cbc:StartDate", from.String()), leaf("cbc:EndDate", to.String()))
}

func (w ublWriter) party(p document.Party, taxNumber string) tag {
	return group("cac:Party",
		leaf("cbc:EndpointID", p.Endpoint, "schemeID", p.EndpointScheme),
		group("cac:PartyIdentification", leaf("cbc:ID", p.ID)),
		w.address("cac:PostalAddress", p),
		w.taxID(w.vatID(p), vatScheme),
		w.taxID(taxNumber, "FC"),
		group("cac:PartyLegalEntity", leaf("cbc:RegistrationName", p.Name), leaf("cbc:CompanyID", p.Registration)),
		group("cac:Contact",
			leaf("cbc:Name", p.ContactName), leaf("cbc:Telephone", p.ContactPhone), leaf("cbc:ElectronicMail", p.ContactEmail)),
	)
}

func (w ublWriter) address(name string, p document.Party) tag {
	return group(name,
		leaf("cbc:StreetName", p.Street), leaf("cbc:CityName", p.City), leaf("cbc:PostalZone", p.PostalCode),
		group("cac:Country", leaf("cbc:IdentificationCode", p.Country)))
}

func (w ublWriter) taxID(id, scheme string) tag {
	number := leaf("cbc:CompanyID", id)
	return when(number.filled(), group("cac:PartyTaxScheme", number, w.scheme(scheme)))
}

func (w ublWriter) scheme(id string) tag { return group("cac:TaxScheme", leaf("cbc:ID", id)) }

// delivery says where an intra-community supply went, as the rules want: to the buyer.
func (w ublWriter) delivery() tag {
	return group("cac:Delivery",
		leaf("cbc:ActualDeliveryDate", w.ServiceTo.String()),
		when(w.HasCategory(document.CategoryCommunity), group("cac:DeliveryLocation", w.address("cac:Address", w.Buyer))))
}

func (w ublWriter) payment() tag {
	return list(
		group("cac:PaymentMeans",
			leaf("cbc:PaymentMeansCode", w.paymentCode()),
			when(w.isCreditNote(), leaf("cbc:PaymentDueDate", w.DueDate.String())),
			leaf("cbc:PaymentID", w.Payment.Reference),
			group("cac:PayeeFinancialAccount",
				leaf("cbc:ID", w.Payment.IBAN), leaf("cbc:Name", w.Payment.Holder),
				group("cac:FinancialInstitutionBranch", leaf("cbc:ID", w.Payment.BIC)))),
		group("cac:PaymentTerms", tag{name: "cbc:Note", text: w.terms()}),
	)
}

func (w ublWriter) amount(name string, a money.Amount) tag {
	return leaf(name, amountText(a), "currencyID", string(w.Currency))
}
