package einvoice

import (
	"context"

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
func (s *Service) Export(ctx context.Context, who auth.Caller, id string, format Format, tag string) (f File, err error) {
	err = s.deps.Invoices.OpenEInvoice(ctx, who, id, tag, func(p invoice.Paper) error {
		f, err = export(ctx, p, format)
		return en16931.Incomplete(err)
	})
	return f, err
}

func export(ctx context.Context, p invoice.Paper, format Format) (File, error) {
	if format == FormatZUGFeRD {
		data, ok, err := p.ZUGFeRD(ctx)
		if ok {
			return File{p.InvoiceNumber + ".pdf", TypePDF, data}, err
		}
	}
	data, err := write(p, format)
	return File{p.InvoiceNumber + ".xml", TypeXML, data}, err
}

func write(p invoice.Paper, format Format) ([]byte, error) {
	if format == FormatCII {
		return en16931.WriteCII(p.Document, en16931.ProfileXRechnung)
	}
	return en16931.WriteUBL(p.Document)
}
