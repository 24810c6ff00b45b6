package sandbox

import (
	"context"
	"errors"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/platform/apperr"
)

// Intent is a payment intent. MethodID is the card that was charged last, or the one
// that was suggested for the first try.
type Intent struct {
	ID             string
	IdempotencyKey string
	Fingerprint    string
	CustomerID     string
	MethodID       string
	Amount         int64
	Currency       string
	Metadata       map[string]string
	Status         processor.Status
	DeclineCode    string // of the last try; empty: none was declined
	CreatedAt      time.Time
}

func (i Intent) payment() processor.Payment {
	p := processor.Payment{
		ID: i.ID, Status: i.Status, Amount: i.Amount, Currency: i.Currency, Customer: i.CustomerID, Metadata: i.Metadata,
	}
	if i.DeclineCode != "" {
		p.Decline = processor.DeclineOf(i.DeclineCode)
	}
	return p
}

// try charges the card.
func (i *Intent) try(m Method, offSession, authenticated bool) {
	card, _ := CardOf(m.Card)
	status, decline := card.Confirm(offSession, authenticated)
	i.MethodID, i.Status, i.DeclineCode = m.ID, status, ""
	if decline != nil {
		i.DeclineCode = decline.Code
	}
}

// Charge makes an intent and tries the card of the charge.
func (s *Sandbox) Charge(ctx context.Context, c processor.Charge) (processor.Payment, error) {
	i, err := s.create(ctx, "charge", c, func(i *Intent, m Method) { i.try(m, c.OffSession, false) })
	if err != nil {
		return processor.Payment{}, err
	}
	p := i.payment()
	if p.Status == processor.StatusRequiresAction {
		p.ClientSecret = clientSecret(p.ID)
	}
	return p, nil
}

// CreateIntent makes an intent that is tried when it is asked for.
func (s *Sandbox) CreateIntent(ctx context.Context, c processor.Charge) (processor.Payment, error) {
	i, err := s.create(ctx, "intent", c, func(i *Intent, m Method) { i.MethodID = m.ID })
	if err != nil {
		return processor.Payment{}, err
	}
	p := i.payment()
	p.ClientSecret = clientSecret(p.ID)
	return p, nil
}

// create makes one intent for each key. A repeat returns it as it is now.
func (s *Sandbox) create(ctx context.Context, call string, c processor.Charge, use func(*Intent, Method)) (Intent, error) {
	if err := c.Check(); err != nil {
		return Intent{}, err
	}
	print, err := fingerprint(call, c)
	if err != nil {
		return Intent{}, err
	}
	var i Intent
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		var err error
		// The key first: the repeat of a charge whose card is gone is still that charge.
		if i, err = s.store.IntentOfKey(ctx, c.Key); !errors.Is(err, apperr.ErrNotFound) {
			return err
		}
		if _, err := s.store.Customer(ctx, c.Customer); err != nil {
			return err
		}
		i = Intent{
			ID: newID("pi"), IdempotencyKey: c.Key, Fingerprint: print, CustomerID: c.Customer, Amount: c.Amount, Currency: c.Currency,
			Metadata: c.Metadata, Status: processor.StatusRequiresMethod, CreatedAt: s.now(),
		}
		if c.Method != "" || call == "charge" {
			m, err := s.methodOf(ctx, c.Customer, c.Method)
			if err != nil {
				return err
			}
			use(&i, m)
		}
		first, err := s.store.InsertIntent(ctx, i)
		if err != nil || first {
			return err
		}
		i, err = s.store.IntentOfKey(ctx, c.Key)
		return err
	})
	if err != nil {
		return Intent{}, err
	}
	if i.Fingerprint != print {
		return Intent{}, processor.ErrKeyReused
	}
	return i, nil
}

// Payment returns an intent after the customer went through the browser: what waits
// for the customer is confirmed, what waits for a card is tried with the suggested card,
// after a decline with the one that was attached last.
func (s *Sandbox) Payment(ctx context.Context, id string) (processor.Payment, error) {
	return s.change(ctx, id, func(ctx context.Context, i *Intent) error {
		m, err := s.currentMethod(ctx, *i)
		if errors.Is(err, apperr.ErrNotFound) {
			return nil // no card: it goes on waiting
		}
		if err != nil {
			return err
		}
		i.try(m, false, true)
		return nil
	})
}

func (s *Sandbox) currentMethod(ctx context.Context, i Intent) (Method, error) {
	if i.MethodID != "" && i.DeclineCode == "" {
		if m, err := s.store.Method(ctx, i.MethodID); !errors.Is(err, apperr.ErrNotFound) {
			return m, err
		}
	}
	return s.store.NewestMethod(ctx, i.CustomerID)
}

// CancelPayment gives up an intent. One that has succeeded is returned as it is.
func (s *Sandbox) CancelPayment(ctx context.Context, id string) (processor.Payment, error) {
	return s.change(ctx, id, func(_ context.Context, i *Intent) error {
		i.Status, i.DeclineCode = processor.StatusCanceled, ""
		return nil
	})
}

// change runs fn on an intent that is not at its end, and stores what it changes.
func (s *Sandbox) change(ctx context.Context, id string, fn func(context.Context, *Intent) error) (processor.Payment, error) {
	ended := func(i Intent) bool {
		return i.Status == processor.StatusSucceeded || i.Status == processor.StatusCanceled
	}
	if !processor.IsID(id) {
		return processor.Payment{}, apperr.ErrNotFound
	}
	i, err := s.store.Intent(ctx, id)
	if err != nil || ended(i) {
		return i.payment(), err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		var err error
		if i, err = s.store.LockIntent(ctx, id); err != nil || ended(i) {
			return err
		}
		if err := fn(ctx, &i); err != nil {
			return err
		}
		return s.store.UpdateIntent(ctx, i)
	})
	if err != nil {
		return processor.Payment{}, err
	}
	return i.payment(), nil
}
