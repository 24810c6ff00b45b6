// Package stripeproc calls Stripe, and reads the events that Stripe sends.
//
// It owns the requests and what their answers mean, nothing is stored here. It makes the nine
// calls that it needs by itself: stripe-go takes 20 seconds of a processor to compile, because
// every record of every service of Stripe is in one package. Its rule: neither the key, a client
// secret nor the body of a request or an answer is in an error or a log.
package stripeproc

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
)

// Config says how Stripe is reached.
type Config struct {
	SecretKey string
	APIURL    string        // empty: stripeURL
	Timeout   time.Duration // of one try; 0: 30 seconds
	Log       *slog.Logger
}

const (
	stripeURL = "https://api.stripe.com"
	timeout   = 30 * time.Second
)

// Stripe is the real processor.
type Stripe struct {
	key     string
	url     string
	service *outbound.Service
	log     *slog.Logger
}

var _ processor.Processor = (*Stripe)(nil)

// New creates a client. It makes no call.
func New(c Config) *Stripe {
	if c.Timeout == 0 {
		c.Timeout = timeout
	}
	at := cmp.Or(strings.TrimRight(c.APIURL, "/"), stripeURL)
	return &Stripe{key: c.SecretKey, url: at, service: outbound.NewService(c.Timeout, longestAnswer), log: c.Log}
}

// Kind reports that this is Stripe, also with a test key.
func (s *Stripe) Kind() processor.Kind { return processor.KindStripe }

// refusal turns an error of call into what the caller is told.
func (s *Stripe) refusal(ctx context.Context, what string, err error) error {
	if ours, ok := errors.AsType[*apperr.Error](err); ok {
		return ours
	}
	e, answered := errors.AsType[*apiError](err)
	if !answered {
		s.log.WarnContext(ctx, "stripe did not answer", "call", what, "cause", cause(err))
		return processor.ErrUnavailable.After(retryAfter)
	}
	switch status := e.status; {
	case e.Type == typeCard, status == apperr.PaymentRequired:
		return declineOf(e).Err()
	case e.Type == typeIdempotency && status == apperr.Invalid:
		return processor.ErrKeyReused
	case e.Param == "payment_method":
		return errUnknownMethod()
	case e.Code == codeMissing, status == apperr.NotFound:
		return apperr.ErrNotFound
	case status == apperr.Unauthorized, status == apperr.Forbidden:
		s.log.ErrorContext(ctx, "stripe refused the key: check ALLOT_STRIPE_SECRET_KEY", "call", what, "status", int(e.status), "code", e.Code, "stripe_request", e.request)
		return processor.ErrUnavailable.After(retryAfter)
	case status == apperr.Conflict, status == apperr.TooMany, status >= apperr.Internal:
		s.log.WarnContext(ctx, "stripe could not answer", "call", what, "status", int(e.status), "code", e.Code, "stripe_request", e.request)
		return processor.ErrUnavailable.After(retryAfter)
	}
	return &RequestError{Call: what, Status: int(e.status), Code: e.Code, Param: e.Param, Request: e.request}
}

const retryAfter = 10 * time.Second

// cause returns what can be said of an error on the way, without the address.
func cause(err error) string {
	var u *url.Error
	switch {
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.As(err, &u) && u.Timeout():
		return "timeout"
	case errors.As(err, &u):
		return u.Err.Error()
	}
	return errNotStripe.Error()
}

func errUnknownMethod() error {
	return processor.ErrMethod("is not known or cannot be used any more; let the customer enter the card again")
}
