// Package sandbox is the payment processor of an installation without a key of Stripe.
//
// It owns customers, methods and intents of its own in the database, so that they
// outlast a restart and all nodes see them. It moves no money and takes only Stripe's
// test payment methods. Its rule: no card number, name, address or client secret is
// stored. There is no browser in which a card could be declined: attaching succeeds for
// every test card, and the decline comes with the charge; asking for a payment stands
// for the customer who went through the browser.
package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
)

// Customer is a customer. Fingerprint is of the arguments that it was made with.
type Customer struct {
	ID             string
	IdempotencyKey string
	Fingerprint    string
	CreatedAt      time.Time
}

// Method is a test card that a customer has attached.
type Method struct {
	ID         string
	CustomerID string
	Card       string // name of the test card
	ExpMonth   int
	ExpYear    int
	CreatedAt  time.Time
}

// Store is what the sandbox needs of the database.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// InsertCustomer reports whether it was the first with its key.
	InsertCustomer(ctx context.Context, c Customer) (bool, error)
	Customer(ctx context.Context, id string) (Customer, error)
	CustomerOfKey(ctx context.Context, key string) (Customer, error)

	InsertMethod(ctx context.Context, m Method) error
	Method(ctx context.Context, id string) (Method, error)
	NewestMethod(ctx context.Context, customer string) (Method, error)
	DeleteMethod(ctx context.Context, id string) error

	// InsertIntent reports whether it was the first with its key.
	InsertIntent(ctx context.Context, i Intent) (bool, error)
	Intent(ctx context.Context, id string) (Intent, error)
	IntentOfKey(ctx context.Context, key string) (Intent, error)
	LockIntent(ctx context.Context, id string) (Intent, error)
	UpdateIntent(ctx context.Context, i Intent) error
}

// Sandbox is the built-in processor.
type Sandbox struct {
	store Store
	now   func() time.Time
}

var _ processor.Processor = (*Sandbox)(nil)

// New creates the processor on a store.
func New(store Store, now func() time.Time) *Sandbox {
	return &Sandbox{store: store, now: now}
}

// Kind reports that this is the built-in processor.
func (s *Sandbox) Kind() processor.Kind { return processor.KindSandbox }

// newID returns a random id of 128 bits.
func newID(kind string) string { return kind + "_sandbox_" + strings.ToLower(rand.Text()) }

// clientSecret is the same for each call and not secret: nothing can be done with it here.
func clientSecret(id string) string { return id + "_secret_sandbox" }

// fingerprint tells whether a key is used again with other arguments.
func fingerprint(call string, args any) (string, error) {
	b, err := json.Marshal(args)
	if err != nil {
		return "", fmt.Errorf("fingerprint of %s: %w", call, err)
	}
	sum := sha256.Sum256(append([]byte(call+" "), b...))
	return hex.EncodeToString(sum[:]), nil
}

// CreateCustomer makes a customer, one for each key.
func (s *Sandbox) CreateCustomer(ctx context.Context, c processor.Customer) (string, error) {
	if err := c.Check(); err != nil {
		return "", err
	}
	print, err := fingerprint("customer", c)
	if err != nil {
		return "", err
	}
	made := Customer{ID: newID("cus"), IdempotencyKey: c.Key, Fingerprint: print, CreatedAt: s.now()}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		first, err := s.store.InsertCustomer(ctx, made)
		if err != nil || first {
			return err
		}
		made, err = s.store.CustomerOfKey(ctx, c.Key)
		return err
	})
	if err != nil {
		return "", err
	}
	if made.Fingerprint != print {
		return "", processor.ErrKeyReused
	}
	return made.ID, nil
}

// CreateSetupIntent returns an intent that nobody has to confirm: the test cards can be
// attached without. So it is not stored.
func (s *Sandbox) CreateSetupIntent(ctx context.Context, customer string) (processor.SetupIntent, error) {
	if _, err := s.store.Customer(ctx, customer); err != nil {
		return processor.SetupIntent{}, err
	}
	id := newID("seti")
	return processor.SetupIntent{ID: id, ClientSecret: clientSecret(id)}, nil
}

// validYears is how long a test card is valid.
const validYears = 3

// AttachMethod gives a customer a test card. Each call makes another one, except for a
// card that the customer has already.
func (s *Sandbox) AttachMethod(ctx context.Context, customer, method string) (processor.Card, error) {
	if err := processor.CheckMethod(method); err != nil {
		return processor.Card{}, err
	}
	var m Method
	err := s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.store.Customer(ctx, customer); err != nil {
			return err
		}
		if _, ok := CardOf(method); !ok {
			var err error
			m, err = s.methodOf(ctx, customer, method)
			return err
		}
		now := s.now()
		m = Method{
			ID: newID("pm"), CustomerID: customer, Card: method,
			ExpMonth: int(now.Month()), ExpYear: now.Year() + validYears, CreatedAt: now,
		}
		return s.store.InsertMethod(ctx, m)
	})
	if err != nil {
		return processor.Card{}, err
	}
	card, _ := CardOf(m.Card)
	return processor.Card{Token: m.ID, Brand: card.Brand, Last4: card.Last4, ExpMonth: m.ExpMonth, ExpYear: m.ExpYear}, nil
}

// methodOf returns a method of the customer, and refuses those of others.
func (s *Sandbox) methodOf(ctx context.Context, customer, method string) (Method, error) {
	if !processor.IsID(method) {
		return Method{}, errUnknownMethod()
	}
	m, err := s.store.Method(ctx, method)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && m.CustomerID != customer {
		return Method{}, errUnknownMethod()
	}
	return m, err
}

// DetachMethod takes a method from its customer. One that is gone is no error.
func (s *Sandbox) DetachMethod(ctx context.Context, method string) error {
	if !processor.IsID(method) {
		return nil
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		return s.store.DeleteMethod(ctx, method)
	})
}
