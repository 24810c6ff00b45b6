package invoicehttp

import (
	"context"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/invoice"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
	"allot/internal/platform/money"
	"allot/internal/platform/page"
)

type (
	invoicesRequest struct {
		page.Query
		Direction invoice.Direction `query:"direction" enum:"received,sent,drafts" doc:"Those that you receive, those that you issue with your drafts, or your drafts alone"`
		Status    invoice.Status    `query:"status" enum:"DRAFT,SENT,VIEWED,CLEARED,DISPUTED,PAID,OVERDUE,CANCELLED"`
		Overdue   bool              `query:"overdue" doc:"Only those that are not paid although the due date has passed, whatever the status"`
		Disputed  bool              `query:"disputed" doc:"Only those that are disputed, overdue ones included"`
		From      civil.Date        `query:"from" doc:"First day of issue"`
		To        civil.Date        `query:"to" doc:"Last day of issue, included; at most 1,100 days"`
		Text      string            `query:"q" maxLength:"100" doc:"Part of the number or of the name of the other side, without regard to case and accents"`
	}
	invoicesResponse struct{ Body page.Page[InvoiceBody] }
	invoiceIDRequest struct {
		ID string `path:"id" format:"uuid" doc:"Id of the invoice"`
	}
	invoicePDFRequest struct {
		ID string `path:"id" format:"uuid" doc:"Id of the invoice"`
		httpx.LanguageQuery
	}
	createInvoiceRequest struct{ Body NewInvoiceBody }
	updateInvoiceRequest struct {
		ID   string `path:"id" format:"uuid" doc:"Id of the invoice"`
		Body InvoiceDraftBody
	}
	disputeInvoiceRequest struct {
		ID   string `path:"id" format:"uuid" doc:"Id of the invoice"`
		Body *struct {
			Note string `json:"note,omitempty" maxLength:"1000" doc:"What is wrong; the issuer reads it"`
		}
	}
	cancelInvoiceRequest struct {
		ID   string `path:"id" format:"uuid" doc:"Id of the invoice"`
		Body *struct {
			Reason string `json:"reason,omitempty" maxLength:"1000" doc:"Both sides read it"`
		}
	}
	payInvoiceRequest struct {
		ID   string `path:"id" format:"uuid" doc:"Id of the invoice"`
		Body *struct {
			PaidAt    string `json:"paid_at,omitempty" maxLength:"40" example:"2030-06-14" doc:"A date or a time (RFC 3339); default: now"`
			Reference string `json:"reference,omitempty" maxLength:"100" doc:"Of the payment"`
		}
	}
	invoiceStatsResponse struct {
		Body struct {
			Currencies []invoice.Stats `json:"currencies" nullable:"false"`
		}
	}
	invoiceRoomPrice struct {
		Room      int64        `json:"room" minimum:"1" doc:"Id of the room"`
		UnitPrice money.Amount `json:"unit_price" doc:"For a unit and night"`
	}
	invoiceEntryPrice struct {
		Entry     int64        `json:"entry" minimum:"1" doc:"Id of the rooming entry"`
		UnitPrice money.Amount `json:"unit_price" doc:"For a unit and night"`
	}
	ledgerInvoiceRequest struct {
		ID   int64 `path:"id" minimum:"1" doc:"Id of the rooming ledger"`
		Body struct {
			InvoiceHeadBody
			Prices  []invoiceRoomPrice  `json:"prices,omitempty" maxItems:"1000" doc:"For all confirmed stays"`
			Entries []invoiceEntryPrice `json:"entries,omitempty" maxItems:"1000" doc:"For these stays only"`
		}
	}
)

func (h *handlers) list(ctx context.Context, req *invoicesRequest) (*invoicesResponse, error) {
	f := invoice.Filter{
		Direction: req.Direction, Status: req.Status, Overdue: req.Overdue, Disputed: req.Disputed, From: req.From, To: req.To, Query: req.Text,
	}
	list, n, err := h.invoices.List(ctx, auth.From(ctx), f, req.Request())
	if err != nil {
		return nil, err
	}
	bodies := make([]InvoiceBody, len(list))
	for i, v := range list {
		bodies[i] = bodyOf(v)
	}
	return &invoicesResponse{Body: httpx.Page(ctx, &req.Query, n, bodies)}, nil
}

