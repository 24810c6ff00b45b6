package contract

import (
	"context"
	"errors"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/platform/apperr"
	"allot/internal/platform/field"
	"allot/internal/platform/lang"
)

// CreateInput is a proposal, to an account or to an address.
type CreateInput struct {
	Partner     int64
	InviteEmail string
	// Language is that of the invitation; empty: the inviter's.
	Language string
	Terms    TermsInput
}

// errInviteClosed refuses an invitation while registration is closed.
var errInviteClosed = account.ErrRegistrationClosed.Withf("nobody with this address can be invited: accounts are opened by the staff of the platform here; " +
	"propose a contract to an account by its id")

var errNoAccount = apperr.Field("partner", "there is no account with this id")

// clean normalizes the input and reports every bad field.
func (in *CreateInput) clean() (Terms, error) {
	in.InviteEmail = field.CleanEmail(in.InviteEmail)
	terms := in.Terms.apply(Defaults())
	var f apperr.Fields
	one := (in.Partner != 0) != (in.InviteEmail != "")
	f.Check(one, "partner", "give either partner, the id of an account, or invite_email")
	f.Check(one, "invite_email", "give either invite_email or partner, the id of an account")
	field.CheckEmail(&f, "invite_email", in.InviteEmail)
	if in.Language != "" {
		_, spoken := lang.Find(in.Language)
		f.Check(spoken, "language", lang.NotOffered)
		f.Check(in.InviteEmail != "", "language", "is that of an invitation: give it with invite_email")
	}
	terms.check(&f)
	return terms, f.Err()
}

// Create proposes a contract. Somebody who is not registered yet gets an
// invitation by mail and finds the proposal after registration.
func (s *Service) Create(ctx context.Context, who auth.Caller, in CreateInput) (d Detail, err error) {
	terms, err := in.clean()
	if err != nil {
		return Detail{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		err := s.deps.Plans.Admit(ctx, who.OwnerID, plan.FeaturePartnerConnections, s.store.CountConnections)
		if err != nil {
			return err
		}
		if err := s.deps.Accounts.RequireConfirmed(ctx, who.OwnerID); err != nil {
			return err
		}
		other, err := s.addressee(ctx, who, in)
		if err != nil {
			return err
		}
		c := Contract{UserID: other.ID, PartnerID: who.OwnerID, CreatedAt: s.now()}
		if who.AccountType == auth.Accommodation {
			c.UserID, c.PartnerID = who.OwnerID, other.ID
		}
		listed, err := s.Listed(ctx, other, c.UserID, c.PartnerID)
		if err != nil {
			return err
		}
		if !listed {
			return errNoAccount
		}
		if other.ID == 0 {
			if !s.deps.Accounts.AdmitsInvited() {
				return errInviteClosed
			}
			c.InviteEmail = in.InviteEmail
		}
		d, err = s.saveProposal(ctx, who, c, terms, in.Language)
		return err
	})
	return d, err
}

// addressee returns the account that gets the proposal, or the zero user if the
// address is not registered. A sub-user's address stands for its account.
func (s *Service) addressee(ctx context.Context, who auth.Caller, in CreateInput) (u account.User, err error) {
	name := "partner"
	if in.Partner != 0 {
		u, err = s.deps.Accounts.Account(ctx, in.Partner)
		if errors.Is(err, apperr.ErrNotFound) {
			return u, errNoAccount
		}
	} else {
		name = "invite_email"
		u, err = s.deps.Accounts.AccountOf(ctx, in.InviteEmail)
		if errors.Is(err, apperr.ErrNotFound) {
			return account.User{}, nil
		}
	}
	if err != nil {
		return u, err
	}
	if who.AccountType == auth.TourOperator {
		if u.AccountType != auth.Accommodation {
			return u, apperr.Field(name, "must be an accommodation provider")
		}
		return u, nil
	}
	if u.AccountType != auth.TourOperator {
		return u, apperr.Field(name, "must be a tour operator")
	}
	return u, nil
}

// Listed reports whether an account may be named to another, the two being a
// hotel and an operator. An account that has not confirmed its address is
// hidden, because the address may belong to somebody else, except from accounts
// that have had a contract with it.
func (s *Service) Listed(ctx context.Context, other account.User, hotel, operator int64) (bool, error) {
	if other.EmailState != account.EmailPending {
		return true, nil
	}
	c, err := s.Between(ctx, hotel, operator)
	return c.ID != 0, err
}

// saveProposal stores the proposal as a new contract, or in the row of one that
// has ended. The unique index decides between concurrent proposals.
func (s *Service) saveProposal(ctx context.Context, who auth.Caller, c Contract, terms Terms, language string) (Detail, error) {
	var before *Detail
	fresh := c
	fresh.propose(who.OwnerID, terms, s.now())
	err := s.store.InsertContract(ctx, &fresh)
	if errors.Is(err, ErrExists) {
		before, err = s.ended(ctx, who, c)
		if err != nil {
			return Detail{}, err
		}
		fresh = before.Contract
		fresh.propose(who.OwnerID, terms, s.now())
		err = s.store.UpdateContract(ctx, fresh)
	}
	if err != nil {
		return Detail{}, err
	}
	if err := s.countProposal(ctx, who.OwnerID, fresh); err != nil {
		return Detail{}, err
	}
	d := Detail{Contract: fresh}
	if err := s.record(ctx, who.OwnerID, who.UserID, "propose", before, d); err != nil {
		return Detail{}, err
	}
	if d.invitation() {
		return d, s.invite(ctx, who, d.Contract, language)
	}
	return d, s.notifyOther(ctx, who.OwnerID, notify.ContractProposed, d.Contract)
}

// ended finds the ended contract whose row a new proposal reuses.
func (s *Service) ended(ctx context.Context, who auth.Caller, c Contract) (*Detail, error) {
	var err error
	if c.invitation() {
		c, err = s.store.LockInvitation(ctx, who.OwnerID, c.InviteEmail)
	} else {
		c, err = s.store.LockBetween(ctx, c.UserID, c.PartnerID)
	}
	switch {
	case err != nil:
		return nil, err
	case !c.Status.Open():
		return &Detail{Contract: c}, nil
	case c.invitation():
		return nil, ErrExists.Withf("you have invited %s already: contract %d", c.InviteEmail, c.ID).With("contract", c.ID)
	}
	return nil, ErrExists.Withf("there is already a contract with this partner: %d, %s", c.ID, c.Status.label()).With("contract", c.ID)
}
