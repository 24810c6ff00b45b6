package subscription

import (
	"context"
	"slices"
	"strconv"

	"allot/internal/billing/processor"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
)

// Cards lists the cards of the caller's account, oldest first.
func (s *Service) Cards(ctx context.Context, who auth.Caller) ([]Card, error) {
	return s.store.Cards(ctx, who.OwnerID)
}

// customer returns the account's customer at the processor, made if there is none.
func (s *Service) customer(ctx context.Context, owner int64) (string, error) {
	sub, err := s.subscription(ctx, owner)
	if err != nil || sub.CustomerID != "" {
		return sub.CustomerID, err
	}
	address, err := s.AddressOf(ctx, owner)
	if err != nil {
		return "", err
	}
	u, err := s.deps.Accounts.Account(ctx, owner)
	if err != nil {
		return "", err
	}
	id, err := s.deps.Processor.CreateCustomer(ctx, processor.Customer{
		Key: "customer-" + s.deps.Installation() + "-" + strconv.FormatInt(owner, 10), Name: address.CompanyName, Email: u.Email,
	})
	if err != nil {
		return "", err
	}
	err = s.change(ctx, owner, func(_ context.Context, sub *Subscription) error {
		if sub.CustomerID == "" {
			sub.CustomerID = id
		}
		id = sub.CustomerID
		return nil
	})
	return id, err
}

// SetupIntent lets the caller's browser hand a card to the processor.
func (s *Service) SetupIntent(ctx context.Context, who auth.Caller) (processor.SetupIntent, error) {
	if err := s.count(who); err != nil {
		return processor.SetupIntent{}, err
	}
	customer, err := s.customer(ctx, who.OwnerID)
	if err != nil {
		return processor.SetupIntent{}, err
	}
	return s.deps.Processor.CreateSetupIntent(ctx, customer)
}

// AttachCard keeps a payment method that the processor has confirmed. The first card of an
// account is its primary one.
func (s *Service) AttachCard(ctx context.Context, who auth.Caller, method string) (Card, error) {
	if err := s.count(who); err != nil {
		return Card{}, err
	}
	cards, err := s.store.Cards(ctx, who.OwnerID)
	if err != nil {
		return Card{}, err
	}
	if len(cards) >= maxCards {
		return Card{}, errCardLimit
	}
	customer, err := s.customer(ctx, who.OwnerID)
	if err != nil {
		return Card{}, err
	}
	got, err := s.deps.Processor.AttachMethod(ctx, customer, method)
	if err != nil {
		return Card{}, err
	}
	card := Card{OwnerID: who.OwnerID, Token: got.Token, Brand: got.Brand, Last4: got.Last4, ExpMonth: got.ExpMonth, ExpYear: got.ExpYear, CreatedAt: s.now()}
	full := false
	err = s.change(ctx, who.OwnerID, func(ctx context.Context, _ *Subscription) error {
		cards, err := s.store.Cards(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(cards, func(c Card) bool { return c.Token == card.Token }); i >= 0 {
			card = cards[i] // attached before
			return nil
		}
		if len(cards) >= maxCards { // by now
			full = true
			return s.deps.Jobs.Enqueue(ctx, detachArgs{Token: card.Token})
		}
		card.IsPrimary = len(cards) == 0
		if err := s.store.InsertCard(ctx, &card); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "create", ObjectType: "payment_card", ObjectID: card.ID, After: card})
	})
	if err == nil && full {
		return Card{}, errCardLimit
	}
	return card, err
}

// RemoveCard removes a card. It refuses the only card of a subscription that is renewed. If it
// was the primary one, the oldest of the others becomes that.
func (s *Service) RemoveCard(ctx context.Context, who auth.Caller, id int64) error {
	return s.change(ctx, who.OwnerID, func(ctx context.Context, sub *Subscription) error {
		cards, card, err := s.card(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		if len(cards) == 1 && sub.renews() {
			return errCardInUse
		}
		if err := s.store.DeleteCard(ctx, who.OwnerID, id); err != nil {
			return err
		}
		others := slices.DeleteFunc(cards, func(c Card) bool { return c.ID == id })
		if card.IsPrimary && len(others) > 0 {
			if err := s.store.SetPrimary(ctx, who.OwnerID, others[0].ID); err != nil {
				return err
			}
		}
		if err := s.deps.Jobs.Enqueue(ctx, detachArgs{Token: card.Token}); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "delete", ObjectType: "payment_card", ObjectID: id, Before: card})
	})
}

// SetPrimaryCard makes a card the one that is charged.
func (s *Service) SetPrimaryCard(ctx context.Context, who auth.Caller, id int64) (card Card, err error) {
	err = s.change(ctx, who.OwnerID, func(ctx context.Context, _ *Subscription) error {
		_, before, err := s.card(ctx, who.OwnerID, id)
		if err != nil {
			return err
		}
		card = before
		card.IsPrimary = true
		if before.IsPrimary {
			return nil
		}
		if err := s.store.SetPrimary(ctx, who.OwnerID, id); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "payment_card", ObjectID: id, Before: before, After: card})
	})
	return card, err
}

func (s *Service) card(ctx context.Context, owner, id int64) ([]Card, Card, error) {
	cards, err := s.store.Cards(ctx, owner)
	if err != nil {
		return nil, Card{}, err
	}
	i := slices.IndexFunc(cards, func(c Card) bool { return c.ID == id })
	if i < 0 {
		return nil, Card{}, apperr.ErrNotFound
	}
	return cards, cards[i], nil
}

// primary returns the token of the card that is charged; empty without one.
func primary(cards []Card) string {
	for _, c := range cards {
		if c.IsPrimary {
			return c.Token
		}
	}
	return ""
}

// detachArgs asks to take a removed card from its customer at the processor.
type detachArgs struct {
	Token string `json:"token"`
}

func (detachArgs) Kind() string { return "billing_detach_card" }

func (s *Service) detachCard(ctx context.Context, j jobs.Job[detachArgs]) error {
	return s.deps.Processor.DetachMethod(ctx, j.Args.Token)
}
