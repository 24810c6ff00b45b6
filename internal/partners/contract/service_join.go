package contract

import (
	"context"
	"errors"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/platform/apperr"
	"allot/internal/platform/outbox"
	"allot/internal/platform/secret"
)

var errInvitation = apperr.Field("invitation",
	"is not valid any more: it was used or withdrawn, or it has expired; ask the company that invited you for a new one")

// Subscriptions look for invitations again after a confirmation is committed: Join
// does not see an invitation that is being written at the same time.
func (s *Service) Subscriptions() []outbox.Subscription {
	return []outbox.Subscription{{Name: "contract.invitations", Fn: s.joinLate, Kinds: []string{account.EmailStateChanged{}.EventKind()}}}
}

func (s *Service) joinLate(ctx context.Context, ev outbox.Stored) error {
	var e account.EmailStateChanged
	if err := ev.Decode(&e); err != nil || e.State != account.EmailConfirmed {
		return err
	}
	u, err := s.deps.Accounts.User(ctx, e.UserID)
	if errors.Is(err, apperr.ErrNotFound) || err == nil && u.Email != e.Email {
		return nil // gone again, or another address by now
	}
	if err != nil {
		return err
	}
	return s.Join(ctx, u)
}

// Join makes the account of a user the second party of every open invitation to
// the user's address from accounts of the other type. It ignores an unconfirmed
// address: anybody can enter it. Call it in the transaction that confirms the
// address.
func (s *Service) Join(ctx context.Context, u account.User) error {
	if u.EmailState != account.EmailConfirmed {
		return nil
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		joining, err := s.deps.Accounts.LockAccount(ctx, u.OwnerID)
		if errors.Is(err, apperr.ErrNotFound) {
			return nil // staff
		}
		if err != nil {
			return err
		}
		list, err := s.store.LockInvitations(ctx, u.Email, joining.AccountType == auth.Accommodation)
		if err != nil {
			return err
		}
		for _, c := range list {
			if _, err := s.joinOne(ctx, joining, u.ID, c); err != nil {
				return err
			}
		}
		return nil
	})
}

// Registered joins the invitation that a new account came with, in the
// transaction that creates the account: an invalid invitation refuses the
// registration.
func (s *Service) Registered(ctx context.Context, u account.User, in account.RegisterInput) error {
	if in.Invitation == "" {
		return nil
	}
	who := auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: u.AccountType, Manager: true}
	_, err := s.JoinInvitation(ctx, who, in.Invitation)
	return err
}

// JoinInvitation makes the caller's account the second party of the invitation
// with this secret, whatever address it was sent to.
func (s *Service) JoinInvitation(ctx context.Context, who auth.Caller, token string) (d Detail, err error) {
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		joining, err := s.deps.Accounts.LockAccount(ctx, who.OwnerID)
		if err != nil {
			return err
		}
		invitation, err := s.store.LockInvited(ctx, secret.Hash(token), s.now())
		if errors.Is(err, apperr.ErrNotFound) {
			return errInvitation
		}
		if err != nil {
			return err
		}
		if err := invitation.checkAccountType(joining.AccountType); err != nil {
			return err
		}
		c, err := s.joinOne(ctx, joining, who.UserID, invitation)
		if err != nil {
			return err
		}
		d, err = s.detail(ctx, c)
		return err
	})
	return d, err
}

// checkAccountType refuses an account of the inviter's own type.
func (c Contract) checkAccountType(t auth.AccountType) error {
	switch {
	case c.UserID == 0 && t != auth.Accommodation:
		return apperr.ErrForbidden.Withf("this invitation is for an accommodation provider: a tour operator cannot take it")
	case c.PartnerID == 0 && t != auth.TourOperator:
		return apperr.ErrForbidden.Withf("this invitation is for a tour operator: an accommodation provider cannot take it")
	}
	return nil
}

// joinOne makes an account the second party of a locked invitation, and returns
// the contract of the two.
func (s *Service) joinOne(ctx context.Context, joining account.User, user int64, before Contract) (Contract, error) {
	if err := s.store.DeleteSecrets(ctx, before.ID); err != nil {
		return Contract{}, err
	}
	c := before
	if joining.AccountType == auth.Accommodation {
		c.UserID = joining.ID
	} else {
		c.PartnerID = joining.ID
	}
	between, err := s.store.LockBetween(ctx, c.UserID, c.PartnerID)
	if err == nil {
		return s.joinExisting(ctx, joining, user, before, between)
	}
	if !errors.Is(err, apperr.ErrNotFound) {
		return Contract{}, err
	}
	c.InviteEmail = ""
	c.Revision++
	c.UpdatedAt = s.now()
	if err := s.store.UpdateContract(ctx, c); err != nil {
		return Contract{}, err
	}
	if err := s.record(ctx, joining.ID, user, "join", &Detail{Contract: before}, Detail{Contract: c}); err != nil {
		return Contract{}, err
	}
	return c, s.notifyJoined(ctx, joining.ID, c)
}

// joinExisting ends an invitation between two accounts that have a contract
// already. If that contract has ended, it starts over with the terms of the
// invitation.
func (s *Service) joinExisting(ctx context.Context, joining account.User, user int64, invitation, between Contract) (Contract, error) {
	closed := invitation
	closed.Status, closed.Revision, closed.UpdatedAt = StatusRejected, invitation.Revision+1, s.now()
	if err := s.store.UpdateContract(ctx, closed); err != nil {
		return Contract{}, err
	}
	if err := s.record(ctx, invitation.InitiatedBy, user, "join", &Detail{Contract: invitation}, Detail{Contract: closed}); err != nil {
		return Contract{}, err
	}
	if between.Status.Open() {
		return between, nil
	}
	before := between
	between.propose(invitation.InitiatedBy, invitation.Terms, s.now())
	if err := s.store.UpdateContract(ctx, between); err != nil {
		return Contract{}, err
	}
	if err := s.record(ctx, joining.ID, user, "join", &Detail{Contract: before}, Detail{Contract: between}); err != nil {
		return Contract{}, err
	}
	return between, s.notifyJoined(ctx, joining.ID, between)
}

// notifyJoined notifies the inviter of the new party, and the new party of the
// proposal.
func (s *Service) notifyJoined(ctx context.Context, joining int64, c Contract) error {
	if err := s.notifyOther(ctx, joining, notify.InvitationJoined, c); err != nil {
		return err
	}
	return s.notifyOther(ctx, c.InitiatedBy, notify.ContractProposed, c)
}
