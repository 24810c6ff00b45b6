package stripeproc

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbound"
)

const (
	get  = "GET"
	post = "POST"
)

// apiVersion is the version of Stripe's API whose answers are read here.
const apiVersion = "2026-03-25.dahlia"

const (
	retries = 2 // after no answer came; each has the idempotency key of the first try
	// pause is what follows the first try; after the next it is twice as long.
	pause = 500 * time.Millisecond
	// longestAnswer is far more than Stripe's records have.
	longestAnswer = 1 << 20
)

// apiError is what Stripe answers instead of a record.
type apiError struct {
	Type        string         `json:"type"`
	Code        string         `json:"code"`
	DeclineCode string         `json:"decline_code"`
	Param       string         `json:"param"`
	Intent      *paymentIntent `json:"payment_intent"`

	status  apperr.Kind
	request string // Stripe's id of the request
}

// The types and codes of errors that are told apart.
const (
	typeCard           = "card_error"
	typeIdempotency    = "idempotency_error"
	codeMissing        = "resource_missing"
	codeUnexpectedMove = "payment_intent_unexpected_state"
)

// Error leaves Stripe's own text out because it repeats what was sent.
func (e *apiError) Error() string {
	return fmt.Sprintf("stripe answered %d %s %s", e.status, e.Type, e.Code)
}

var errNotStripe = errors.New("the answer is not one of Stripe")

// request is a call of Stripe's API.
type request struct {
	method, path string
	key          string // of a call that changes something; empty: one of its own
	form         url.Values
}

// call makes a request and reads the answer. Its error is an *apiError, or what went wrong on the
// way, after which the request is sent again with the same key: it is carried out once.
func (s *Stripe) call(ctx context.Context, r request, into any) error {
	if r.key == "" {
		r.key = rand.Text()
	}
	for try := 0; ; try++ {
		err := s.send(ctx, r, into)
		if _, answered := errors.AsType[*apiError](err); err == nil || answered || try == retries || ctx.Err() != nil {
			return err
		}
		select {
		case <-time.After(pause << try):
		case <-ctx.Done():
			return err
		}
	}
}

func (s *Stripe) send(ctx context.Context, r request, into any) error {
	call := outbound.Call{Method: r.method, URL: s.url + r.path, Header: map[string]string{"Authorization": "Bearer " + s.key, "Stripe-Version": apiVersion}}
	if r.method == post {
		call.Header["Content-Type"], call.Header["Idempotency-Key"] = "application/x-www-form-urlencoded", r.key
		call.Body = r.form.Encode()
	}
	answer, err := s.service.Do(ctx, call)
	if err != nil {
		return err
	}
	if answer.OK() {
		if json.Unmarshal(answer.Body, into) != nil {
			return errNotStripe
		}
		return nil
	}
	var refused struct {
		Error *apiError `json:"error"`
	}
	if json.Unmarshal(answer.Body, &refused) != nil || refused.Error == nil {
		return errNotStripe
	}
	refused.Error.status, refused.Error.request = apperr.Kind(answer.Status), answer.Get("Request-Id")
	return refused.Error
}

// reference is an id, or a record with an id where the answer has it in full.
type reference string

func (r *reference) UnmarshalJSON(b []byte) error {
	var record struct {
		ID string `json:"id"`
	}
	if len(b) > 0 && b[0] == '{' {
		err := json.Unmarshal(b, &record)
		*r = reference(record.ID)
		return err
	}
	return json.Unmarshal(b, (*string)(r))
}

// record is what is read of customers and setup intents.
type record struct {
	ID           string `json:"id"`
	ClientSecret string `json:"client_secret"`
}

type paymentMethod struct {
	ID       string    `json:"id"`
	Customer reference `json:"customer"`
	Card     *struct {
		Brand    string `json:"brand"`
		Last4    string `json:"last4"`
		ExpMonth int    `json:"exp_month"`
		ExpYear  int    `json:"exp_year"`
	} `json:"card"`
}

type paymentIntent struct {
	ID               string            `json:"id"`
	Status           string            `json:"status"`
	Amount           int64             `json:"amount"`
	Currency         string            `json:"currency"`
	Customer         reference         `json:"customer"`
	Metadata         map[string]string `json:"metadata"`
	ClientSecret     string            `json:"client_secret"`
	LastPaymentError *apiError         `json:"last_payment_error"`
}

// form makes a form of names and values, without those that are empty.
func form(pairs ...string) url.Values {
	values := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			values.Set(pairs[i], pairs[i+1])
		}
	}
	return values
}

// path returns the path of a record. An id that Stripe cannot have given is not found:
// it must not lead to another path.
func path(format, record string) (string, error) {
	if !processor.IsID(record) {
		return "", apperr.ErrNotFound
	}
	return fmt.Sprintf(format, record), nil
}
