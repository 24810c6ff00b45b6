package profile

import (
	"context"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/invoicing/document"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
)

// Store is the database of the module.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// Profile returns the profile of an account, a blank one if it has set nothing.
	Profile(ctx context.Context, owner int64) (Profile, error)
	SaveProfile(ctx context.Context, p Profile) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Settings *settings.Service
	Audit    *audit.Trail
	Now      func() time.Time
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// Shown is a profile with what follows from it.
type Shown struct {
	Values
	Effective EffectiveProfile `json:"effective" doc:"What an e-invoice would use now: the profile, else the company, else the manager of the account"`
	Missing   []document.Gap   `json:"missing" nullable:"false" doc:"What you still lack to be the seller of an e-invoice"`
}

// Show returns the profile of the caller's account.
func (s *Service) Show(ctx context.Context, who auth.Caller) (Shown, error) {
	p, err := s.store.Profile(ctx, who.OwnerID)
	if err != nil {
		return Shown{}, err
	}
	return s.shown(ctx, p)
}

func (s *Service) shown(ctx context.Context, p Profile) (Shown, error) {
	e, err := s.effective(ctx, p)
	if err != nil {
		return Shown{}, err
	}
	return Shown{Values: p.Values, Effective: e, Missing: e.missing()}, nil
}

func (s *Service) effective(ctx context.Context, p Profile) (EffectiveProfile, error) {
	company, err := s.deps.Settings.Company(ctx, p.OwnerID)
	if err != nil {
		return EffectiveProfile{}, err
	}
	if company == nil {
		return EffectiveProfile{}, apperr.ErrNotFound
	}
	e := p.over(*company)
	if !e.needsManager() {
		return e, nil
	}
	manager, err := s.deps.Accounts.Account(ctx, p.OwnerID)
	if err != nil {
		return EffectiveProfile{}, err
	}
	e.fillFrom(manager)
	return e, nil
}

// Update changes the profile of the caller's account. It refuses a caller who may work on
// some properties only, because invoices of all properties name this bank account.
func (s *Service) Update(ctx context.Context, who auth.Caller, c Change) (shown Shown, err error) {
	if err := who.Unscoped(); err != nil {
		return Shown{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID); err != nil {
			return err
		}
		before, err := s.store.Profile(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		after := before
		c.apply(&after.Values)
		if err := after.check(); err != nil {
			return err
		}
		if after != before {
			if err := s.save(ctx, before, after); err != nil {
				return err
			}
		}
		shown, err = s.shown(ctx, after)
		return err
	})
	return shown, err
}

func (s *Service) save(ctx context.Context, before, after Profile) error {
	after.UpdatedAt = s.deps.Now().UTC().Truncate(time.Microsecond)
	if err := s.store.SaveProfile(ctx, after); err != nil {
		return err
	}
	return s.deps.Audit.Record(ctx, audit.Change{
		Action: "update", ObjectType: "einvoice_profile", ObjectID: after.OwnerID, Before: before.Values, After: after.Values,
	})
}

// Party returns an account as a party of a document, how it is paid, and the reference that
// it wants to be quoted as a buyer.
func (s *Service) Party(ctx context.Context, owner int64) (party document.Party, payment document.Payment, buyerReference string, err error) {
	p, err := s.store.Profile(ctx, owner)
	if err != nil {
		return document.Party{}, document.Payment{}, "", err
	}
	e, err := s.effective(ctx, p)
	if err != nil {
		return document.Party{}, document.Payment{}, "", err
	}
	return e.party(), e.payment(), e.BuyerReference, nil
}

// VATID returns the VAT number that e-invoices of an account name, empty if there is none.
func (s *Service) VATID(ctx context.Context, owner int64) (string, error) {
	p, err := s.store.Profile(ctx, owner)
	if err != nil || p.VATID != "" {
		return p.VATID, err
	}
	company, err := s.deps.Settings.Company(ctx, owner)
	if err != nil || company == nil {
		return "", err
	}
	return company.VATID, nil
}
