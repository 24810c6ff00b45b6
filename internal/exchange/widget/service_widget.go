package widget

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"

	"allot/internal/identity/auth"
)

// Get returns the widget of a property of the caller.
func (s *Service) Get(ctx context.Context, who auth.Caller, property int64) (Widget, error) {
	if _, err := s.deps.Properties.Own(ctx, who, property); err != nil {
		return Widget{}, err
	}
	return s.store.Widget(ctx, who.OwnerID, property)
}

// Create makes the widget of a property, which has one at most. Its public id cannot be
// guessed: who has it was given it.
func (s *Service) Create(ctx context.Context, who auth.Caller, property int64, in Input) (w Widget, err error) {
	w = Widget{
		OwnerID: who.OwnerID, PropertyID: property, PublicID: strings.ToLower(rand.Text()), Theme: ThemeLight, Color: defaultColor, Language: LanguageAuto,
		Show: slices.Clone(Parts), AllowedHosts: []string{}, CreatedAt: s.now(), UpdatedAt: s.now(),
	}
	if err := in.apply(&w); err != nil {
		return Widget{}, err
	}
	if err := s.deps.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
		return Widget{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Properties.LockOwn(ctx, who, property); err != nil {
			return err
		}
		if err := s.store.InsertWidget(ctx, &w); err != nil {
			return err
		}
		return s.record(ctx, "create", w.ID, nil, w)
	})
	return w, err
}

// Update changes the widget of a property.
func (s *Service) Update(ctx context.Context, who auth.Caller, property int64, in Input) (after Widget, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Properties.LockOwn(ctx, who, property); err != nil {
			return err
		}
		before, err := s.store.Widget(ctx, who.OwnerID, property)
		if err != nil {
			return err
		}
		after = before
		if err := in.apply(&after); err != nil {
			return err
		}
		after.UpdatedAt = s.now()
		if err := s.store.UpdateWidget(ctx, after); err != nil {
			return err
		}
		return s.record(ctx, "update", after.ID, before, after)
	})
	return after, err
}

// Delete takes the widget of a property away: pages that have its code show nothing more.
func (s *Service) Delete(ctx context.Context, who auth.Caller, property int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Properties.LockOwnToRemove(ctx, who, property); err != nil {
			return err
		}
		w, err := s.store.Widget(ctx, who.OwnerID, property)
		if err != nil {
			return err
		}
		if err := s.store.DeleteWidget(ctx, who.OwnerID, property); err != nil {
			return err
		}
		return s.record(ctx, "delete", w.ID, w, nil)
	})
}
