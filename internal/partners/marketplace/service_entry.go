package marketplace

import (
	"context"
	"errors"
	"fmt"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
)

// Registered adds a new account, in the transaction that creates it and after
// its company. An account that has to confirm its address first is added by
// Confirmed.
func (s *Service) Registered(ctx context.Context, u account.User) error {
	return s.build(ctx, u.ID, noProperty)
}

// Confirmed adds an account that has confirmed its address, in the same
// transaction.
func (s *Service) Confirmed(ctx context.Context, u account.User) error {
	return s.build(ctx, u.OwnerID, noProperty)
}

// noProperty is the refresh for changes of the company only.
func noProperty(context.Context) error { return nil }

// Subscriptions keep the entries up to date. An event only names the account:
// build reads the current state, so events may be late and in any order.
func (s *Service) Subscriptions() []outbox.Subscription {
	return []outbox.Subscription{
		{Name: "directory.entries", Fn: func(ctx context.Context, ev outbox.Stored) error {
			return s.build(ctx, ev.OwnerID, noProperty)
		}, Kinds: []string{account.Registered{}.EventKind(), account.EmailStateChanged{}.EventKind(), settings.CompanyUpdated{}.EventKind()}},
		{Name: "directory.properties", Fn: s.propertyChanged, Kinds: []string{property.Updated{}.EventKind(), property.Deleted{}.EventKind()}},
	}
}

func (s *Service) propertyChanged(ctx context.Context, ev outbox.Stored) error {
	var id int64
	if ev.Kind == (property.Deleted{}).EventKind() {
		var e property.Deleted
		if err := ev.Decode(&e); err != nil {
			return err
		}
		id = e.PropertyID
	} else {
		var e property.Updated
		// Drafts are not in the directory.
		if err := ev.Decode(&e); err != nil || e.Route.Scope != property.ScopePublished {
			return err
		}
		id = e.Route.PropertyID
	}
	return s.build(ctx, ev.OwnerID, func(ctx context.Context) error { return s.copyProperty(ctx, ev.OwnerID, id) })
}

// build writes the entry of an account from the current state. It locks the
// entry before reading: of two concurrent builds the second one reads the same
// state or a newer one. refresh updates the properties, unless they were never
// copied at all.
func (s *Service) build(ctx context.Context, owner int64, refresh func(ctx context.Context) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		// Locked, so that the address is not confirmed or changed meanwhile.
		u, err := s.deps.Accounts.LockAccount(ctx, owner)
		if errors.Is(err, apperr.ErrNotFound) || err == nil && u.EmailState == account.EmailPending {
			return s.store.DeleteEntry(ctx, owner)
		}
		if err != nil {
			return err
		}
		stale, err := s.store.ClaimEntry(ctx, newEntry(u, s.now()))
		if err != nil {
			return err
		}
		if stale {
			err = s.copyProperties(ctx, owner)
		} else {
			err = refresh(ctx)
		}
		if err != nil {
			return err
		}
		return s.write(ctx, u)
	})
}

func (s *Service) write(ctx context.Context, u account.User) error {
	published, err := s.store.Properties(ctx, u.ID)
	if err != nil {
		return err
	}
	company, err := s.deps.Settings.Company(ctx, u.ID)
	if err != nil {
		return err
	}
	if company == nil {
		return fmt.Errorf("account %d has no company", u.ID)
	}
	e := newEntry(u, s.now())
	countries := e.fill(*company, published)
	return s.store.SaveEntry(ctx, e, countries)
}

// copyProperty copies the published version of one property, or removes it.
func (s *Service) copyProperty(ctx context.Context, owner, id int64) error {
	card, err := s.deps.Publications.Card(ctx, id)
	if errors.Is(err, apperr.ErrNotFound) {
		return s.store.DeleteProperty(ctx, owner, id)
	}
	if err != nil {
		return err
	}
	return s.store.SaveProperties(ctx, []Property{propertyOf(card)})
}

// copyProperties copies all that an account has published.
func (s *Service) copyProperties(ctx context.Context, owner int64) error {
	if err := s.store.DeleteProperties(ctx, owner); err != nil {
		return err
	}
	req := page.Request{Page: 1, Size: page.MaxSize}
	for ; ; req.Page++ {
		cards, count, err := s.deps.Publications.Cards(ctx, publication.CardFilter{Owners: []int64{owner}}, req)
		if err != nil {
			return err
		}
		list := make([]Property, len(cards))
		for i, c := range cards {
			list[i] = propertyOf(c)
		}
		if err := s.store.SaveProperties(ctx, list); err != nil {
			return err
		}
		if req.Page*page.MaxSize >= count {
			return nil
		}
	}
}

type buildStaleArgs struct{}

func (buildStaleArgs) Kind() string { return "directory_build_stale" }

// staleBatch is how many accounts are looked up at once.
const staleBatch = 100

// buildStale builds the entries of accounts that are older than the directory,
// each in its own transaction.
func (s *Service) buildStale(ctx context.Context, _ jobs.Job[buildStaleArgs]) error {
	for {
		owners, err := s.store.Stale(ctx, staleBatch)
		if err != nil || len(owners) == 0 {
			return err
		}
		for _, owner := range owners {
			if err := s.build(ctx, owner, noProperty); err != nil {
				return fmt.Errorf("build the entry of %d: %w", owner, err)
			}
		}
	}
}
