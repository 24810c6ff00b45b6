package einvoicehttp

import (
	"context"
	"io"
	"slices"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/csvfile"
	"allot/internal/platform/httpx"
)

type (
	exportEinvoiceRequest struct {
		ID     string          `path:"invoice_id" format:"uuid" doc:"Id of the invoice"`
		Format einvoice.Format `query:"format" enum:"xrechnung,zugferd,cii" default:"xrechnung" doc:"xrechnung: XRechnung 3.0 in UBL; zugferd: a PDF/A-3 with the e-invoice inside; cii: XRechnung 3.0 in CII"`
		httpx.LanguageQuery
	}
	accountingRequest struct {
		From civil.Date `query:"from" doc:"First day of issue"`
		To   civil.Date `query:"to" doc:"Last day of issue, included; at most 1,100 days"`
	}
)

func (h *handlers) export(ctx context.Context, req *exportEinvoiceRequest) (*httpx.Download, error) {
	f, err := h.einvoices.Export(ctx, auth.From(ctx), req.ID, req.Format, req.Language())
	if err != nil {
		return nil, err
	}
	d := httpx.FileDownload(f.Name, f.Data)
	d.ContentType = f.ContentType
	return d, nil
}

var accountingColumns = []string{
	"direction", "source", "invoice_number", "document_type", "issue_date", "due_date", "status", "partner", "partner_vat_id", "currency",
	"net", "tax", "total", "taxes", "service_from", "service_to", "property", "paid_at", "payment_reference",
}

func row(e einvoice.Entry) []string {
	return []string{
		e.Direction, e.Source, e.Number, e.Type, e.IssueDate, e.DueDate, e.Status, e.Name, e.VATID, e.Currency,
		e.Net, e.Tax, e.Total, e.TaxRates, e.ServiceFrom, e.ServiceTo, e.Property, e.PaidAt, e.Reference,
	}
}

func (h *handlers) accounting(ctx context.Context, req *accountingRequest) (*httpx.Download, error) {
	f, who := invoice.Filter{From: req.From, To: req.To}, auth.From(ctx)
	if err := f.Check(); err != nil {
		return nil, err
	}
	return &httpx.Download{Name: "invoices.csv", Write: func(ctx context.Context, w io.Writer) error {
		out, err := csvfile.NewSemicolonWriter(w, accountingColumns...)
		if err != nil {
			return err
		}
		out.Numbers(slices.Index(accountingColumns, "net"), slices.Index(accountingColumns, "tax"), slices.Index(accountingColumns, "total"))
		if err := h.einvoices.EachEntry(ctx, who, f, func(e einvoice.Entry) error { return out.Write(row(e)...) }); err != nil {
			return err
		}
		return out.Flush()
	}}, nil
}
