package einvoice

import (
	"context"
	"fmt"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/en16931"
	"allot/internal/invoicing/invoice"
)

// Format is the form of an exported e-invoice.
type Format string

// The formats.
const (
	FormatXRechnung Format = "xrechnung" // XRechnung in UBL
	FormatCII       Format = "cii"       // XRechnung in CII
	FormatZUGFeRD   Format = "zugferd"   // a PDF with CII inside
)

// The types of exported files.
const (
	TypeXML = "application/xml"
	TypePDF = "application/pdf"
)

// File is an exported e-invoice.
type File struct {
	Name        string
	ContentType string
	Data        []byte
}

// Export returns an invoice as an e-invoice, for one of its parties. Where the generator
// of ZUGFeRD is switched off, it is XRechnung. Everything that is missing is named.
func (s *Service) Export(ctx context.Context, who auth.Caller, id string, format Format, language string) (File, error) {
	p, err := s.deps.Invoices.OpenPaper(ctx, who, id, language)
	if err != nil {
		return File{}, err
	}
	if format == FormatZUGFeRD {
		data, ok, err := p.ZUGFeRD(ctx)
		if ok {
			return File{p.InvoiceNumber + ".pdf", TypePDF, data}, en16931.Incomplete(err)
		}
	}
	data, err := write(p, format)
	return File{p.InvoiceNumber + ".xml", TypeXML, data}, en16931.Incomplete(err)
}

func write(p invoice.Paper, format Format) ([]byte, error) {
	if format == FormatCII {
		return en16931.WriteCII(p.Document, en16931.ProfileXRechnung)
	}
	return en16931.WriteUBL(p.Document)
}

// Entry is a row of the accounting export.
type Entry struct {
	Direction   string
	Source      string // platform, or file for an imported e-invoice
	Number      string
	Type        string
	IssueDate   string
	DueDate     string
	Status      string
	Name, VATID string // of the other side
	Currency    string
	Net         string
	Tax         string
	Total       string
	TaxRates    string
	ServiceFrom string
	ServiceTo   string
	Property    string
	PaidAt      string
	Reference   string
}

// EachEntry yields the invoices that a caller has issued and received, drafts left out,
// by row, and then the imported files that are none of these.
func (s *Service) EachEntry(ctx context.Context, who auth.Caller, f invoice.Filter, yield func(Entry) error) error {
	x, err := s.deps.Invoices.SelectFor(ctx, who, f)
	if err != nil {
		return err
	}
	err = x.Each(ctx, func(v invoice.Listed) error {
		if v.SentAt == nil {
			return nil
		}
		return yield(entryOf(v))
	})
	if err != nil || who.Unscoped() != nil || len(f.Properties) > 0 {
		return err // the inbox is the whole account's, and files name no property
	}
	return s.store.EachUnlinked(ctx, who.OwnerID, f.From, f.To, func(in Inbound) error { return yield(fileEntry(in)) })
}

func entryOf(v invoice.Listed) Entry {
	e := Entry{
		Direction: string(DirectionIssued), Source: "platform", Number: v.InvoiceNumber, Type: "invoice", IssueDate: v.IssueDate.String(), DueDate: v.DueDate.String(),
		Status: string(v.Status), Name: v.PartnerName, Currency: string(v.Currency), Net: v.Subtotal.Format(v.Currency), Tax: v.TaxAmount.Format(v.Currency),
		Total: v.TotalAmount.Format(v.Currency), ServiceFrom: v.ServiceFrom.String(), ServiceTo: v.ServiceTo.String(), Property: v.PropertyName, Reference: v.PaymentReference,
	}
	other := v.Frozen.Buyer
	if v.Direction == invoice.Received {
		e.Direction, other = string(DirectionReceived), v.Frozen.Seller
	}
	e.Name, e.VATID = other.Name, other.VATID
	var rates []string
	for _, t := range v.TaxBreakdown() {
		rates = append(rates, rate(string(t.Category), t.Rate.String(), t.Base.Format(v.Currency), t.Amount.Format(v.Currency)))
	}
	e.TaxRates = strings.Join(rates, " | ")
	if v.PaidAt != nil {
		e.PaidAt = v.PaidAt.UTC().Format("2006-01-02")
	}
	return e
}

func rate(category, percent, base, tax string) string {
	return fmt.Sprintf("%s %s %%: %s + %s", category, percent, base, tax)
}

func fileEntry(in Inbound) Entry {
	e := Entry{
		Direction: string(in.Direction), Source: "file", Number: in.InvoiceNumber, IssueDate: in.IssueDate.String(), DueDate: in.DueDate.String(),
		Status: string(in.Status), Name: in.Seller.Name, VATID: in.Seller.VATID, Currency: in.Currency,
		Net: in.Subtotal.Amount.String(), Tax: in.TaxTotal.Amount.String(), Total: in.Total.Amount.String(),
	}
	if in.DocumentType != nil {
		e.Type = string(*in.DocumentType)
	}
	if in.Direction == DirectionIssued {
		e.Name, e.VATID = in.Buyer.Name, in.Buyer.VATID
	}
	var rates []string
	for _, t := range in.TaxBreakdown {
		rates = append(rates, rate(string(t.Category), t.Rate.String(), t.TaxableAmount.String(), t.TaxAmount.String()))
	}
	e.TaxRates = strings.Join(rates, " | ")
	return e
}
