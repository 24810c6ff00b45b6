package webhook

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
	"allot/internal/platform/page"
	"allot/internal/platform/problemtext"
)

// Endpoints lists the endpoints of the account, newest first.
func (s *Service) Endpoints(ctx context.Context, who auth.Caller, req page.Request) ([]Endpoint, int, error) {
	return s.store.Endpoints(ctx, who.OwnerID, req)
}

// Endpoint returns one of them.
func (s *Service) Endpoint(ctx context.Context, who auth.Caller, id int64) (Endpoint, error) {
	return s.store.Endpoint(ctx, who.OwnerID, id)
}

// CreateEndpoint registers an address that answers with a valid certificate. The
// secret is told here and never again.
func (s *Service) CreateEndpoint(ctx context.Context, who auth.Caller, in EndpointInput) (plain string, e Endpoint, err error) {
	e = Endpoint{OwnerID: who.OwnerID, CreatedBy: who.UserID, IsActive: true, CreatedAt: s.now()}
	if in.URL == nil {
		in.URL = new(string)
	}
	if err := in.apply(&e); err != nil {
		return "", Endpoint{}, err
	}
	if err := s.charge(who.OwnerID); err != nil { // before anything is read: a flood ends here
		return "", Endpoint{}, err
	}
	if err := s.deps.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
		return "", Endpoint{}, err
	}
	if err := s.connect(ctx, e.URL); err != nil {
		return "", Endpoint{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil { // so that two requests do not both find room
			return err
		}
		n, err := s.store.CountEndpoints(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		if n >= MaxEndpoints {
			return ErrTooManyEndpoints
		}
		plain = newSecret()
		e.SecretPrefix = plain[:prefixLength]
		if err := s.store.InsertEndpoint(ctx, &e); err != nil {
			return err
		}
		// The id is part of what the secret is sealed for.
		e.Secret = s.deps.Box.Seal([]byte(plain), sealContext(e))
		if err := s.store.UpdateEndpoint(ctx, e); err != nil {
			return err
		}
		return s.record(ctx, "create", who.OwnerID, e.ID, nil, e)
	})
	return plain, e, err
}

func sealContext(e Endpoint) string { return fmt.Sprintf("webhook_endpoints/%d/secret", e.ID) }

// connect connects to an address once and checks its certificate.
func (s *Service) connect(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("parse an address that was checked: %w", err)
	}
	if err := s.deps.Guard.Handshake(ctx, u); err != nil {
		var f apperr.Fields
		f.Checkf(false, "url", "must be an address that can be called with a valid certificate: %s", outbound.Reason(err))
		return f.Err()
	}
	return nil
}

// UpdateEndpoint changes an endpoint. A new address is checked as a first one is.
// What waits for an endpoint that is switched off ends as failed.
func (s *Service) UpdateEndpoint(ctx context.Context, who auth.Caller, id int64, in EndpointInput) (updated Endpoint, err error) {
	e, err := s.store.Endpoint(ctx, who.OwnerID, id)
	if err != nil {
		return Endpoint{}, err
	}
	if err := mayUse(who, e); err != nil {
		return Endpoint{}, err
	}
	before := e.URL
	if err := in.apply(&e); err != nil {
		return Endpoint{}, err
	}
	if e.URL != before {
		if err := s.charge(who.OwnerID); err != nil {
			return Endpoint{}, err
		}
		if err := s.connect(ctx, e.URL); err != nil {
			return Endpoint{}, err
		}
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		updated, err = s.lockOwn(ctx, who, id)
		if err != nil {
			return err
		}
		before := updated
		if err := in.apply(&updated); err != nil {
			return err
		}
		if updated.URL != before.URL {
			updated.FailingSince = nil
		}
		if before.IsActive && !updated.IsActive {
			if err := s.store.FailPending(ctx, who.OwnerID, id, Reason{apperr.Problem("", "the endpoint was switched off")}, s.now()); err != nil {
				return err
			}
		}
		if err := s.store.UpdateEndpoint(ctx, updated); err != nil {
			return err
		}
		return s.record(ctx, "update", who.OwnerID, id, before, updated)
	})
	return updated, err
}

