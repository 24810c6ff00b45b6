package subscription

import (
	"context"
	"errors"
	"strconv"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
)

// keepEvents is how long the ids of events are kept. The processor repeats one for three days,
// and an old signature is refused.
const keepEvents = 30 * 24 * time.Hour

// Receive takes a message of the payment processor. It refuses one with a wrong or an old
// signature. A repeated event changes nothing.
func (s *Service) Receive(ctx context.Context, payload []byte, signature string) error {
	e, err := s.deps.ParseEvent(payload, signature)
	if err != nil {
		return err
	}
	switch e.Type {
	case processor.EventInvoicePaid, processor.EventInvoiceFailed, processor.EventSubscriptionDeleted, processor.EventSubscriptionUpdated:
		return s.receiveOfSubscription(ctx, e)
	case processor.EventPaymentSucceeded:
		return s.receiveOfPayment(ctx, e)
	}
	return nil
}

func (s *Service) receiveOfSubscription(ctx context.Context, e processor.Event) error {
	owner, err := s.store.OwnerOf(ctx, e.Customer)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // of another installation
	}
	if err != nil {
		return err
	}
	return s.change(ctx, owner, func(ctx context.Context, sub *Subscription) error {
		added, err := s.store.AddEvent(ctx, e.ID, s.now())
		if err != nil || !added || !sub.concerns(e) {
			return err
		}
		return s.apply(ctx, sub, e)
	})
}

// apply applies a new event of the processor to the subscription that it is about.
func (s *Service) apply(ctx context.Context, sub *Subscription, e processor.Event) error {
	before := *sub
	ended := sub.receive(e)
	if b, ok := billOf(*sub, e, s.now()); ok {
		if err := s.store.InsertBill(ctx, &b); err != nil {
			return err
		}
		if err := s.tellEvent(ctx, before, *sub, b); err != nil {
			return err
		}
	}
	if ended {
		if err := s.deps.Plans.EndPaid(ctx, sub.OwnerID); err != nil {
			return err
		}
		if err := s.tellEnded(ctx, before); err != nil {
			return err
		}
	} else if sub.IsActive {
		if err := s.deps.Plans.SetPaid(ctx, sub.held()); err != nil {
			return err
		}
	}
	return s.record(ctx, "processor_event", before, *sub)
}

// receiveOfPayment settles the charge that a payment in the browser was for, if the browser has
// not come back to do so.
func (s *Service) receiveOfPayment(ctx context.Context, e processor.Event) error {
	id, err := strconv.ParseInt(e.Metadata["charge"], 10, 64)
	if err != nil || e.Metadata["installation"] != s.deps.Installation() {
		return nil //nolint:nilerr // no charge of ours
	}
	c, err := s.store.Charge(ctx, id)
	switch {
	case errors.Is(err, apperr.ErrNotFound), err == nil && c.Status == ChargeSucceeded:
		return nil
	case err != nil:
		return err
	case c.Status != ChargePending:
		s.deps.Logger.ErrorContext(ctx, "money came for a charge that was given up; refund it at the payment processor", "charge", c.ID, "owner", c.OwnerID, "payment", e.Payment)
		return nil
	}
	p, err := s.deps.Processor.Payment(ctx, e.Payment)
	if err != nil {
		return err
	}
	if _, err = s.settle(ctx, c, p); apperr.Of(err).Kind == apperr.PaymentRequired {
		return nil
	}
	return err
}

type purgeArgs struct{}

func (purgeArgs) Kind() string { return "billing_purge_events" }

func (s *Service) purgeEvents(ctx context.Context, _ jobs.Job[purgeArgs]) error {
	return s.store.InTx(ctx, func(ctx context.Context) error { return s.store.PurgeEvents(ctx, s.now().Add(-keepEvents)) })
}
