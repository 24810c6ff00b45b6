package account

import (
	"context"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/request"
)

var (
	// ErrRegistrationLimit refuses more accounts than one client may open.
	ErrRegistrationLimit = apperr.New(apperr.TooMany, "registration_limit", "too many registrations from your address")
	// ErrResetLimit refuses more reset letters than one client may ask for.
	ErrResetLimit = apperr.New(apperr.TooMany, "reset_limit", "too many password resets from your address")
)

// LimitWindow is the time over which requests of one client address are counted.
const LimitWindow = time.Hour

// countRequest counts one request of the client and refuses it with refusal beyond the limit.
func (s *Service) countRequest(ctx context.Context, counter *ratelimit.Addresses, refusal *apperr.Error, noun string) error {
	c := counter.Take(request.From(ctx).ClientIP)
	if c.Allowed {
		return nil
	}
	now := s.now()
	return limited(refusal, noun, c.Limit, now, now.Add(c.Reset))
}

// limited adds the limit and the time it ends to a refusal.
func limited(refusal *apperr.Error, noun string, limit int, now, until time.Time) error {
	return refusal.Withf("%s: %d %s an hour are the limit; try again after %s", refusal.Message, limit, noun, until.Format(time.RFC3339)).
		With("limit", limit).With("until", until).After(until.Sub(now))
}
