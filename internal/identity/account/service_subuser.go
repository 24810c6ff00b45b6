package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/field"
	"allot/internal/platform/page"
)

// SubUserInput is what a manager enters for a sub-user.
type SubUserInput struct {
	Email     string
	Password  string
	FirstName string
	LastName  string
	Language  string
	// Vouched makes the address count as confirmed, as in the demo.
	Vouched bool
}

// SubUsers lists the sub-users of the caller's account.
func (s *Service) SubUsers(ctx context.Context, who auth.Caller, req page.Request) ([]User, int, error) {
	return s.store.SubUsers(ctx, who.OwnerID, req)
}

// SubUser returns a sub-user of the caller's account.
func (s *Service) SubUser(ctx context.Context, who auth.Caller, id int64) (User, error) {
	return s.store.SubUser(ctx, who.OwnerID, id)
}

// Online reports which of the users are online.
func (s *Service) Online(ctx context.Context, ids []int64) (map[int64]bool, error) {
	return s.store.Online(ctx, ids, s.now().Add(-onlineFor))
}

// CreateSubUser creates a sub-user without any permission.
func (s *Service) CreateSubUser(ctx context.Context, who auth.Caller, in SubUserInput) (u User, err error) {
	if in.Language == "" {
		in.Language = defaultLanguage
	}
	u = s.newUser(field.CleanEmail(in.Email), "", strings.TrimSpace(in.FirstName), strings.TrimSpace(in.LastName), in.Language)
	u.OwnerID, u.AccountType = who.OwnerID, who.AccountType
	if in.Vouched {
		u.EmailState = EmailConfirmed
	}
	var f apperr.Fields
	checkEmail(&f, u.Email)
	checkPassword(&f, "password", in.Password, u.Email, u.FirstName, u.LastName)
	checkNames(&f, u.FirstName, u.LastName)
	checkLanguage(&f, u.Language)
	if err := f.Err(); err != nil {
		return User{}, err
	}
	if u.PasswordHash, err = s.deps.Hasher.Hash(ctx, in.Password); err != nil {
		return User{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		u.ID = 0 // a repeated transaction inserts a new row
		if !in.Vouched {
			if err := s.spendLetter(ctx, u); err != nil {
				return err
			}
		}
		if err := s.insertUser(ctx, &u, "create"); err != nil {
			return err
		}
		return s.deps.Events.Publish(ctx, SubUserCreated{OwnerID: u.OwnerID, UserID: u.ID})
	})
	return u, err
}

// UpdateSubUser changes a sub-user. A new password ends its sessions.
func (s *Service) UpdateSubUser(ctx context.Context, who auth.Caller, id int64, in ProfileInput, password *string) (u User, err error) {
	if u, err = s.store.SubUser(ctx, who.OwnerID, id); err != nil {
		return User{}, err
	}
	hash := ""
	if password != nil {
		if hash, err = s.newHash(ctx, "password", *password, u); err != nil {
			return User{}, err
		}
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		u, err = s.updateUser(ctx, in, func(ctx context.Context) (User, error) { return s.lockSubUser(ctx, who, id) })
		if err != nil || hash == "" {
			return err
		}
		return s.storePassword(ctx, u, hash, 0, changePassword)
	})
	return u, err
}

func (s *Service) lockSubUser(ctx context.Context, who auth.Caller, id int64) (User, error) {
	if _, err := s.store.SubUser(ctx, who.OwnerID, id); err != nil {
		return User{}, err
	}
	return s.store.LockUser(ctx, id)
}

// DeleteSubUser removes a sub-user with its sessions and API keys. The row stays for the audit
// trail; the e-mail address is free again.
func (s *Service) DeleteSubUser(ctx context.Context, who auth.Caller, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		u, err := s.lockSubUser(ctx, who, id)
		if err != nil {
			return err
		}
		now := s.now()
		before := u
		u.DeletedAt, u.UpdatedAt = now, now
		err = errors.Join(
			s.store.EndSessions(ctx, id, 0, now),
			s.store.DeletePermissionOf(ctx, who.OwnerID, id),
			s.store.DeleteResets(ctx, id),
			s.store.UpdateUser(ctx, u),
		)
		if err != nil {
			return fmt.Errorf("remove sub-user %d: %w", id, err)
		}
		if err := s.deps.Hooks.SubUserRemoved(ctx, who, id); err != nil {
			return err
		}
		return s.record(ctx, audit.Change{Action: "delete", ObjectType: "user", ObjectID: id, Before: before})
	})
}
