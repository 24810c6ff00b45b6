package en16931

import (
	"strings"

	"allot/internal/invoicing/document"
	"allot/internal/platform/civil"
)

const ciiNamespace = "urn:un:unece:uncefact:data:standard:"

// Profile is what a CII file promises to keep to (BT-24).
type Profile string

// The profiles.
const (
	ProfileXRechnung Profile = specXRechnung
	ProfileEN16931   Profile = specEN16931 // of the file that ZUGFeRD and Factur-X embed
)

// WriteCII returns an e-invoice in CII, equal for equal documents. A document with gaps
// is refused with a *GapsError, whatever the profile.
func WriteCII(d document.Document, p Profile) ([]byte, error) {
	o, err := prepare(d)
	if err != nil {
		return nil, err
	}
	return encode(ciiWriter{o}.document(p)), nil
}

type ciiWriter struct{ outgoing }

func (w ciiWriter) document(p Profile) tag {
	t := group("rsm:CrossIndustryInvoice",
		group("rsm:ExchangedDocumentContext",
			when(p == ProfileXRechnung, group("ram:BusinessProcessSpecifiedDocumentContextParameter", leaf("ram:ID", processID))),
			group("ram:GuidelineSpecifiedDocumentContextParameter", leaf("ram:ID", string(p)))),
		group("rsm:ExchangedDocument",
			leaf("ram:ID", w.Number),
			leaf("ram:TypeCode", w.typeCode()),
			w.date("ram:IssueDateTime", w.IssueDate),
			group("ram:IncludedNote", leaf("ram:Content", w.Note))),
		group("rsm:SupplyChainTradeTransaction", w.lines(), w.agreement(), w.delivery(), w.settlement()),
	)
	t.attrs = []string{
		"xmlns:rsm", ciiNamespace + "CrossIndustryInvoice:100",
		"xmlns:ram", ciiNamespace + "ReusableAggregateBusinessInformationEntity:100",
		"xmlns:udt", ciiNamespace + "UnqualifiedDataType:100",
	}
	return t
}

// date writes a date in format 102, YYYYMMDD.
func (w ciiWriter) date(name string, d civil.Date) tag {
	return group(name, leaf("udt:DateTimeString", strings.ReplaceAll(d.String(), "-", ""), "format", "102"))
}

func (w ciiWriter) period(from, to civil.Date) tag {
	return group("ram:BillingSpecifiedPeriod", w.date("ram:StartDateTime", from), w.date("ram:EndDateTime", to))
}

func (w ciiWriter) agreement() tag {
	return group("ram:ApplicableHeaderTradeAgreement",
		leaf("ram:BuyerReference", w.BuyerReference),
		w.party("ram:SellerTradeParty", w.Seller, w.Seller.TaxNumber),
		w.party("ram:BuyerTradeParty", w.Buyer, ""))
}

func (w ciiWriter) party(name string, p document.Party, taxNumber string) tag {
	return group(name,
		leaf("ram:ID", p.ID),
		leaf("ram:Name", p.Name),
		group("ram:SpecifiedLegalOrganization", leaf("ram:ID", p.Registration)),
		group("ram:DefinedTradeContact",
			leaf("ram:PersonName", p.ContactName),
			group("ram:TelephoneUniversalCommunication", leaf("ram:CompleteNumber", p.ContactPhone)),
			group("ram:EmailURIUniversalCommunication", leaf("ram:URIID", p.ContactEmail))),
		w.address(p),
		group("ram:URIUniversalCommunication", leaf("ram:URIID", p.Endpoint, "schemeID", p.EndpointScheme)),
		group("ram:SpecifiedTaxRegistration", leaf("ram:ID", w.vatID(p), "schemeID", "VA")),
		group("ram:SpecifiedTaxRegistration", leaf("ram:ID", taxNumber, "schemeID", "FC")))
}

func (w ciiWriter) address(p document.Party) tag {
	return group("ram:PostalTradeAddress",
		leaf("ram:PostcodeCode", p.PostalCode), leaf("ram:LineOne", p.Street), leaf("ram:CityName", p.City), leaf("ram:CountryID", p.Country))
}

// delivery says where an intra-community supply went, as the rules want: to the buyer.
func (w ciiWriter) delivery() tag {
	return group("ram:ApplicableHeaderTradeDelivery",
		when(w.HasCategory(document.CategoryCommunity), group("ram:ShipToTradeParty", w.address(w.Buyer))),
		group("ram:ActualDeliverySupplyChainEvent", w.date("ram:OccurrenceDateTime", w.ServiceTo)))
}

func (w ciiWriter) paymentMeans() tag {
	return group("ram:SpecifiedTradeSettlementPaymentMeans",
		leaf("ram:TypeCode", w.paymentCode()),
		group("ram:PayeePartyCreditorFinancialAccount", leaf("ram:IBANID", w.Payment.IBAN), leaf("ram:AccountName", w.Payment.Holder)),
		group("ram:PayeeSpecifiedCreditorFinancialInstitution", leaf("ram:BICID", w.Payment.BIC)))
}