func (s *Service) lockOwn(ctx context.Context, who auth.Caller, id int64) (Endpoint, error) {
	e, err := s.store.LockEndpoint(ctx, who.OwnerID, id)
	if err != nil {
		return Endpoint{}, err
	}
	return e, mayUse(who, e)
}

// DeleteEndpoint removes an endpoint with its deliveries. Whoever looks after
// integrations may remove any: it only takes away.
func (s *Service) DeleteEndpoint(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		e, err := s.store.LockEndpoint(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if err := s.store.DeleteEndpoint(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.record(ctx, "delete", who.OwnerID, id, e, nil)
	})
}

// RotateSecret gives the endpoint a new secret, told here and never again. The old
// one signs too for the overlap.
func (s *Service) RotateSecret(ctx context.Context, who auth.Caller, id int64, overlap time.Duration) (plain string, e Endpoint, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		e, err = s.lockOwn(ctx, who, id)
		if err != nil {
			return err
		}
		before := e
		e.PreviousSecret, e.PreviousUntil = "", nil
		if overlap > 0 {
			until := s.now().Add(overlap)
			e.PreviousSecret, e.PreviousUntil = e.Secret, &until
		}
		plain = newSecret()
		e.Secret, e.SecretPrefix = s.deps.Box.Seal([]byte(plain), sealContext(e)), plain[:prefixLength]
		if err := s.store.UpdateEndpoint(ctx, e); err != nil {
			return err
		}
		return s.record(ctx, "rotate", who.OwnerID, id, before, e)
	})
	return plain, e, err
}

// secrets opens what signs for an endpoint at a time, the present secret first.
func (s *Service) secrets(e Endpoint, now time.Time) ([]string, error) {
	sealed := []string{e.Secret}
	if e.PreviousUntil != nil && now.Before(*e.PreviousUntil) {
		sealed = append(sealed, e.PreviousSecret)
	}
	list := make([]string, len(sealed))
	for i, text := range sealed {
		plain, err := s.deps.Box.Open(text, sealContext(e))
		if err != nil {
			return nil, fmt.Errorf("open the secret of webhook endpoint %d: %w", e.ID, err)
		}
		list[i] = string(plain)
	}
	return list, nil
}

// disable switches an endpoint off that cannot be used any more, and tells the
// account. What waits for it ends as failed with the reason.
func (s *Service) disable(ctx context.Context, e *Endpoint, reason Reason) error {
	before := *e
	e.switchOff(reason)
	if err := s.store.FailPending(ctx, e.OwnerID, e.ID, reason.ledTo(apperr.Problem("", "the endpoint was disabled")), s.now()); err != nil {
		return err
	}
	if err := s.record(ctx, "disable", e.OwnerID, e.ID, before, *e); err != nil {
		return err
	}
	return s.deps.Notify.Send(ctx, notify.Notice{
		To: notify.Account(e.OwnerID, auth.Integrations), Kind: notify.WebhookDisabled,
		Params: map[string]string{"name": e.Name}, Link: "/developers/webhooks",
		Localized: map[string]func(string) string{"reason": problemtext.In(e.DisabledReason, e.DisabledProblems)},
	})
}

// UserRemoved switches off the endpoints that a user of the caller's account has
// made: what they receive was bounded by that user's permissions. It runs in the
// transaction that removes the user. The manager may switch them on again.
func (s *Service) UserRemoved(ctx context.Context, who auth.Caller, user int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		list, _, err := s.store.Endpoints(ctx, who.OwnerID, page.Request{Size: page.MaxSize})
		if err != nil {
			return err
		}
		for _, e := range list {
			if e.CreatedBy != user {
				continue
			}
			before := e
			e.CreatedBy = who.OwnerID
			e.switchOff(Reason{apperr.Problem("", "the user who made it was removed")})
			if err := s.store.FailPending(ctx, who.OwnerID, e.ID, e.why().ledTo(apperr.Problem("", "the endpoint was disabled")), s.now()); err != nil {
				return err
			}
			if err := s.store.UpdateEndpoint(ctx, e); err != nil {
				return err
			}
			if err := s.record(ctx, "disable", who.OwnerID, e.ID, before, e); err != nil {
				return err
			}
		}
		return nil
	})
}
