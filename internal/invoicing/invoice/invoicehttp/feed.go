package invoicehttp

import (
	"context"
	"io"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

type (
	invoiceFeedRequest struct {
		Direction invoice.Direction `query:"direction" enum:"received,sent" doc:"Those that the account receives, or those that it issues, drafts included"`
		Status    invoice.Status    `query:"status" enum:"DRAFT,SENT,VIEWED,CLEARED,DISPUTED,PAID,OVERDUE,CANCELLED"`
		From      civil.Date        `query:"from" doc:"First day of issue"`
		To        civil.Date        `query:"to" doc:"Last day of issue, included; at most 1,100 days"`
	}
	invoiceFeedItem struct {
		invoice.Invoice
		Direction    invoice.Direction `json:"direction" enum:"received,sent" doc:"As the account of the key sees it"`
		OwnerName    string            `json:"owner_company"`
		PartnerName  string            `json:"partner_company" doc:"Of the partner, or the recipient's name"`
		TaxBreakdown []taxBody         `json:"tax_breakdown" nullable:"false"`
	}
	invoiceFeedBody struct {
		httpx.Stamp
		Invoices []invoiceFeedItem `json:"invoices" nullable:"false"`
	}
)

func (h *handlers) feed(ctx context.Context, req *invoiceFeedRequest) (*httpx.Prepared, error) {
	f := invoice.Filter{Direction: req.Direction, Status: req.Status, From: req.From, To: req.To}
	x, err := h.invoices.Select(ctx, auth.KeyFrom(ctx), f)
	if err != nil {
		return nil, err
	}
	state, err := x.State(ctx)
	if err != nil {
		return nil, err
	}
	tag, err := httpx.TagOf(state, f)
	if err != nil {
		return nil, err
	}
	stamp := httpx.StampOf(h.invoices.Now())
	return &httpx.Prepared{Tag: tag, Stream: func(ctx context.Context, w io.Writer) error {
		out := httpx.NewListWriter(w, "invoices")
		if err := out.Open(stamp); err != nil {
			return err
		}
		err := x.Each(ctx, func(v invoice.Listed) error {
			b := bodyOf(v)
			return out.Add(invoiceFeedItem{b.Invoice, b.Direction, b.OwnerName, b.PartnerName, b.TaxBreakdown})
		})
		if err != nil {
			return err
		}
		return out.Close()
	}}, nil
}
