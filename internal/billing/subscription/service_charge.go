package subscription

import (
	"context"
	"errors"
	"fmt"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/secret"
)

// Paid is what a payment led to.
type Paid struct {
	Subscription Subscription
	// Bill is nil where nothing had to be paid now.
	Bill *Bill
}

// quoting computes what a step of a subscription costs, and refuses it where it is not
// possible now. A nil quote means that there is nothing to pay.
type quoting func(ctx context.Context, sub *Subscription) (*Quote, error)

// paying says how a charge is paid.
type paying struct {
	purpose   Purpose
	scheduled bool // by the renewal job
	inBrowser bool
}

// prepare stores a pending charge. Without a quote it returns a charge without an id.
func (s *Service) prepare(ctx context.Context, owner int64, how paying, quote quoting) (c Charge, sub Subscription, err error) {
	err = s.change(ctx, owner, func(ctx context.Context, changed *Subscription) error {
		defer func() { sub = *changed }()
		c = Charge{}
		if _, err := s.store.Pending(ctx, owner); !errors.Is(err, apperr.ErrNotFound) {
			if err == nil {
				err = ErrInProgress
			}
			return err
		}
		q, err := quote(ctx, changed)
		if err != nil || q == nil {
			return err
		}
		tax, err := s.tax(ctx, owner)
		if err != nil {
			return err
		}
		cards, err := s.store.Cards(ctx, owner)
		if err != nil {
			return err
		}
		if changed.ProviderID == "" || !changed.IsActive {
			changed.ProviderID = "sub_" + secret.Token()[:24]
		}
		c = newCharge(*changed, *q, tax, s.now())
		c.Purpose, c.Scheduled, c.InBrowser, c.CardToken = how.purpose, how.scheduled, how.inBrowser, primary(cards)
		if c.CardToken == "" && !how.inBrowser && c.Amount.Sign() > 0 {
			return ErrCardNeeded
		}
		if err := s.store.InsertCharge(ctx, &c); err != nil {
			return err
		}
		return s.deps.Jobs.Enqueue(ctx, settleArgs{OwnerID: owner, Charge: c.ID}, jobs.At(s.now().Add(settleAfter)))
	})
	return c, sub, err
}

// tax decides how an account is taxed. Real money is taken only by a seller that bills can name.
func (s *Service) tax(ctx context.Context, owner int64) (Tax, error) {
	seller, err := s.Seller(ctx)
	if err != nil {
		return Tax{}, err
	}
	if s.Payments() == processor.KindStripe && !seller.complete() {
		return Tax{}, ErrSellerNeeded
	}
	address, err := s.AddressOf(ctx, owner)
	if err != nil {
		return Tax{}, err
	}
	if address.CompanyName == "" || address.Country == "" {
		return Tax{}, ErrAddressNeeded
	}
	return taxOf(seller, address), nil
}

// pay charges the primary card for a step of a subscription. Where the outcome is not learned,
// the job asks again.
func (s *Service) pay(ctx context.Context, owner int64, how paying, quote quoting) (Paid, error) {
	if _, err := s.customer(ctx, owner); err != nil {
		return Paid{}, err
	}
	if err := s.giveUpBrowser(ctx, owner); err != nil {
		return Paid{}, err
	}
	c, sub, err := s.prepare(ctx, owner, how, quote)
	if err != nil || c.ID == 0 {
		return Paid{Subscription: sub}, err
	}
	payment, err := s.charge(ctx, c, sub.ProviderID)
	if errors.Is(err, processor.ErrUnavailable) {
		return Paid{}, errOutcome.After(settleAfter)
	}
	if err != nil {
		return Paid{}, err
	}
	return s.settle(ctx, c, payment)
}

// charge asks the processor for the money, once for each charge however often it is called.
func (s *Service) charge(ctx context.Context, c Charge, provider string) (processor.Payment, error) {
	if c.Amount.Sign() == 0 {
		return processor.Payment{Status: processor.StatusSucceeded, Customer: c.CustomerID, Currency: string(c.Currency)}, nil
	}
	p, err := s.deps.Processor.Charge(ctx, c.order(s.deps.Installation(), provider))
	if kind := apperr.Of(err).Kind; kind == apperr.Invalid || kind == apperr.NotFound { // card or customer is gone there: nothing was charged, and asking again would not help
		return processor.Payment{Status: processor.StatusRequiresMethod, Decline: processor.DeclineOf(cardGone)}, nil
	}
	return p, err
}

// cardGone is how a charge is declined whose card was taken from the customer at the processor.
const cardGone = "card_not_supported"

// settle applies the outcome of a payment to its charge, once: a charge that is not pending
// any more is left as it is. A decline is a refusal with kind PaymentRequired.
func (s *Service) settle(ctx context.Context, c Charge, p processor.Payment) (done Paid, err error) {
	var refused error
	err = s.change(ctx, c.OwnerID, func(ctx context.Context, sub *Subscription) error {
		defer func() { done.Subscription = *sub }()
		done.Bill, refused = nil, nil
		c, err := s.store.Charge(ctx, c.ID)
		if err != nil {
			return err
		}
		if c.Status != ChargePending {
			refused = settled(c)
			done.Bill, err = s.billOf(ctx, c)
			return err
		}
		if p.ID != "" && !c.isFor(p) {
			return fmt.Errorf("payment %s is not the one of charge %d", p.ID, c.ID)
		}
		if p.ID != "" {
			c.PaymentID = p.ID
		}
		done.Bill, refused, err = s.outcome(ctx, sub, &c, p)
		if err != nil {
			return err
		}
		return s.store.UpdateCharge(ctx, c)
	})
	if err != nil {
		return Paid{}, err
	}
	return done, refused
}
