package settings

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

const (
	// maxResubscribes bounds how often an address can subscribe again, and so how often it can
	// unsubscribe, which is never refused.
	maxResubscribes   = 5
	resubscribeWindow = 24 * time.Hour
)

// ErrResubscribeLimit refuses to subscribe again more often than maxResubscribes.
var ErrResubscribeLimit = apperr.New(apperr.TooMany, "resubscribe_limit", "this address has been subscribed again too often today")

// Subscription says whether an address gets list mail of an account, for the page that its link
// opens.
type Subscription struct {
	Company        string
	Email          string
	Language       string     // of the letter that the link came with
	UnsubscribedAt *time.Time // nil: it gets list mail
}

// Subscription returns the subscription that a link names, without changing it.
func (s *Service) Subscription(ctx context.Context, sealed string) (Subscription, error) {
	sub, err := s.openSubscription(sealed)
	if err != nil {
		return Subscription{}, err
	}
	return s.subscriptionOf(ctx, sub)
}

func (s *Service) subscriptionOf(ctx context.Context, sub subscription) (Subscription, error) {
	company, err := s.CompanyName(ctx, sub.OwnerID)
	if err != nil {
		return Subscription{}, err
	}
	shown := Subscription{Company: company, Email: sub.Email, Language: sub.Language}
	at, err := s.store.Unsubscribed(ctx, sub.OwnerID, sub.Email)
	if err == nil {
		shown.UnsubscribedAt = &at
	}
	if errors.Is(err, apperr.ErrNotFound) {
		err = nil
	}
	return shown, err
}

// HasUnsubscribed reports whether an address has unsubscribed from list mail of an account.
func (s *Service) HasUnsubscribed(ctx context.Context, owner int64, email string) (bool, error) {
	_, err := s.store.Unsubscribed(ctx, owner, email)
	if errors.Is(err, apperr.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Unsubscribe ends list mail of an account to the address that a link names. A repeat changes
// nothing.
func (s *Service) Unsubscribe(ctx context.Context, sealed string) (Subscription, error) {
	return s.subscribe(ctx, sealed, false)
}

// Resubscribe reverts Unsubscribe. It needs the link, so the account that sends the mail cannot
// do it.
func (s *Service) Resubscribe(ctx context.Context, sealed string) (Subscription, error) {
	return s.subscribe(ctx, sealed, true)
}

func (s *Service) subscribe(ctx context.Context, sealed string, wanted bool) (after Subscription, err error) {
	sub, err := s.openSubscription(sealed)
	if err != nil {
		return Subscription{}, err
	}
	// A repeat does not lock the account.
	if after, err = s.subscriptionOf(ctx, sub); err != nil || (after.UnsubscribedAt == nil) == wanted {
		return after, err
	}
	if wanted {
		if c := s.resubscribing.Take(fmt.Sprint(sub.OwnerID, " ", sub.Email)); !c.Allowed {
			return Subscription{}, ErrResubscribeLimit.After(c.Reset)
		}
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if err := s.lockAccount(ctx, sub.OwnerID); err != nil {
			return err
		}
		if after, err = s.subscriptionOf(ctx, sub); err != nil || (after.UnsubscribedAt == nil) == wanted {
			return err
		}
		if wanted {
			after.UnsubscribedAt = nil
			err = s.store.DeleteUnsubscribed(ctx, sub.OwnerID, sub.Email)
		} else {
			now := s.now()
			after.UnsubscribedAt = &now
			err = s.store.SaveUnsubscribed(ctx, sub.OwnerID, sub.Email, now)
		}
		if err != nil {
			return err
		}
		return s.recordSubscription(ctx, sub, wanted)
	})
	return after, err
}

// recordSubscription writes to the account's audit trail what its contact did. If the contact
// was deleted, the entry has only the address.
func (s *Service) recordSubscription(ctx context.Context, sub subscription, wanted bool) error {
	contacts, err := s.store.ContactsByEmail(ctx, sub.OwnerID, []string{sub.Email})
	if err != nil {
		return err
	}
	action := "unsubscribe"
	if wanted {
		action = "resubscribe"
	}
	return s.deps.Audit.Record(ctx, audit.Change{
		OwnerID: sub.OwnerID, Action: action, ObjectType: "contact", ObjectID: contacts[sub.Email].ID, After: map[string]string{"email": sub.Email},
	})
}
