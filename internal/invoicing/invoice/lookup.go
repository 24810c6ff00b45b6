package invoice

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
)

// ByNumber finds the invoice with a number that a caller has sent or received, the
// newest if there are several: every hotel gives the same numbers. Where the VAT number
// of the other side is known to both the caller and the invoice, they must agree.
func (s *Service) ByNumber(ctx context.Context, who auth.Caller, d Direction, number, vatID string) (id string, found bool, err error) {
	r, err := s.reader(ctx, who)
	if err != nil || r.Operator != (d == Received) {
		return "", false, err // hotels receive none, operators send none
	}
	list, err := s.store.Numbered(ctx, r, number)
	if err != nil {
		return "", false, err
	}
	for _, v := range list {
		z, err := s.frozen(ctx, v)
		if err != nil {
			return "", false, err
		}
		other := z.Buyer.VATID
		if r.Operator {
			other = z.Seller.VATID
		}
		if vatID == "" || other == "" || document.SameVATID(vatID, other) {
			return v.ID, true, nil
		}
	}
	return "", false, nil
}

// Sees reports whether a caller may read an invoice.
func (s *Service) Sees(ctx context.Context, who auth.Caller, id string) (bool, error) {
	_, err := s.find(ctx, who, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
