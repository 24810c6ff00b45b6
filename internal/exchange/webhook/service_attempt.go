package webhook

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/apperr"
)

// fresh is how long after a delivery was made its first attempt needs no new question
// who may see the event: that was asked in the transaction that made it.
const fresh = 2 * time.Second

// mayStillSend returns the endpoint of a delivery as it is now, or why
// nothing may be sent to it any more. known is the endpoint if it was read a moment ago.
func (s *Service) mayStillSend(ctx context.Context, d Delivery, known *Endpoint) (e Endpoint, reason Reason, err error) {
	if known != nil {
		e = *known
	} else if e, err = s.store.Endpoint(ctx, d.OwnerID, d.EndpointID); err != nil {
		return e, nil, err
	}
	if !e.IsActive {
		return e, e.why().ledTo(apperr.Problem("", "the endpoint is not active")), nil
	}
	suspended, err := s.deps.Accounts.Suspended(ctx, d.OwnerID)
	if err != nil {
		return e, nil, err
	}
	if len(suspended) > 0 {
		return e, Reason{apperr.Problem("", "the account is suspended")}, nil
	}
	if d.Event == Ping || d.AttemptCount == 0 && s.now().Sub(d.CreatedAt) < fresh {
		return e, nil, nil
	}
	ev, err := s.deps.Events.Event(ctx, d.EventID)
	if errors.Is(err, apperr.ErrNotFound) {
		return e, Reason{apperr.Problem("", "the event is not kept any more")}, nil
	}
	if err != nil {
		return e, nil, err
	}
	_, reason, err = s.receives(ctx, e, ev)
	return e, reason, err
}

// giveUp ends a delivery without an attempt.
func (s *Service) giveUp(ctx context.Context, d Delivery, reason Reason) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		locked, err := s.store.LockDelivery(ctx, d.OwnerID, d.ID)
		if errors.Is(err, apperr.ErrNotFound) || err == nil && locked.Status != StatusPending {
			return nil
		}
		if err != nil {
			return err
		}
		locked.fail(reason, s.now())
		return s.store.UpdateDelivery(ctx, locked)
	})
}

// finish records an attempt and what follows from it for the delivery and its
// endpoint. Of one that was deleted meanwhile nothing is recorded.
func (s *Service) finish(ctx context.Context, e Endpoint, d Delivery, o outcome, started time.Time, took time.Duration) error {
	return s.store.InTx(ctx, func(ctx context.Context) (err error) {
		// A success that follows no failure changes nothing of the endpoint. Else it is locked first, in the
		// order that all others lock in.
		if !o.success() || e.FailingSince != nil {
			e, err = s.store.LockEndpoint(ctx, d.OwnerID, d.EndpointID)
		}
		if errors.Is(err, apperr.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		locked, err := s.store.LockDelivery(ctx, d.OwnerID, d.ID)
		if errors.Is(err, apperr.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		locked.recordOutcome(o, started, s.now())
		err = s.store.InsertAttempt(ctx, &Attempt{
			OwnerID: d.OwnerID, WebhookDeliveryID: d.ID, Number: locked.AttemptCount, IsManual: d.IsManual, StartedAt: started,
			DurationMS: took.Milliseconds(), ResponseCode: o.code, ResponseBody: o.body, Error: o.err.String(), Problems: o.err,
		})
		if err != nil {
			return err
		}
		if err := s.store.UpdateDelivery(ctx, locked); err != nil {
			return err
		}
		return s.noteHealth(ctx, e, o, started)
	})
}

// noteHealth keeps since when an endpoint only fails, and disables one that is
// gone or has failed for too long.
func (s *Service) noteHealth(ctx context.Context, e Endpoint, o outcome, started time.Time) error {
	switch {
	case o.success() && e.FailingSince == nil:
		return nil
	case o.success():
		e.FailingSince = nil
	case !e.IsActive:
		return nil
	case o.gone:
		if err := s.disable(ctx, &e, Reason{apperr.Problem("", "it answered that it is gone (410)")}); err != nil {
			return err
		}
	case e.FailingSince == nil:
		e.FailingSince = &started
	case started.Sub(*e.FailingSince) >= failsFor:
		if err := s.disable(ctx, &e, o.err.ledTo(apperr.Problem("", "it only failed for 5 days; the last time"))); err != nil {
			return err
		}
	default:
		return nil
	}
	return s.store.UpdateEndpoint(ctx, e)
}