func (h *handlers) get(ctx context.Context, req *invoiceIDRequest) (*invoiceResponse, error) {
	return answer(h.invoices.Open(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) stats(ctx context.Context, _ *struct{}) (*invoiceStatsResponse, error) {
	list, err := h.invoices.Stats(ctx, auth.From(ctx))
	if err != nil {
		return nil, err
	}
	res := &invoiceStatsResponse{}
	res.Body.Currencies = list
	return res, nil
}

func (h *handlers) pdf(ctx context.Context, req *invoicePDFRequest) (*httpx.Download, error) {
	var file *httpx.Download
	err := h.invoices.OpenPaper(ctx, auth.From(ctx), req.ID, req.Tag(), func(p invoice.Paper) error {
		data, err := p.PDF(ctx)
		file = httpx.FileDownload(p.InvoiceNumber+".pdf", data)
		return err
	})
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (h *handlers) create(ctx context.Context, req *createInvoiceRequest) (*invoiceResponse, error) {
	return answer(h.invoices.Create(ctx, auth.From(ctx), req.Body.input()))
}

func (h *handlers) update(ctx context.Context, req *updateInvoiceRequest) (*invoiceResponse, error) {
	return answer(h.invoices.Update(ctx, auth.From(ctx), req.ID, req.Body.input()))
}

func (h *handlers) delete(ctx context.Context, req *invoiceIDRequest) (*struct{}, error) {
	return nil, h.invoices.Delete(ctx, auth.From(ctx), req.ID)
}

func (h *handlers) duplicate(ctx context.Context, req *invoiceIDRequest) (*invoiceResponse, error) {
	return answer(h.invoices.Duplicate(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) createFromLedger(ctx context.Context, req *ledgerInvoiceRequest) (*invoiceResponse, error) {
	in := invoice.LedgerInput{Input: req.Body.input()}
	for _, p := range req.Body.Prices {
		in.Rooms = append(in.Rooms, invoice.Price{ID: p.Room, UnitPrice: p.UnitPrice})
	}
	for _, p := range req.Body.Entries {
		in.Entries = append(in.Entries, invoice.Price{ID: p.Entry, UnitPrice: p.UnitPrice})
	}
	return warned(h.invoices.CreateFromLedger(ctx, auth.From(ctx), req.ID, in))
}

func (h *handlers) send(ctx context.Context, req *invoiceIDRequest) (*invoiceResponse, error) {
	return warned(h.invoices.Send(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) clear(ctx context.Context, req *invoiceIDRequest) (*invoiceResponse, error) {
	return answer(h.invoices.Clear(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) remind(ctx context.Context, req *invoiceIDRequest) (*invoiceResponse, error) {
	return answer(h.invoices.Remind(ctx, auth.From(ctx), req.ID))
}

func (h *handlers) dispute(ctx context.Context, req *disputeInvoiceRequest) (*invoiceResponse, error) {
	note := ""
	if req.Body != nil {
		note = req.Body.Note
	}
	return answer(h.invoices.Dispute(ctx, auth.From(ctx), req.ID, note))
}

func (h *handlers) cancel(ctx context.Context, req *cancelInvoiceRequest) (*invoiceResponse, error) {
	reason := ""
	if req.Body != nil {
		reason = req.Body.Reason
	}
	return answer(h.invoices.Cancel(ctx, auth.From(ctx), req.ID, reason))
}

func (h *handlers) markPaid(ctx context.Context, req *payInvoiceRequest) (*invoiceResponse, error) {
	var p invoice.Payment
	if req.Body != nil {
		at, err := paidAt(req.Body.PaidAt)
		if err != nil {
			return nil, err
		}
		p = invoice.Payment{At: at, Reference: req.Body.Reference}
	}
	return answer(h.invoices.MarkPaid(ctx, auth.From(ctx), req.ID, p))
}

// paidAt reads a date or a time; empty is none.
func paidAt(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := civil.Parse(text); err == nil {
		return d.Time(time.UTC), nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return at, apperr.Field("paid_at", "must be a date such as 2030-06-14 or a time such as 2030-06-14T12:00:00Z")
	}
	return at, nil
}
