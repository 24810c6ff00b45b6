package invoice

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
)

// Reader selects whose invoices are read: a hotel's own, within the scope of its user,
// or those that were sent to an operator.
type Reader struct {
	Account  int64
	Operator bool
	// Closed are hotels that do not allow the operator invoices any more.
	Closed []int64
	// Hotels are the only ones whose invoices an operator's system reads; nil: all.
	Hotels []int64
	// Partner is the only operator whose invoices a hotel's system reads; 0: all.
	Partner int64
	// Properties is the scope of a hotel's user; empty: all. Invoices that name no
	// property are in every scope.
	Properties []int64
}

func actorOf(who auth.Caller) Actor {
	if who.AccountType == auth.TourOperator {
		return Payer
	}
	return Issuer
}

// reader returns what a caller may read. A contract that has ended closes nothing: what
// was sent under it stays with both sides.
func (s *Service) reader(ctx context.Context, who auth.Caller) (Reader, error) {
	r := Reader{Account: who.OwnerID, Operator: actorOf(who) == Payer}
	if !r.Operator {
		r.Properties = who.Scope()
		return r, nil
	}
	list, err := s.deps.Contracts.Active(ctx, who.OwnerID)
	for _, c := range list {
		if !c.Allows(who.OwnerID, contract.RightInvoices) {
			r.Closed = append(r.Closed, c.UserID)
		}
	}
	return r, err
}

// mayRead refuses an invoice that the caller must not see: drafts and those of hotels
// that have closed invoices do not exist for an operator, and a hotel's user may lack
// the property.
func (s *Service) mayRead(ctx context.Context, who auth.Caller, v Invoice) error {
	if actorOf(who) == Issuer {
		if v.PropertyID == nil {
			return nil
		}
		return who.InScope(*v.PropertyID)
	}
	if v.SentAt == nil {
		return apperr.ErrNotFound
	}
	c, err := s.deps.Contracts.Between(ctx, v.OwnerID, who.OwnerID)
	if err == nil && c.Status.InForce() && !c.Allows(who.OwnerID, contract.RightInvoices) {
		err = apperr.ErrNotFound
	}
	return err
}

// mayBill refuses a partner with whom no contract in force allows invoices.
func (s *Service) mayBill(ctx context.Context, owner, partner int64) error {
	c, err := s.deps.Contracts.Between(ctx, owner, partner)
	if err == nil && !c.Allows(partner, contract.RightInvoices) {
		err = ErrNotAllowed
	}
	return err
}
