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

// LimitWindow is how long what strangers ask for is counted.
const LimitWindow = time.Hour

// charge counts one request of the client and refuses one too many.
func (s *Service) charge(ctx context.Context, by *ratelimit.Addresses, refusal *apperr.Error, what string) error {
	c := by.Take(request.From(ctx).ClientIP)
	if c.Allowed {
		return nil
	}
	now := s.now()
	return limited(refusal, what, c.Limit, now, now.Add(c.Reset))
}

// limited says which limit was met and when it ends.
func limited(refusal *apperr.Error, what string, limit int, now, until time.Time) error {
	return refusal.Withf("%s: %d %s an hour are the limit; try again after %s", refusal.Message, limit, what, until.Format(time.RFC3339)).
		With("limit", limit).With("until", until).After(until.Sub(now))
}
