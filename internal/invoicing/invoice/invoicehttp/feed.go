package invoicehttp

import (
	"context"
	"encoding/json"
	"fmt"

	"allot/internal/invoicing/invoice"
	"allot/internal/platform/civil"
	"allot/internal/platform/httpx"
)

type (
	invoiceFeedRequest struct {
		Direction invoice.Direction `query:"direction" enum:"received,sent" doc:"Those that the account received, or those that it sent"`
		Status    invoice.Status    `query:"status" enum:"DRAFT,SENT,VIEWED,CLEARED,DISPUTED,PAID,OVERDUE,CANCELLED"`
		From      civil.Date        `query:"from" doc:"First day of issue"`
		To        civil.Date        `query:"to" doc:"Last day of issue, included; at most 1,100 days"`
	}
	invoiceFeedBody struct {
		httpx.Stamp
		Invoices []invoice.Invoice `json:"invoices" nullable:"false"`
	}
)

func (h *handlers) feed(_ context.Context, req *invoiceFeedRequest) (*httpx.Prepared, error) {
	f := invoice.Filter{Direction: req.Direction, Status: req.Status, From: req.From, To: req.To}
	if err := f.Check(); err != nil {
		return nil, err
	}
	tag, err := httpx.TagOf("no invoices", f)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(invoiceFeedBody{Stamp: httpx.StampOf(h.now()), Invoices: []invoice.Invoice{}})
	if err != nil {
		return nil, fmt.Errorf("encode invoices: %w", err)
	}
	return &httpx.Prepared{Tag: tag, Body: httpx.Bytes(append(body, '\n'))}, nil
}
