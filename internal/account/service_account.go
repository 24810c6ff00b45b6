package account

import (
	"context"
	"errors"

	"allot/internal/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
)

// Account returns the manager of a customer's account. Sub-users and staff are
// not found: neither has a plan, a key or data of its own.
func (s *Service) Account(ctx context.Context, owner int64) (User, error) {
	u, err := s.store.User(ctx, owner)
	return onlyAccount(u, err)
}

// AccountByEmail is Account for the manager's e-mail address.
func (s *Service) AccountByEmail(ctx context.Context, email string) (User, error) {
	u, err := s.store.UserByEmail(ctx, field.CleanEmail(email))
	return onlyAccount(u, err)
}

// UserOf is the user whose address this is. One that nobody has confirmed is
// nobody's, because anybody can enter it; so is that of a colleague whose account
// waits for the proof of its own.
func (s *Service) UserOf(ctx context.Context, email string) (User, error) {
	u, err := s.store.UserByEmail(ctx, field.CleanEmail(email))
	if err != nil {
		return User{}, err
	}
	if u.EmailState != EmailConfirmed {
		return User{}, apperr.ErrNotFound
	}
	err = s.RequireConfirmed(ctx, u.OwnerID)
	if errors.Is(err, ErrEmailNotConfirmed) {
		return User{}, apperr.ErrNotFound
	}
	return u, err
}

// AccountOf is the account that the user with this e-mail address belongs to:
// its own, or that of its manager.
func (s *Service) AccountOf(ctx context.Context, email string) (User, error) {
	u, err := s.UserOf(ctx, email)
	if err != nil {
		return User{}, err
	}
	return s.Account(ctx, u.OwnerID)
}

// LockAccount is Account, and keeps every other caller of LockAccount waiting
// until the transaction ends: what one account may have only so many of is
// counted behind it. Call it first in the transaction.
func (s *Service) LockAccount(ctx context.Context, owner int64) (User, error) {
	u, err := s.store.LockUser(ctx, owner)
	return onlyAccount(u, err)
}

func onlyAccount(u User, err error) (User, error) {
	if err != nil {
		return User{}, err
	}
	if !u.IsManager || u.AccountType == auth.Admin {
		return User{}, apperr.ErrNotFound
	}
	return u, nil
}
