package account

import (
	"context"
	"errors"
	"time"

	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/secret"
)

// Confirmation is a letter that asks a user to confirm an address.
type Confirmation struct {
	UserID    int64     `bun:"user_id"`
	JobID     int64     `bun:"job_id"` // sends the letter, in one or more attempts
	Email     string    `bun:"email"`
	TokenHash []byte    `bun:"token_hash"`
	CreatedAt time.Time `bun:"created_at"`
	ExpiresAt time.Time `bun:"expires_at"`
}

// RequireConfirmed refuses an account whose manager has not confirmed its address, with
// ErrEmailNotConfirmed. Everything that reaches somebody outside the account calls it: a
// proposal or invitation, mail to a list, a rate contract in force for an operator without a
// contract, and the confirmation letter of a sub-user.
func (s *Service) RequireConfirmed(ctx context.Context, owner int64) error {
	u, err := s.store.User(ctx, owner)
	if err != nil {
		return err
	}
	if u.EmailState == EmailPending {
		return ErrEmailNotConfirmed
	}
	return nil
}

// ConfirmEmail confirms the address that the letter with the token was sent to. A token that is
// used, expired or for a previous address is refused.
func (s *Service) ConfirmEmail(ctx context.Context, token string) (u User, err error) {
	hash := secret.Hash(token)
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if u, err = s.lockByConfirmation(ctx, hash); err != nil {
			return err
		}
		before := u
		u.EmailState, u.UpdatedAt = EmailConfirmed, s.now()
		if err := s.store.VoidConfirmations(ctx, u.ID, u.UpdatedAt); err != nil {
			return err
		}
		return s.storeEmailState(ctx, before, u, "confirm_email")
	})
	return u, err
}

// lockByConfirmation locks the user whose address a token confirms. It reads the token again
// under the lock, because a token works once, and only for the present address.
func (s *Service) lockByConfirmation(ctx context.Context, hash []byte) (u User, err error) {
	c, err := s.store.Confirmation(ctx, hash, s.now())
	if err == nil {
		u, err = s.store.LockUser(ctx, c.UserID)
	}
	if err == nil {
		c, err = s.store.Confirmation(ctx, hash, s.now())
	}
	if errors.Is(err, apperr.ErrNotFound) || err == nil && c.Email != u.Email {
		err = errConfirmToken
	}
	return u, err
}

// storeEmailState stores a new state of a user's address and publishes it.
func (s *Service) storeEmailState(ctx context.Context, before, after User, action string) error {
	if err := s.store.UpdateUser(ctx, after); err != nil {
		return err
	}
	change := audit.Change{OwnerID: after.OwnerID, UserID: after.ID, Action: action, ObjectType: "user", ObjectID: after.ID, Before: before, After: after}
	if err := s.record(ctx, change); err != nil {
		return err
	}
	if after.EmailState == EmailConfirmed {
		if err := s.deps.Hooks.Confirmed(ctx, after); err != nil {
			return err
		}
	}
	return s.deps.Events.Publish(ctx, newEmailStateChanged(after))
}

// ResendConfirmation sends the caller another letter to confirm its address.
func (s *Service) ResendConfirmation(ctx context.Context, who auth.Caller) error {
	u, err := s.store.User(ctx, who.UserID)
	if err != nil {
		return err
	}
	if u.EmailState == EmailConfirmed {
		return ErrEmailIsConfirmed
	}
	if !u.IsManager {
		// An account whose own address is not confirmed may not write to a sub-user's.
		if err := s.RequireConfirmed(ctx, u.OwnerID); err != nil {
			return err
		}
	}
	now := s.now()
	sent, err := s.store.ConfirmationsTo(ctx, u.Email, 0, now.Add(-confirmationWindow), maxConfirmations)
	if err != nil {
		return err
	}
	if len(sent) == maxConfirmations {
		until := sent[len(sent)-1].Add(confirmationWindow)
		return limited(ErrConfirmationLimit, "letters to one address", maxConfirmations, now, until)
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		added, err := s.deps.Jobs.EnqueueNew(ctx, letterArgs{Letter: letterConfirm, UserID: u.ID}, jobs.OncePer(time.Minute))
		if err != nil || !added {
			return err
		}
		return s.spendLetter(ctx, u)
	})
}

