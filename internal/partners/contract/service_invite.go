package contract

import (
	"context"
	"errors"
	"fmt"
	"time"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/letter"
	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
	"allot/internal/platform/secret"
)

const invitationLifetime = 30 * 24 * time.Hour

type (
	invitationArgs struct {
		ContractID int64 `json:"contract_id"`
		OwnerID    int64 `json:"owner_id"`
		UserID     int64 `json:"user_id"`
		// Revision distinguishes a second invitation from a repeat of the first.
		Revision int `json:"revision"`
		// Language is what the inviter chose for the letter; empty: the inviter's own.
		Language string `json:"language,omitempty"`
	}
	cleanArgs struct{}
)

// Accounts returns whose job it is: it waits while that account is suspended.
func (a invitationArgs) Accounts() []int64 { return []int64{a.OwnerID} }

func (invitationArgs) Kind() string { return "contract_invitation" }
func (cleanArgs) Kind() string      { return "contract_clean" }

// invite enqueues the letter of an invitation. An empty language is the
// inviter's.
func (s *Service) invite(ctx context.Context, who auth.Caller, c Contract, language string) error {
	if err := s.deps.Plans.SpendLetters(ctx, who.OwnerID, 1); err != nil {
		return err
	}
	// The links of an earlier invitation, which has ended, do not open this one.
	if err := s.store.DeleteSecrets(ctx, c.ID); err != nil {
		return err
	}
	return s.deps.Jobs.Enqueue(ctx, invitationArgs{ContractID: c.ID, OwnerID: who.OwnerID, UserID: who.UserID, Revision: c.Revision, Language: language})
}

var errNoInvitation = errors.New("no letter is due")

// sendInvitation writes to somebody who is not registered yet. A user who has
// confirmed the address meanwhile joins instead.
func (s *Service) sendInvitation(ctx context.Context, j jobs.Job[invitationArgs]) error {
	c, err := s.store.Contract(ctx, j.Args.OwnerID, j.Args.ContractID)
	if err != nil {
		return err
	}
	invited, err := s.deps.Accounts.UserOf(ctx, c.InviteEmail)
	if err == nil {
		return s.Join(ctx, invited)
	}
	if !errors.Is(err, apperr.ErrNotFound) {
		return err
	}
	token := secret.Token() // it exists here and in the letter, nowhere else
	c, err = s.keepInvitation(ctx, j.Args, secret.Hash(token))
	if errors.Is(err, errNoInvitation) {
		return nil
	}
	if err != nil {
		return err
	}
	sender, err := s.deps.Accounts.User(ctx, j.Args.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		sender, err = s.deps.Accounts.User(ctx, j.Args.OwnerID) // a colleague who has left
	}
	if err != nil {
		return err
	}
	sender.Language = lang.Match(j.Args.Language, sender.Language)
	company, err := s.deps.Settings.CompanyName(ctx, j.Args.OwnerID)
	if err != nil {
		return err
	}
	return s.mail(ctx, sender, j.Args, composeInvitation(sender, company, c, s.deps.LinkBase()+account.RegisterPage+"?invitation="+token), c.InviteEmail, token)
}

// keepInvitation stores the hash of the secret in a letter. A repeated letter
// has another secret, and both are valid.
func (s *Service) keepInvitation(ctx context.Context, args invitationArgs, hash []byte) (c Contract, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		if c, err = s.store.LockContract(ctx, args.OwnerID, args.ContractID); err != nil {
			return err
		}
		if !c.invitation() || c.Status != StatusProposed {
			return errNoInvitation // joined or withdrawn meanwhile
		}
		return s.store.InsertSecret(ctx, c.ID, hash, s.now().Add(invitationLifetime))
	})
	return c, err
}

func (s *Service) mail(ctx context.Context, sender account.User, args invitationArgs, l letter.Letter, to, token string) error {
	// The id stays the same when the job runs again, so that mail programs
	// recognize the repeat.
	msg, err := l.Message(fmt.Sprintf("contract-invitation-%d-%d", args.ContractID, args.Revision), to, args.OwnerID)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write invitation: %w", err))
	}
	if msg.ReplyTo, err = s.deps.Accounts.ReplyAddress(ctx, sender); err != nil {
		return err
	}
	if err := s.deps.Mail.Send(ctx, msg); err != nil {
		err = secret.Redact(err, token)
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send invitation: %w", err)
	}
	return nil
}

// clean deletes expired secrets and letters that no limit counts any more.
func (s *Service) clean(ctx context.Context, _ jobs.Job[cleanArgs]) error {
	now := s.now()
	return errors.Join(s.store.PurgeSecrets(ctx, now), s.store.PurgeLetters(ctx, now.Add(-limitWindow)))
}
