package subscription

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// AddressOf returns the billing address of an account; until one is given, that of its company.
func (s *Service) AddressOf(ctx context.Context, owner int64) (Address, error) {
	a, err := s.store.Address(ctx, owner)
	if !errors.Is(err, apperr.ErrNotFound) {
		return a, err
	}
	c, err := s.deps.Settings.Company(ctx, owner)
	return ofCompany(owner, c), err
}

// SetAddress changes the billing address of the caller's account.
func (s *Service) SetAddress(ctx context.Context, who auth.Caller, in AddressInput) (after Address, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		before, err := s.AddressOf(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		after = before
		if err := in.apply(&after); err != nil {
			return err
		}
		after.UpdatedAt = s.now()
		if err := s.store.SaveAddress(ctx, after); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "billing_address", ObjectID: who.OwnerID, Before: before, After: after})
	})
	return after, err
}

// Seller returns the operator of this platform, as bills show it.
func (s *Service) Seller(ctx context.Context) (Seller, error) {
	seller, err := s.store.Seller(ctx)
	if errors.Is(err, apperr.ErrNotFound) {
		return firstSeller, nil
	}
	return seller, err
}

// SetSeller changes the operator of this platform on the bills to come.
func (s *Service) SetSeller(ctx context.Context, in SellerInput) (after Seller, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// Locked, so that two changes at once are both kept.
		before, err := s.store.LockSeller(ctx, firstSeller)
		if err != nil {
			return err
		}
		after = before
		if err := in.apply(&after); err != nil {
			return err
		}
		if err := s.store.SaveSeller(ctx, after); err != nil {
			return err
		}
		return s.deps.Audit.Record(ctx, audit.Change{Action: "update", ObjectType: "seller", Before: before, After: after})
	})
	return after, err
}
