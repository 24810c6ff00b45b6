package account

import (
	"context"
	"errors"
	"time"

	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/jobs"
	"allot/internal/platform/secret"
)

const (
	// ResetPage is the path of the page that the link in a reset letter opens.
	ResetPage = "/password-reset/"
	// RegisterPage is the path of the page that the link in an invitation opens.
	RegisterPage = "/register/"

	resetLifetime = time.Hour
	// maxResets keeps strangers from flooding a mailbox.
	maxResets   = 5
	resetWindow = time.Hour
)

var (
	errResetToken = apperr.Field("token", "is not valid any more; ask for a new one")
	errNoReset    = errors.New("no reset letter is due")
)

// RequestReset sends a link to the address, if a user has it. The answer and its cost are the
// same if none has: only the job looks it up.
func (s *Service) RequestReset(ctx context.Context, email string) error {
	email = field.CleanEmail(email)
	var f apperr.Fields
	checkEmail(&f, email)
	if err := f.Err(); err != nil {
		return err
	}
	if err := s.countRequest(ctx, s.deps.Resets, ErrResetLimit, "password resets"); err != nil {
		return err
	}
	return s.deps.Jobs.Enqueue(ctx, resetArgs{Email: email}, jobs.OncePer(time.Minute))
}

// sendReset is the job behind RequestReset.
func (s *Service) sendReset(ctx context.Context, j jobs.Job[resetArgs]) error {
	token := secret.Token() // it exists here and in the letter, nowhere else
	u, err := s.storeReset(ctx, j.Args.Email, secret.Hash(token))
	if errors.Is(err, errNoReset) {
		return nil
	}
	if err != nil {
		return err
	}
	// After # the token stays in the browser: no server logs it.
	return secret.Redact(s.sendLetter(ctx, letterReset, u, u.Email, j.ID, s.deps.LinkBase()+ResetPage+"#token="+token), token)
}

// storeReset stores the hash of a token for the user with an address. The lock keeps the
// address and the count of letters from changing.
func (s *Service) storeReset(ctx context.Context, email string, hash []byte) (u User, err error) {
	now := s.now()
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		known, err := s.store.UserByEmail(ctx, email)
		if err == nil {
			u, err = s.store.LockUser(ctx, known.ID)
		}
		if errors.Is(err, apperr.ErrNotFound) || err == nil && u.Email != email {
			return errNoReset
		}
		if err != nil {
			return err
		}
		n, err := s.store.CountResets(ctx, u.ID, now.Add(-resetWindow))
		if err != nil {
			return err
		}
		if n >= maxResets {
			return errNoReset
		}
		return s.store.InsertReset(ctx, u.ID, hash, now, now.Add(resetLifetime))
	})
	return u, err
}

// ConfirmReset sets a new password with the token from the letter and ends every session of the
// user.
func (s *Service) ConfirmReset(ctx context.Context, token, password string) error {
	u, err := s.userByReset(ctx, token)
	if err != nil {
		return err
	}
	hash, err := s.newHash(ctx, "new_password", password, u)
	if err != nil {
		return err
	}
	return s.replacePassword(ctx, u.ID, hash, 0, func(ctx context.Context, _ User) error {
		_, err := s.userByReset(ctx, token) // read again under the lock: a token works once
		return err
	})
}

func (s *Service) userByReset(ctx context.Context, token string) (u User, err error) {
	id, err := s.store.UserByReset(ctx, secret.Hash(token), s.now())
	if err == nil {
		u, err = s.store.User(ctx, id)
	}
	if errors.Is(err, apperr.ErrNotFound) {
		err = errResetToken
	}
	return u, err
}
