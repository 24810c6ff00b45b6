package invoice

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/partners/warning"
	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// ErrNoEInvoice is that an invoice is in a state without an e-invoice: a draft is no invoice
// yet, and a cancelled one would be booked.
var ErrNoEInvoice = apperr.New(apperr.Conflict, "no_einvoice", "drafts and cancelled invoices have no e-invoice")

// OpenEInvoice gives an invoice to one of its parties as what an e-invoice is made of. Once
// make has worked, and if the recipient opens it for the first time, it is marked as viewed.
func (s *Service) OpenEInvoice(ctx context.Context, who auth.Caller, id, tag string, make func(Paper) error) error {
	return s.openAs(ctx, who, id, func(v Invoice) error {
		if v.Status == StatusDraft || v.Status == StatusCancelled {
			return ErrNoEInvoice.With("status", v.Status)
		}
		reader, err := s.deps.Settings.Format(ctx, who.UserID, tag)
		if err != nil {
			return err
		}
		p, err := s.electronicPaper(ctx, v, reader)
		if err != nil {
			return err
		}
		return make(p)
	})
}

func (s *Service) electronicPaper(ctx context.Context, v Invoice, reader lang.Format) (Paper, error) {
	p, err := s.paper(ctx, v, reader)
	if err != nil {
		return p, err
	}
	p.Document, err = s.electronic(ctx, v)
	return p, err
}

// electronic returns the document of an e-invoice. What was there when the invoice was sent
// stays; what was empty is read from the companies and profiles of both sides now, since
// otherwise an invoice that lacked something could never become an e-invoice.
func (s *Service) electronic(ctx context.Context, v Invoice) (document.Document, error) {
	z, err := s.frozen(ctx, v)
	if err != nil {
		return document.Document{}, err
	}
	d := v.documentOf(z)
	d.SetServiceDates()
	if v.Frozen == nil || len(d.Gaps()) == 0 {
		return d, nil
	}
	now, err := s.present(ctx, v)
	if errors.Is(err, apperr.ErrNotFound) {
		return d, nil // an account is gone: nothing more is known
	}
	if err != nil {
		return document.Document{}, err
	}
	z.Seller, z.Buyer, z.Payment = z.Seller.Or(now.Seller), z.Buyer.Or(now.Buyer), z.Payment.Or(now.Payment)
	if z.BuyerReference == "" {
		z.BuyerReference = now.BuyerReference
	}
	d = v.documentOf(z)
	d.SetServiceDates()
	return d, nil
}

// einvoiceWarnings names what an e-invoice of the invoice would lack.
func (s *Service) einvoiceWarnings(ctx context.Context, v Invoice) ([]warning.Warning, error) {
	d, err := s.electronic(ctx, v)
	if err != nil {
		return nil, err
	}
	list := []warning.Warning{}
	for _, g := range d.Gaps() {
		if len(list) == warning.Max {
			break
		}
		list = append(list, warning.Warning{Code: "einvoice_incomplete", Field: g.Field, Message: "an e-invoice needs " + g.Field + ": " + g.Message})
	}
	return list, nil
}
