package account

import (
	"context"
	"errors"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/field"
	"allot/internal/platform/request"
)

// ChangePassword replaces the caller's password and ends its other sessions.
func (s *Service) ChangePassword(ctx context.Context, who auth.Caller, current, next string) error {
	u, err := s.store.User(ctx, who.UserID)
	if err != nil {
		return err
	}
	wrong := apperr.Field("current_password", "is not right")
	ip := request.From(ctx).ClientIP
	ok, err := s.deps.Hasher.Verify(ctx, current, u.PasswordHash, func() error { return ban.CheckNow(ctx, s.deps.Bans, ip) })
	if err != nil {
		return err
	}
	if !ok {
		// A stolen session must not be a way to guess the password.
		return errors.Join(s.deps.Bans.Failed(ctx, ip), wrong)
	}
	hash, err := s.newHash(ctx, "new_password", next, u)
	if err != nil {
		return err
	}
	return s.replacePassword(ctx, u.ID, hash, who.SessionID, func(_ context.Context, locked User) error {
		if locked.PasswordHash != u.PasswordHash {
			return wrong // it was changed while this one was verified
		}
		return nil
	})
}

func (s *Service) newHash(ctx context.Context, field, password string, u User) (string, error) {
	var f apperr.Fields
	checkPassword(&f, field, password, u.Email, u.FirstName, u.LastName)
	if err := f.Err(); err != nil {
		return "", err
	}
	return s.deps.Hasher.Hash(ctx, password)
}

// replacePassword stores the hash, ends every session but one and deletes open resets. It calls
// allowed once the user is locked.
func (s *Service) replacePassword(
	ctx context.Context, id int64, hash string, keepSession int64, allowed func(ctx context.Context, locked User) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		u, err := s.store.LockUser(ctx, id)
		if err != nil {
			return err
		}
		if err := allowed(ctx, u); err != nil {
			return err
		}
		return s.storePassword(ctx, u, hash, keepSession, changePassword)
	})
}

// SetPassword gives a user of the staff or of an account a new password and ends all its
// sessions, for the command line.
func (s *Service) SetPassword(ctx context.Context, email, password string) (u User, err error) {
	if u, err = s.store.UserByEmail(ctx, field.CleanEmail(email)); err != nil {
		return User{}, err
	}
	hash, err := s.newHash(ctx, "password", password, u)
	if err != nil {
		return User{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if u, err = s.store.LockUser(ctx, u.ID); err != nil {
			return err
		}
		return s.storePassword(ctx, u, hash, 0, setPassword)
	})
	return u, err
}

// The entries of the audit trail about passwords: one that the user or its manager chose, and
// one that whoever runs the server set.
const (
	changePassword = "change_password"
	setPassword    = "set_password"
)

func (s *Service) storePassword(ctx context.Context, u User, hash string, keepSession int64, action string) error {
	now := s.now()
	u.PasswordHash, u.UpdatedAt = hash, now
	if err := s.store.UpdateUser(ctx, u); err != nil {
		return err
	}
	if err := s.store.EndSessions(ctx, u.ID, keepSession, now); err != nil {
		return err
	}
	if err := s.store.DeleteResets(ctx, u.ID); err != nil {
		return err
	}
	who := auth.From(ctx)
	if !who.Known() {
		who.UserID = u.ID
	}
	if err := s.record(ctx, audit.Change{OwnerID: u.OwnerID, UserID: who.UserID, Action: action, ObjectType: "user", ObjectID: u.ID}); err != nil {
		return err
	}
	return s.deps.Events.Publish(ctx, PasswordChanged{OwnerID: u.OwnerID, UserID: u.ID})
}
