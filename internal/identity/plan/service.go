package plan

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	Grant(ctx context.Context, owner int64) (Grant, error)
	SaveGrant(ctx context.Context, g Grant) error
	DeleteGrant(ctx context.Context, owner int64) error

	LettersSent(ctx context.Context, owner int64) (LettersSent, error)
	SaveLettersSent(ctx context.Context, l LettersSent) error
}

// Deps is what the service works with.
type Deps struct {
	Store    Store
	Accounts *account.Service
	Audit    *audit.Trail
	Now      func() time.Time
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// PlanOf returns the plan of an account: the one granted to it, else Free.
func (s *Service) PlanOf(ctx context.Context, owner int64) (Plan, error) {
	g, err := s.inForce(ctx, owner)
	return g.Plan(), err
}

// Admit refuses one more of a feature beyond the account's plan, with ErrPlanLimit. Call it
// first in the transaction that creates one more: it locks the account until the transaction
// ends, so that count includes what concurrent transactions created.
func (s *Service) Admit(ctx context.Context, owner int64, f Feature, count Count) error {
	a, err := s.Allowance(ctx, owner, f, count)
	if err != nil {
		return err
	}
	return a.Take()
}

// Allowance is Admit for callers that create several in one transaction.
func (s *Service) Allowance(ctx context.Context, owner int64, f Feature, count Count) (*Allowance, error) {
	if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
		return nil, err
	}
	plan, err := s.PlanOf(ctx, owner)
	if err != nil {
		return nil, err
	}
	a := &Allowance{plan: plan, feature: f}
	if limit, _, _ := f.limitIn(plan.Features); limit == Unlimited {
		return a, nil
	}
	a.used, err = count(ctx, owner)
	return a, err
}

// GrantOf returns the grant of an account that is in force; without one, the zero Grant.
func (s *Service) GrantOf(ctx context.Context, owner int64) (Grant, error) {
	if _, err := s.deps.Accounts.Account(ctx, owner); err != nil {
		return Grant{}, err
	}
	return s.inForce(ctx, owner)
}

// inForce reads the grant that is valid today; an expired one counts as none.
func (s *Service) inForce(ctx context.Context, owner int64) (Grant, error) {
	g, err := s.store.Grant(ctx, owner)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && !g.inForce(civil.Of(s.now())) {
		return Grant{}, nil
	}
	return g, err
}

// Grant gives an account a plan, or takes it back, from its next request on.
func (s *Service) Grant(ctx context.Context, owner int64, in GrantInput) (g Grant, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
			return err
		}
		before, err := s.inForce(ctx, owner)
		if err != nil {
			return err
		}
		g = before
		if err := in.apply(&g, civil.Of(s.now())); err != nil {
			return err
		}
		if g.Category == Free.Category {
			g = Grant{}
			return s.revoke(ctx, owner, before)
		}
		if g == before {
			return nil // unchanged: granted_by stays
		}
		g.OwnerID, g.GrantedAt, g.GrantedBy = owner, s.now(), nil
		if who := auth.From(ctx); who.Known() {
			g.GrantedBy = &who.UserID
		}
		if err := s.store.SaveGrant(ctx, g); err != nil {
			return err
		}
		return s.record(ctx, owner, "grant", before, g)
	})
	return g, err
}

func (s *Service) revoke(ctx context.Context, owner int64, before Grant) error {
	if err := s.store.DeleteGrant(ctx, owner); err != nil {
		return err
	}
	if before == (Grant{}) {
		return nil // nothing was in force
	}
	return s.record(ctx, owner, "revoke", before, Grant{})
}

// record writes to the account's own audit trail, so that its manager sees who did it.
func (s *Service) record(ctx context.Context, owner int64, action string, before, after Grant) error {
	c := audit.Change{OwnerID: owner, Action: action, ObjectType: "plan", ObjectID: owner}
	if before.OwnerID != 0 {
		c.Before = before
	}
	if after.OwnerID != 0 {
		c.After = after
	}
	return s.deps.Audit.Record(ctx, c)
}
