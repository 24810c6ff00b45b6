package subscription

import (
	"context"
	"fmt"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// billOf returns the bill of a charge; nil if it has none, or was nothing to pay.
func (s *Service) billOf(ctx context.Context, c Charge) (*Bill, error) {
	if c.Status != ChargeSucceeded || c.PaymentID == "" {
		return nil, nil
	}
	b, err := s.store.BillOf(ctx, c.OwnerID, c.PaymentID)
	return &b, err
}

// settled returns how a charge that is not pending any more ended.
func settled(c Charge) error {
	if c.Status == ChargeSucceeded {
		return nil
	}
	return ErrNotPaid.Withf("this payment was not made: it is %s", c.Status)
}

// outcome applies how a payment ended, or where it stands, to its charge.
func (s *Service) outcome(ctx context.Context, sub *Subscription, c *Charge, p processor.Payment) (b *Bill, refused, err error) {
	switch p.Status {
	case processor.StatusSucceeded:
		b, err = s.succeed(ctx, sub, c)
		return b, nil, err
	case processor.StatusRequiresAction:
		c.InBrowser = true
		return nil, errConfirm.With("client_secret", p.ClientSecret).With("payment_intent", p.ID), nil
	case processor.StatusCanceled:
		c.Status, c.SettledAt = ChargeCanceled, s.now()
		return nil, settled(*c), nil
	case processor.StatusRequiresMethod:
		refused = declined(p)
		if c.InBrowser {
			return nil, refused, nil // the customer can try another card
		}
		return nil, refused, s.fail(ctx, sub, c, apperr.Of(refused))
	case processor.StatusProcessing:
	}
	return nil, ErrInProgress, nil
}

func declined(p processor.Payment) error {
	if p.Decline == nil {
		return ErrNotPaid.Withf("the payment is not complete yet: confirm it with a card")
	}
	return p.Decline.Err()
}

// succeed brings into force what was paid for, writes the bill and tells the account.
func (s *Service) succeed(ctx context.Context, sub *Subscription, c *Charge) (*Bill, error) {
	before := *sub
	sub.apply(c.quote())
	if c.Purpose == PurposeChange {
		sub.AutoRenew, sub.CancelAtPeriodEnd = true, false
		sub.schedule()
	}
	sub.decideLocally(s.now())
	sub.InvoiceAsOf, sub.InvoiceAttempt = sub.CancelAsOf, 0
	c.Status, c.SettledAt = ChargeSucceeded, s.now()
	if err := s.deps.Plans.SetPaid(ctx, sub.held()); err != nil {
		return nil, err
	}
	b, err := s.bill(ctx, *c)
	if err != nil {
		return nil, err
	}
	if err := s.record(ctx, string(c.Purpose), before, *sub); err != nil {
		return nil, err
	}
	return &b, s.tellPaid(ctx, *sub, b)
}

// bill writes the bill of a paid charge under the next number.
func (s *Service) bill(ctx context.Context, c Charge) (Bill, error) {
	seller, err := s.Seller(ctx)
	if err != nil {
		return Bill{}, err
	}
	buyer, err := s.AddressOf(ctx, c.OwnerID)
	if err != nil {
		return Bill{}, err
	}
	u, err := s.deps.Accounts.Account(ctx, c.OwnerID)
	if err != nil {
		return Bill{}, err
	}
	b := c.bill(s.today(), s.now(), u.Language)
	serial, err := s.store.NextNumber(ctx, b.IssuedOn.Year())
	if err != nil {
		return Bill{}, err
	}
	n := number(b.IssuedOn.Year(), serial)
	d := paper(n, c, seller, buyer, b.IssuedOn, s.Sandbox(), u.Language)
	b.Number, b.Status, b.Document = &n, BillPaid, &d
	if b.Reference == "" {
		b.Reference = n // nothing was charged
	}
	return b, s.store.InsertBill(ctx, &b)
}

// fail ends a charge that was declined, and the subscription with the last scheduled renewal.
func (s *Service) fail(ctx context.Context, sub *Subscription, c *Charge, why *apperr.Error) error {
	before := *sub
	c.Status, c.SettledAt = ChargeFailed, s.now()
	u, err := s.deps.Accounts.Account(ctx, c.OwnerID)
	if err != nil {
		return err
	}
	b := c.bill(s.today(), s.now(), u.Language)
	b.Status, b.Reason, b.Problems = BillFailed, why.Message, apperr.Problems(why)
	if b.Reference == "" {
		b.Reference = fmt.Sprintf("charge-%d", c.ID)
	}
	if err := s.store.InsertBill(ctx, &b); err != nil {
		return err
	}
	if c.Purpose == PurposeChange {
		return nil // nothing was lost: the customer is there and sees why
	}
	sub.RenewalAttempts++
	if c.Scheduled {
		sub.ScheduledAttempts++
	}
	if sub.ScheduledAttempts >= len(attemptDays) {
		if err := s.tellFailed(ctx, before, b, 0); err != nil {
			return err
		}
		return s.lapse(ctx, sub)
	}
	sub.schedule()
	if err := s.record(ctx, "renewal_failed", before, *sub); err != nil {
		return err
	}
	return s.tellFailed(ctx, before, b, sub.DueOn)
}

// lapse ends a subscription: the account is on the free tier, and nothing of it is deleted.
func (s *Service) lapse(ctx context.Context, sub *Subscription) error {
	before := *sub
	sub.end()
	if err := s.deps.Plans.EndPaid(ctx, sub.OwnerID); err != nil {
		return err
	}
	if err := s.record(ctx, "end", before, *sub); err != nil {
		return err
	}
	return s.tellEnded(ctx, before)
}

func (s *Service) record(ctx context.Context, action string, before, after Subscription) error {
	c := audit.Change{OwnerID: after.OwnerID, Action: action, ObjectType: "subscription", ObjectID: after.OwnerID, After: after.Show()}
	if before.Terms != nil {
		c.Before = before.Show()
	}
	return s.deps.Audit.Record(ctx, c)
}
