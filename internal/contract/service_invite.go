package contract

import (
	"context"
	"errors"
	"fmt"

	"allot/internal/account"
	"allot/internal/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/auth"
	"allot/internal/platform/jobs"
	"allot/internal/platform/lang"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
)

type invitationArgs struct {
	ContractID int64 `json:"contract_id"`
	OwnerID    int64 `json:"owner_id"`
	UserID     int64 `json:"user_id"`
	// Revision tells the letter of a second invitation from a repeat of the first.
	Revision int `json:"revision"`
	// Language is what the inviter chose for the letter; empty: the inviter's own.
	Language string `json:"language,omitempty"`
}

func (invitationArgs) Kind() string { return "contract_invitation" }

// subscribe looks again for invitations once a registration is committed: one
// that was being written at that very moment was not seen by Join.
func (s *Service) subscribe() {
	s.Events.Subscribe("contract.invitations", func(ctx context.Context, ev outbox.Stored) error {
		var e account.Registered
		if err := ev.Decode(&e); err != nil {
			return err
		}
		return s.joinAccount(ctx, e.Email)
	}, account.Registered{}.EventKind())
}

func (s *Service) joinAccount(ctx context.Context, email string) error {
	u, err := s.Accounts.AccountByEmail(ctx, email)
	if errors.Is(err, apperr.ErrNotFound) {
		return nil // gone again, or another address by now
	}
	if err != nil {
		return err
	}
	return s.Join(ctx, u)
}

// Join makes a new account the missing side of every open invitation to its
// address from accounts of the other type. Call it in the transaction of the
// registration.
func (s *Service) Join(ctx context.Context, u account.User) error {
	if !u.IsManager || u.AccountType == auth.Admin {
		return nil
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		list, err := s.store.LockInvitations(ctx, u.Email, u.AccountType == auth.Accommodation)
		if err != nil {
			return err
		}
		for _, c := range list {
			if err := s.joinOne(ctx, u, c); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) joinOne(ctx context.Context, u account.User, before Contract) error {
	c := before
	if u.AccountType == auth.Accommodation {
		c.UserID = u.ID
	} else {
		c.PartnerID = u.ID
	}
	c.Revision++
	c.UpdatedAt = s.now()
	_, err := s.store.Between(ctx, c.UserID, c.PartnerID)
	if err == nil {
		// The two have found each other already; the invitation is moot.
		c = before
		c.Status, c.Revision, c.UpdatedAt = StatusRejected, before.Revision+1, s.now()
		if err := s.store.UpdateContract(ctx, c); err != nil {
			return err
		}
		return s.record(ctx, c.InitiatedBy, u.ID, "join", &Detail{Contract: before}, Detail{Contract: c})
	}
	if !errors.Is(err, apperr.ErrNotFound) {
		return err
	}
	c.InviteEmail = ""
	if err := s.store.UpdateContract(ctx, c); err != nil {
		return err
	}
	if err := s.record(ctx, u.ID, u.ID, "join", &Detail{Contract: before}, Detail{Contract: c}); err != nil {
		return err
	}
	if err := s.tell(ctx, u.ID, notify.InvitationJoined, c); err != nil {
		return err
	}
	return s.tell(ctx, c.InitiatedBy, notify.ContractProposed, c)
}

// sendInvitation writes to somebody who is not registered yet. Whoever has
// registered meanwhile finds the proposal itself instead.
func (s *Service) sendInvitation(ctx context.Context, j jobs.Job[invitationArgs]) error {
	c, err := s.store.Contract(ctx, j.Args.OwnerID, j.Args.ContractID)
	if err != nil {
		return err
	}
	if !c.invitation() || c.Status != StatusProposed {
		return nil // joined or withdrawn meanwhile
	}
	_, err = s.Accounts.AccountByEmail(ctx, c.InviteEmail)
	if err == nil {
		return s.joinAccount(ctx, c.InviteEmail)
	}
	if !errors.Is(err, apperr.ErrNotFound) {
		return err
	}
	sender, err := s.Accounts.User(ctx, j.Args.UserID)
	if errors.Is(err, apperr.ErrNotFound) {
		sender, err = s.Accounts.User(ctx, j.Args.OwnerID) // a colleague who has left
	}
	if err != nil {
		return err
	}
	sender.Language = lang.Match(j.Args.Language, sender.Language)
	company, err := s.Settings.CompanyName(ctx, j.Args.OwnerID)
	if err != nil {
		return err
	}
	return s.mail(ctx, sender, j.Args, write(sender, company, c, s.LinkBase()), c.InviteEmail)
}

func (s *Service) mail(ctx context.Context, sender account.User, args invitationArgs, l mailer.Letter, to string) error {
	// The id stays the same when the job is run again, so that the repeat can
	// be told from a second letter.
	msg, err := l.Message(fmt.Sprintf("contract-invitation-%d-%d", args.ContractID, args.Revision), to)
	if err != nil {
		return jobs.Cancel(fmt.Errorf("write invitation: %w", err))
	}
	msg.ReplyTo = sender.Email
	if err := s.Mail.Send(ctx, msg); err != nil {
		if mailer.IsPermanent(err) {
			return jobs.Cancel(err)
		}
		return fmt.Errorf("send invitation: %w", err)
	}
	return nil
}
