package account

import (
	"context"
	"strings"
	"time"

	"allot/internal/platform/audit"
)

// Suspend keeps every user and API key of an account out, from their next request on, and stops
// its jobs. Nothing is deleted.
func (s *Service) Suspend(ctx context.Context, owner int64, note string) (User, error) {
	note = strings.TrimSpace(note)
	if err := checkSuspendedNote(note); err != nil {
		return User{}, err
	}
	return s.setSuspended(ctx, owner, "suspend", func(u *User) error {
		if u.Status() == StatusSuspended {
			return ErrTransition.Withf("the account is suspended already, since %s", u.SuspendedAt.UTC().Format(time.RFC3339))
		}
		u.SuspendedAt, u.SuspendedNote = s.now(), note
		return nil
	})
}

// Resume ends a suspension: sessions and keys work again, and jobs that waited run.
func (s *Service) Resume(ctx context.Context, owner int64) (User, error) {
	return s.setSuspended(ctx, owner, "resume", func(u *User) error {
		if u.Status() == StatusActive {
			return ErrTransition.Withf("the account is not suspended")
		}
		u.SuspendedAt, u.SuspendedNote = time.Time{}, ""
		return nil
	})
}

func (s *Service) setSuspended(ctx context.Context, owner int64, action string, change func(u *User) error) (u User, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		// Locked, so that of two requests at once one is refused.
		before, err := s.LockAccount(ctx, owner)
		if err != nil {
			return err
		}
		u = before
		if err := change(&u); err != nil {
			return err
		}
		if err := s.store.SetSuspended(ctx, u.ID, u.SuspendedAt, u.SuspendedNote); err != nil {
			return err
		}
		if err := s.deps.Hooks.SuspensionChanged(ctx, u.ID); err != nil {
			return err
		}
		if u.Status() == StatusActive {
			if err := s.deps.Hooks.Resumed(ctx, u.ID); err != nil {
				return err
			}
		}
		return s.recordSuspension(ctx, action, before, u)
	})
	return u, err
}

func (s *Service) recordSuspension(ctx context.Context, action string, before, after User) error {
	change := func(withNote bool) audit.Change {
		return audit.Change{
			Action: action, ObjectType: "account", ObjectID: after.ID,
			Before: suspensionOf(before, withNote), After: suspensionOf(after, withNote),
		}
	}
	return s.deps.Audit.RecordBoth(ctx, after.ID, change(false), change(true))
}

// Suspended returns those of the accounts that are suspended.
func (s *Service) Suspended(ctx context.Context, owners ...int64) ([]int64, error) {
	return s.store.Suspended(ctx, owners)
}
