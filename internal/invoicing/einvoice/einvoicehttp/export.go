package einvoicehttp

import (
	"context"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
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
	f, err := h.einvoices.Export(ctx, auth.From(ctx), req.ID, req.Format, req.Tag())
	if err != nil {
		return nil, err
	}
	d := httpx.FileDownload(f.Name, f.Data)
	d.ContentType = f.ContentType
	return d, nil
}

func (h *handlers) accounting(ctx context.Context, req *accountingRequest) (*httpx.Download, error) {
	f, who := invoice.Filter{From: req.From, To: req.To}, auth.From(ctx)
	if err := f.Check(); err != nil {
		return nil, err
	}
	return &httpx.Download{Name: "invoices.csv", Write: func(ctx context.Context, w io.Writer) error {
		return h.einvoices.WriteEntries(ctx, who, f, w, func() error { return nil })
	}}, nil
}
