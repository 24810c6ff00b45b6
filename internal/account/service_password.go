package account

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/auth"
	"allot/internal/platform/ban"
	"allot/internal/platform/jobs"
	"allot/internal/platform/request"
	"allot/internal/platform/secret"
)

const (
	resetLifetime = time.Hour
	// maxResets keeps strangers from flooding somebody's mailbox.
	maxResets   = 5
	resetWindow = time.Hour
)

var errResetToken = apperr.Field("token", "is not valid any more; ask for a new one")

// ChangePassword replaces the caller's password and ends its other sessions.
func (s *Service) ChangePassword(ctx context.Context, who auth.Caller, current, next string) error {
	u, err := s.store.User(ctx, who.UserID)
	if err != nil {
		return err
	}
	ip := request.From(ctx).ClientIP
	ok, err := s.Hasher.Verify(ctx, current, u.PasswordHash, func() error { return ban.Check(ctx, s.Bans, ip) })
	if err != nil {
		return err
	}
	if !ok {
		// A stolen session must not be a way to guess the password.
		return errors.Join(s.Bans.Failed(ctx, ip), apperr.Field("current_password", "is not right"))
	}
	hash, err := s.newHash(ctx, "new_password", next, u)
	if err != nil {
		return err
	}
	return s.replacePassword(ctx, u.ID, hash, who.SessionID, nil)
}

// RequestReset sends a link to the address, if it is known. The work is the
// same for an unknown one: it is the job that finds out.
func (s *Service) RequestReset(ctx context.Context, email string) error {
	email = cleanEmail(email)
	if !validEmail(email) {
		var f apperr.Fields
		checkEmail(&f, email)
		return f.Err()
	}
	return s.Jobs.Enqueue(ctx, resetArgs{Email: email}, jobs.OncePer(time.Minute))
}

// sendReset is the job behind RequestReset.
func (s *Service) sendReset(ctx context.Context, j jobs.Job[resetArgs]) error {
	u, err := s.store.UserByEmail(ctx, j.Args.Email)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	now := s.now()
	n, err := s.store.CountResets(ctx, u.ID, now.Add(-resetWindow))
	if err != nil || n >= maxResets {
		return err
	}
	token := secret.Token() // it exists here and in the letter, nowhere else
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		return s.store.InsertReset(ctx, u.ID, secret.Hash(token), now, now.Add(resetLifetime))
	})
	if err != nil {
		return err
	}
	// After # the token stays in the browser: no server logs it.
	return s.sendLetter(ctx, letterReset, u, u.Email, j.ID, s.LinkBase()+ResetPage+"#token="+token)
}

// ResetPage is where the link in the letter leads.
const ResetPage = "/password-reset/"

// ConfirmReset sets a new password with the token from the letter. Every
// session ends: whoever knew the old password is out.
func (s *Service) ConfirmReset(ctx context.Context, token, password string) error {
	id, err := s.store.UserByReset(ctx, secret.Hash(token), s.now())
	if errors.Is(err, apperr.ErrNotFound) {
		return errResetToken
	}
	if err != nil {
		return err
	}
	u, err := s.store.User(ctx, id)
	if err != nil {
		return err
	}
	hash, err := s.newHash(ctx, "new_password", password, u)
	if err != nil {
		return err
	}
	return s.replacePassword(ctx, u.ID, hash, 0, func(ctx context.Context) error {
		// Asked again behind the lock: a token works once.
		_, err := s.store.UserByReset(ctx, secret.Hash(token), s.now())
		if errors.Is(err, apperr.ErrNotFound) {
			return errResetToken
		}
		return err
	})
}

func (s *Service) newHash(ctx context.Context, field, password string, u User) (string, error) {
	var f apperr.Fields
	checkPassword(&f, field, password, u.Email, u.FirstName, u.LastName)
	if err := f.Err(); err != nil {
		return "", err
	}
	return s.Hasher.Hash(ctx, password)
}

// replacePassword stores the hash, ends every session but one and makes open
// resets void. allowed is asked once the user is locked.
func (s *Service) replacePassword(ctx context.Context, id int64, hash string, keepSession int64, allowed func(ctx context.Context) error) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		u, err := s.store.LockUser(ctx, id)
		if err != nil {
			return err
		}
		if allowed != nil {
			if err := allowed(ctx); err != nil {
				return err
			}
		}
		return s.storePassword(ctx, u, hash, keepSession)
	})
}

func (s *Service) storePassword(ctx context.Context, u User, hash string, keepSession int64) error {
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
	if err := s.record(ctx, audit.Change{OwnerID: u.OwnerID, UserID: who.UserID, Action: "change_password", ObjectType: "user", ObjectID: u.ID}); err != nil {
		return err
	}
	return s.Events.Publish(ctx, PasswordChanged{OwnerID: u.OwnerID, UserID: u.ID})
}
