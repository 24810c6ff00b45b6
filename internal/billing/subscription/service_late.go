package subscription

import (
	"context"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
)

// settleArgs asks to settle a charge whose outcome nobody has learned.
type settleArgs struct {
	OwnerID int64 `json:"owner_id"`
	Charge  int64 `json:"charge"`
}

func (settleArgs) Kind() string { return "billing_settle" }

const (
	// settleAfter is how long a request has to learn the outcome itself.
	settleAfter = 2 * time.Minute
	// browserTime is how long a customer has to confirm a payment.
	browserTime = time.Hour

	// keyTime is how long a charge may be asked for again: the processor forgets keys after a
	// day, and would charge a second time.
	keyTime = 22 * time.Hour
)

// settleRetry asks until after keyTime.
var settleRetry = []time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, 30 * time.Minute, time.Hour, 2 * time.Hour, 4 * time.Hour, 6 * time.Hour, 6 * time.Hour, 6 * time.Hour,
}

// settleLate learns the outcome of a charge that is still pending: the request that made it was
// cut short, or the customer has left the browser.
func (s *Service) settleLate(ctx context.Context, j jobs.Job[settleArgs]) error {
	c, err := s.store.Charge(ctx, j.Args.Charge)
	if err != nil || c.Status != ChargePending {
		return err
	}
	if end := c.CreatedAt.Add(browserTime); c.InBrowser && c.PaymentID != "" && s.now().Before(end) {
		return s.deps.Jobs.Enqueue(ctx, j.Args, jobs.At(end)) // the customer may still confirm it
	}
	p, err := s.late(ctx, c)
	if err != nil {
		return err
	}
	if _, err = s.settle(ctx, c, p); apperr.Of(err).Kind == apperr.PaymentRequired {
		return nil
	}
	return err
}

// late asks the processor for a charge again, or gives up one in the browser.
func (s *Service) late(ctx context.Context, c Charge) (processor.Payment, error) {
	switch {
	case !c.InBrowser && s.now().Sub(c.CreatedAt) > keyTime:
		s.deps.Logger.ErrorContext(ctx, "the outcome of a charge was never learned; look for it at the payment processor", "charge", c.ID, "owner", c.OwnerID)
		return processor.Payment{Status: processor.StatusCanceled}, nil
	case !c.InBrowser:
		sub, err := s.subscription(ctx, c.OwnerID)
		if err != nil {
			return processor.Payment{}, err
		}
		return s.charge(ctx, c, sub.ProviderID)
	case c.PaymentID == "": // the request ended before the intent was stored: nobody can confirm it
		return processor.Payment{Status: processor.StatusCanceled}, nil
	}
	return s.deps.Processor.CancelPayment(ctx, c.PaymentID)
}
