package settings

import (
	"context"
	"errors"
	"fmt"
	"maps"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/lang"
)

// Preferences returns the preferences in force for a user.
func (s *Service) Preferences(ctx context.Context, u account.User) (Preferences, error) {
	c, err := s.choices(ctx, u.ID, u.OwnerID)
	if err != nil {
		return Preferences{}, err
	}
	return s.inForce(c, u), nil
}

// Format returns how documents write days and numbers to a user, for the tag of the user's
// language and region.
func (s *Service) Format(ctx context.Context, user int64, tag string) (lang.Format, error) {
	c, err := s.choices(ctx, user, 0)
	return lang.In(tag).Choosing(c.DateFormat), err
}

func (s *Service) choices(ctx context.Context, user, owner int64) (Choices, error) {
	c, err := s.store.Choices(ctx, user)
	if errors.Is(err, apperr.ErrNotFound) {
		return defaultChoices(user, owner), nil
	}
	return c, err
}

// WantsMail reports whether a user wants a kind of notification by e-mail too.
func (s *Service) WantsMail(ctx context.Context, user int64, kind string) (bool, error) {
	k, ok := s.kind(kind)
	if !ok {
		return false, fmt.Errorf("%q is no kind of notification", kind)
	}
	c, err := s.choices(ctx, user, 0)
	if err != nil {
		return false, err
	}
	return wants(c, k), nil
}

// PersonalInput changes the caller's own profile and preferences at once.
type PersonalInput struct {
	Email, FirstName, LastName *string
	PreferencesInput
}

// UpdatePreferences changes the caller's own preferences.
func (s *Service) UpdatePreferences(ctx context.Context, who auth.Caller, in PreferencesInput) (Preferences, error) {
	_, p, err := s.UpdatePersonal(ctx, who, PersonalInput{PreferencesInput: in})
	return p, err
}

// UpdatePersonal changes the caller's own profile and preferences, all or
// nothing.
func (s *Service) UpdatePersonal(ctx context.Context, who auth.Caller, in PersonalInput) (u account.User, p Preferences, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// The user comes first, because it locks what belongs to the user.
		var bad apperr.Fields
		u, err = s.deps.Accounts.UpdateProfile(ctx, who, account.ProfileInput{
			Email: in.Email, FirstName: in.FirstName, LastName: in.LastName, Language: in.Language,
		})
		if err = collectFields(&bad, err); err != nil {
			return err
		}
		c, err := s.saveChoices(ctx, who, in.PreferencesInput)
		if err = collectFields(&bad, err); err != nil {
			return err
		}
		p = s.inForce(c, u)
		return bad.Err()
	})
	return u, p, err
}

// collectFields adds the fields of a refusal to all, so that the caller gets all of them at
// once, and returns any other error.
func collectFields(all *apperr.Fields, err error) error {
	var bad *apperr.Error
	if !errors.As(err, &bad) || len(bad.Fields) == 0 {
		return err
	}
	*all = append(*all, bad.Fields...)
	return nil
}

func (s *Service) saveChoices(ctx context.Context, who auth.Caller, in PreferencesInput) (Choices, error) {
	before, err := s.choices(ctx, who.UserID, who.OwnerID)
	if err != nil {
		return Choices{}, err
	}
	after := before
	in.apply(&after)
	if err := s.checkPreferences(in, after, who); err != nil {
		return Choices{}, err
	}
	if sameChoices(before, after) {
		return after, nil
	}
	after.UpdatedAt = s.now()
	if err := s.store.SaveChoices(ctx, after); err != nil {
		return Choices{}, err
	}
	return after, s.record(ctx, "update", "preferences", who.UserID, before, after)
}

func sameChoices(a, b Choices) bool {
	return a.DateFormat == b.DateFormat && a.Timezone == b.Timezone && a.Theme == b.Theme && a.Density == b.Density &&
		a.AutoReminders == b.AutoReminders && maps.Equal(a.EmailNotifications, b.EmailNotifications)
}
