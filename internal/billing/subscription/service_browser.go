package subscription

import (
	"context"
	"errors"

	"allot/internal/billing/processor"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

// Confirmation is what the customer needs to confirm a payment in the browser.
type Confirmation struct {
	ClientSecret string
	Payment      string
	Charge       Charge
}

// Begin starts a payment for a plan that the customer confirms in the browser.
func (s *Service) Begin(ctx context.Context, who auth.Caller, in ChangeInput) (Confirmation, error) {
	if err := s.count(who); err != nil {
		return Confirmation{}, err
	}
	if _, err := s.customer(ctx, who.OwnerID); err != nil {
		return Confirmation{}, err
	}
	if err := s.giveUpBrowser(ctx, who.OwnerID); err != nil {
		return Confirmation{}, err
	}
	c, sub, err := s.prepare(ctx, who.OwnerID, paying{purpose: PurposeChange, inBrowser: true}, s.payable(in))
	if err != nil {
		return Confirmation{}, err
	}
	p, err := s.deps.Processor.CreateIntent(ctx, c.order(s.deps.Installation(), sub.ProviderID))
	if err != nil {
		return Confirmation{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		stored, err := s.store.Charge(ctx, c.ID)
		if err != nil {
			return err
		}
		stored.PaymentID = p.ID
		return s.store.UpdateCharge(ctx, stored)
	})
	return Confirmation{ClientSecret: p.ClientSecret, Payment: p.ID, Charge: c}, err
}

// Verify asks the processor whether a payment of the caller's account was made, and puts what
// it paid for into force. A repeat returns the same.
func (s *Service) Verify(ctx context.Context, who auth.Caller, payment string) (Paid, error) {
	c, err := s.store.ChargeOf(ctx, who.OwnerID, payment)
	if err != nil {
		return Paid{}, err
	}
	var p processor.Payment
	if c.Status == ChargePending {
		if p, err = s.deps.Processor.Payment(ctx, payment); err != nil {
			return Paid{}, err
		}
	}
	return s.settle(ctx, c, p)
}

// giveUpBrowser cancels a payment that the customer has begun in the browser and not finished,
// so that another one can begin.
func (s *Service) giveUpBrowser(ctx context.Context, owner int64) error {
	c, err := s.store.Pending(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && !c.InBrowser {
		return nil
	}
	if err != nil || c.PaymentID == "" {
		return err
	}
	payment, err := s.deps.Processor.CancelPayment(ctx, c.PaymentID)
	if err != nil {
		return err
	}
	_, err = s.settle(ctx, c, payment)
	if apperr.Of(err).Kind == apperr.PaymentRequired {
		return nil
	}
	return err
}