// spendLetter counts a letter to an address that an account has entered for a user. It may be
// anybody's address, so the letter counts as one to an outsider. The first letter of a
// registration is limited by client address instead. Staff have no plan.
func (s *Service) spendLetter(ctx context.Context, u User) error {
	if u.AccountType == auth.Admin {
		return nil
	}
	return s.deps.Hooks.SpendLetters(ctx, u.OwnerID, 1)
}

var errNoConfirmation = errors.New("no letter of confirmation is due")

// storeConfirmation stores the hash of a token for a user's present address. The lock keeps the
// address and the count of letters from changing. A further attempt of a job is the same
// letter; its token is valid beside the earlier ones, one of which may have arrived.
func (s *Service) storeConfirmation(ctx context.Context, user, job int64, hash []byte) (u User, err error) {
	now := s.now()
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if u, err = s.store.LockUser(ctx, user); err != nil {
			return err
		}
		if u.EmailState == EmailConfirmed {
			return errNoConfirmation
		}
		if !u.IsManager {
			err := s.RequireConfirmed(ctx, u.OwnerID)
			if errors.Is(err, ErrEmailNotConfirmed) {
				return errNoConfirmation
			}
			if err != nil {
				return err
			}
		}
		sent, err := s.store.ConfirmationsTo(ctx, u.Email, job, now.Add(-confirmationWindow), maxConfirmations)
		if err != nil {
			return err
		}
		if len(sent) == maxConfirmations {
			return errNoConfirmation
		}
		return s.store.InsertConfirmation(ctx, Confirmation{
			UserID: u.ID, JobID: job, Email: u.Email, TokenHash: hash, CreatedAt: now, ExpiresAt: now.Add(confirmLifetime),
		})
	})
	return u, err
}

// SendConfirmation is one attempt of a job to send a user the letter that asks for a
// proof of the address.
func (s *Service) SendConfirmation(ctx context.Context, user, job int64) error {
	return s.sendConfirmation(ctx, letterConfirm, user, job, job)
}

// sendConfirmation sends a letter with a link that confirms the user's address.
func (s *Service) sendConfirmation(ctx context.Context, kind letterKind, user, job, cause int64) error {
	token := secret.Token() // it exists here and in the letter, nowhere else
	u, err := s.storeConfirmation(ctx, user, job, secret.Hash(token))
	if errors.Is(err, errNoConfirmation) || errors.Is(err, apperr.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	// After # the token stays in the browser: no server logs it.
	return secret.Redact(s.sendLetter(ctx, kind, u, u.Email, cause, s.deps.LinkBase()+ConfirmPage+"#token="+token), token)
}

// waiveBatch is how many users are read at once.
const waiveBatch = 100

// waiveConfirmations waives the pending confirmations if this installation requires none, each
// in its own transaction.
func (s *Service) waiveConfirmations(ctx context.Context, _ jobs.Job[waiveArgs]) error {
	for !s.deps.ConfirmEmails {
		ids, err := s.store.PendingUsers(ctx, waiveBatch)
		if err != nil || len(ids) == 0 {
			return err
		}
		for _, id := range ids {
			if err := s.waiveConfirmation(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *Service) waiveConfirmation(ctx context.Context, id int64) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		u, err := s.store.LockUser(ctx, id)
		if errors.Is(err, apperr.ErrNotFound) || err == nil && u.EmailState != EmailPending {
			return nil
		}
		if err != nil {
			return err
		}
		before := u
		u.EmailState, u.UpdatedAt = EmailWaived, s.now()
		return s.storeEmailState(ctx, before, u, "waive_email")
	})
}
