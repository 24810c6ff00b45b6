package plan

import (
	"context"

	"allot/internal/identity/auth"
	"allot/internal/platform/audit"
)

// GrantOf returns the grant of an account that is in force; without one, the zero Grant.
func (s *Service) GrantOf(ctx context.Context, owner int64) (Grant, error) {
	if _, err := s.deps.Accounts.Account(ctx, owner); err != nil {
		return Grant{}, err
	}
	h, err := s.HoldingOf(ctx, owner)
	return h.Grant, err
}

// Grant gives an account a plan beside what it pays for, or takes it back, from its next
// request on.
func (s *Service) Grant(ctx context.Context, owner int64, in GrantInput) (g Grant, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.deps.Accounts.LockAccount(ctx, owner); err != nil {
			return err
		}
		held, err := s.HoldingOf(ctx, owner)
		if err != nil {
			return err
		}
		offers, err := s.store.Offers(ctx)
		if err != nil {
			return err
		}
		before := held.Grant
		g = before
		if err := in.apply(&g, owner, offers, s.today()); err != nil {
			return err
		}
		if g.OwnerID == 0 {
			g = Grant{}
			return s.revoke(ctx, owner, before)
		}
		if g == before {
			return nil // unchanged: granted_by stays
		}
		g.GrantedAt, g.GrantedBy = s.now(), nil
		if who := auth.From(ctx); who.Known() {
			g.GrantedBy = &who.UserID
		}
		if err := s.store.SaveGrant(ctx, g); err != nil {
			return err
		}
		if err := s.deps.Changed(ctx, owner); err != nil {
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
	if err := s.deps.Changed(ctx, owner); err != nil {
		return err
	}
	return s.record(ctx, owner, "revoke", before, Grant{})
}

// record writes to the account's own audit trail, so that its manager sees who did it, and to
// that of the member of staff, which alone has the notes.
func (s *Service) record(ctx context.Context, owner int64, action string, before, after Grant) error {
	change := func(shown func(g Grant) any) audit.Change {
		c := audit.Change{Action: action, ObjectType: "plan", ObjectID: owner}
		if before.OwnerID != 0 {
			c.Before = shown(before)
		}
		if after.OwnerID != 0 {
			c.After = shown(after)
		}
		return c
	}
	theirs := change(func(g Grant) any { return g.withoutNote() })
	return s.deps.Audit.RecordBoth(ctx, owner, theirs, change(func(g Grant) any { return g }))
}
