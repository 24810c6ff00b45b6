// Package stripeproc calls Stripe, and reads the events that Stripe sends.
//
// It owns the requests and what their answers mean, nothing is stored here. It uses the
// backend of stripe-go and its types, not stripe.NewClient: that one links the clients
// of every service of Stripe. Its rule: neither the key, a client secret nor the body
// of a request or an answer is in an error or a log.
package stripeproc

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
)

// Config says how Stripe is reached.
type Config struct {
	SecretKey string
	APIURL    string        // empty: Stripe's own
	Timeout   time.Duration // of one try; 0: 30 seconds
	Log       *slog.Logger
}

const (
	timeout = 30 * time.Second
	retries = 2 // after the connection failed; each has the idempotency key of the first try
)

// Stripe is the real processor.
type Stripe struct {
	key     string
	backend stripe.Backend
	log     *slog.Logger
}

var _ processor.Processor = (*Stripe)(nil)

// New creates a client. It makes no call.
func New(c Config) *Stripe {
	if c.Timeout == 0 {
		c.Timeout = timeout
	}
	config := &stripe.BackendConfig{
		EnableTelemetry:   stripe.Bool(false),
		HTTPClient:        outbound.Client(c.Timeout),
		LeveledLogger:     &stripe.LeveledLogger{Level: stripe.LevelNull}, // it would log bodies
		MaxNetworkRetries: stripe.Int64(retries),
	}
	if c.APIURL != "" {
		config.URL = stripe.String(strings.TrimRight(c.APIURL, "/"))
	}
	return &Stripe{key: c.SecretKey, backend: stripe.GetBackendWithConfig(stripe.APIBackend, config), log: c.Log}
}

// Kind reports that this is Stripe, also with a test key.
func (s *Stripe) Kind() processor.Kind { return processor.KindStripe }

const (
	get  = "GET"
	post = "POST"
)

// call makes a request. Its error is a *stripe.Error, or what went wrong on the way.
func (s *Stripe) call(ctx context.Context, method, path string, params stripe.ParamsContainer, into stripe.LastResponseSetter) error {
	params.GetParams().Context = ctx
	return s.backend.Call(method, path, s.key, params, into)
}

// path returns the path of a record. An id that Stripe cannot have given is not found:
// it must not lead to another path.
func path(format, record string) (string, error) {
	if !processor.IsID(record) {
		return "", apperr.ErrNotFound
	}
	return fmt.Sprintf(format, record), nil
}

// refusal turns an error of call into what the caller is told.
func (s *Stripe) refusal(ctx context.Context, what string, err error) error {
	if ours, ok := errors.AsType[*apperr.Error](err); ok {
		return ours
	}
	var e *stripe.Error
	if !errors.As(err, &e) {
		s.log.WarnContext(ctx, "stripe did not answer", "call", what, "cause", cause(err))
		return processor.ErrUnavailable.After(retryAfter)
	}
	status := apperr.Kind(e.HTTPStatusCode)
	switch {
	case e.Type == stripe.ErrorTypeCard, status == apperr.PaymentRequired:
		return declineOf(e).Err()
	case e.Type == stripe.ErrorTypeIdempotency && status == apperr.Invalid:
		return processor.ErrKeyReused
	case e.Param == "payment_method":
		return errUnknownMethod()
	case e.Code == stripe.ErrorCodeResourceMissing, status == apperr.NotFound:
		return apperr.ErrNotFound
	case status == apperr.Unauthorized, status == apperr.Forbidden:
		s.log.ErrorContext(ctx, "stripe refused the key: check ALLOT_STRIPE_SECRET_KEY", "call", what, "status", e.HTTPStatusCode, "code", e.Code, "stripe_request", e.RequestID)
		return processor.ErrUnavailable.After(retryAfter)
	case status == apperr.Conflict, status == apperr.TooMany, status >= apperr.Internal:
		s.log.WarnContext(ctx, "stripe could not answer", "call", what, "status", e.HTTPStatusCode, "code", e.Code, "stripe_request", e.RequestID)
		return processor.ErrUnavailable.After(retryAfter)
	}
	return &RequestError{Call: what, Status: e.HTTPStatusCode, Code: string(e.Code), Param: e.Param, Request: e.RequestID}
}

const retryAfter = 10 * time.Second

// cause returns what can be said of an error on the way: an answer that is no JSON is
// quoted in the library's error, which is left out.
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
	return "the answer is not one of Stripe"
}

func errUnknownMethod() error {
	return processor.ErrMethod("is not known or cannot be used any more; let the customer enter the card again")
}
