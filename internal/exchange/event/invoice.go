package event

import (
	"context"
	"encoding/json"

	"allot/internal/invoicing/invoice"
	"allot/internal/partners/contract"
)

// storedInvoice is what the four events of invoices have in common: their data
// is the same for both sides.
type storedInvoice struct {
	Route invoice.Route   `json:"route"`
	Data  json.RawMessage `json:"data"`
}

func (n *storedInvoice) owner() int64 { return n.Route.OwnerID }

func (n *storedInvoice) property() int64 {
	if n.Route.PropertyID == nil {
		return 0
	}
	return *n.Route.PropertyID
}

// receivers returns the operator that the invoice was sent to, if a contract in
// force allows invoices to its systems, as in the feed. There is no event of a
// draft.
func (n *storedInvoice) receivers(ctx context.Context, s *Service) ([]Receiver, error) {
	if n.Route.PartnerID == nil {
		return nil, nil
	}
	c, err := s.deps.Contracts.Between(ctx, n.Route.OwnerID, *n.Route.PartnerID)
	if err != nil {
		return nil, err
	}
	r := Receiver{Account: *n.Route.PartnerID, Contract: &c}
	if !r.allows(contract.RightInvoices) || !r.allows(contract.RightExports) {
		return nil, nil
	}
	return []Receiver{r}, nil
}

func (n *storedInvoice) render(context.Context, *Service, Receiver) ([]json.RawMessage, error) {
	return []json.RawMessage{n.Data}, nil
}
