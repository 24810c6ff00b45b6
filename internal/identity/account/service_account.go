package account

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
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

// OwnerOfAddress returns the account of the user with an address, confirmed or not; 0 if it is no
// customer's.
func (s *Service) OwnerOfAddress(ctx context.Context, email string) (int64, error) {
	u, err := s.store.UserByEmail(ctx, field.CleanEmail(email))
	if errors.Is(err, apperr.ErrNotFound) || err == nil && u.AccountType == auth.Admin {
		return 0, nil
	}
	return u.OwnerID, err
}

// UserOf returns the user with a confirmed address. It does not find a user whose address is
// not confirmed, because anybody can enter it, nor a sub-user of an account that has not
// confirmed its own.
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

// AccountOf returns the account of the user with a confirmed address: its own, or that of its
// manager.
func (s *Service) AccountOf(ctx context.Context, email string) (User, error) {
	u, err := s.UserOf(ctx, email)
	if err != nil {
		return User{}, err
	}
	return s.Account(ctx, u.OwnerID)
}

// LockAccount is Account, and locks the account until the transaction ends, so that limits per
// account are counted by one caller at a time. Call it first in the transaction.
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
