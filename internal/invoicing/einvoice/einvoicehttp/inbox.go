package einvoicehttp

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/en16931"
	"allot/internal/platform/httpx"
	"allot/internal/platform/page"
)

type (
	einvoicesRequest struct {
		page.Query
		Status    einvoice.Status    `query:"status" enum:"received,linked,error"`
		Direction einvoice.Direction `query:"direction" enum:"issued,received"`
	}
	einvoicesResponse struct {
		Body page.Page[einvoice.Inbound]
	}
	einvoiceIDRequest struct {
		ID int64 `path:"id" minimum:"1" doc:"Id of the imported e-invoice"`
	}
	linkEinvoiceRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the imported e-invoice"`
		Body struct {
			Invoice *string `json:"invoice" nullable:"true" format:"uuid" doc:"Id of an invoice, or null"`
		}
	}
	einvoiceRecordResponse struct{ Body einvoice.Record }
	einvoiceDetailResponse struct{ Body einvoiceDetailBody }
	einvoiceDetailBody     struct {
		einvoice.Record
		RawXML string `json:"raw_xml" doc:"The file as text"`
		// RawXMLBase64 is null where RawXML has the exact bytes.
		RawXMLBase64 []byte `json:"raw_xml_base64" nullable:"true" doc:"The exact bytes of a file that is not UTF-8 without a byte order mark; null: raw_xml is exact"`
	}
)

func (h *handlers) importFile(ctx context.Context, _ *struct{}) (*einvoiceRecordResponse, error) {
	return record(h.einvoices.Import(ctx, auth.From(ctx), httpx.StreamFrom(ctx)))
}

func (h *handlers) list(ctx context.Context, req *einvoicesRequest) (*einvoicesResponse, error) {
	list, count, err := h.einvoices.List(ctx, auth.From(ctx), einvoice.Filter{Status: req.Status, Direction: req.Direction}, req.Request())
	if err != nil {
		return nil, err
	}
	return &einvoicesResponse{Body: httpx.Page(ctx, &req.Query, count, list)}, nil
}

func (h *handlers) get(ctx context.Context, req *einvoiceIDRequest) (*einvoiceDetailResponse, error) {
	d, err := h.einvoices.Show(ctx, auth.From(ctx), req.ID)
	if err != nil {
		return nil, err
	}
	body := einvoiceDetailBody{Record: d.Record}
	var same bool
	if body.RawXML, same, err = en16931.Text(d.RawXML); err != nil {
		return nil, err
	}
	if !same {
		body.RawXMLBase64 = d.RawXML
	}
	return &einvoiceDetailResponse{Body: body}, nil
}

func (h *handlers) link(ctx context.Context, req *linkEinvoiceRequest) (*einvoiceRecordResponse, error) {
	return record(h.einvoices.Link(ctx, auth.From(ctx), req.ID, req.Body.Invoice))
}

func record(r einvoice.Record, err error) (*einvoiceRecordResponse, error) {
	if err != nil {
		return nil, err
	}
	return &einvoiceRecordResponse{Body: r}, nil
}
