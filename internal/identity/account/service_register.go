package account

import (
	"context"
	"strings"
	"unicode/utf8"

	"allot/internal/identity/auth"
	"allot/internal/identity/passwd"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/field"
	"allot/internal/platform/iso"
)

// RegisterInput describes a new account and its manager.
type RegisterInput struct {
	Email       string
	Password    string
	AccountType auth.AccountType
	CompanyName string
	Country     string
	FirstName   string
	LastName    string
	Language    string
	// Invitation is the secret from the link of an invitation, or empty.
	Invitation string
}

// Registration says who may open an account.
type Registration string

// The ways. Staff can create accounts under each of them.
const (
	RegistrationOpen    Registration = "open"
	RegistrationInvited Registration = "invited" // with an invitation's secret
	RegistrationClosed  Registration = "closed"
)

var (
	// ErrRegistrationClosed refuses registrations where only staff create accounts.
	ErrRegistrationClosed = apperr.New(apperr.Forbidden, "registration_closed",
		"nobody can open an account here by themselves: ask the staff of the platform for one")
	// ErrInvitationRequired refuses registrations without an invitation.
	ErrInvitationRequired = apperr.New(apperr.Forbidden, "invitation_required",
		"an account is opened here with an invitation only: open the link in the letter of the company that invites you")
)

func (r Registration) check(in RegisterInput) error {
	switch {
	case r == RegistrationClosed:
		return ErrRegistrationClosed
	case r == RegistrationInvited && in.Invitation == "":
		return ErrInvitationRequired
	}
	return nil
}

// maxCompany is also the limit of the company profile.
const maxCompany = 200

// clean normalizes the input and reports every bad field.
func (in *RegisterInput) clean() error {
	in.Email = field.CleanEmail(in.Email)
	in.CompanyName = strings.TrimSpace(in.CompanyName)
	in.FirstName, in.LastName = strings.TrimSpace(in.FirstName), strings.TrimSpace(in.LastName)
	in.Country = strings.ToUpper(strings.TrimSpace(in.Country))
	if in.Language == "" {
		in.Language = defaultLanguage
	}
	var f apperr.Fields
	checkEmail(&f, in.Email)
	checkPassword(&f, "password", in.Password, in.Email, in.FirstName, in.LastName, in.CompanyName)
	f.Check(in.AccountType == auth.Accommodation || in.AccountType == auth.TourOperator,
		"account_type", "must be accommodation or tour_operator")
	f.Check(in.CompanyName != "", "company_name", "is required")
	f.Checkf(utf8.RuneCountInString(in.CompanyName) <= maxCompany, "company_name", "must have at most %d characters", maxCompany)
	f.Check(iso.IsCountry(in.Country), "country", "must be an ISO 3166-1 alpha-2 code such as GR or DE")
	checkNames(&f, in.FirstName, in.LastName)
	checkLanguage(&f, in.Language)
	return f.Err()
}

func checkPassword(f *apperr.Fields, field, password string, personal ...string) {
	f.Check(password != "", field, "is required")
	problem := passwd.Check(password, personal...)
	f.Check(problem == "", field, problem)
}

// Register opens an account and signs its manager in.
func (s *Service) Register(ctx context.Context, in RegisterInput) (token string, u User, err error) {
	if err := s.deps.Registration.check(in); err != nil {
		return "", User{}, err
	}
	if err := in.clean(); err != nil {
		return "", User{}, err
	}
	if err := s.countRequest(ctx, s.deps.Registrations, ErrRegistrationLimit, "registrations"); err != nil {
		return "", User{}, err
	}
	hash, err := s.deps.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return "", User{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		u = s.newUser(in.Email, hash, in.FirstName, in.LastName, in.Language)
		if err := s.openAccount(ctx, &u, in, "register"); err != nil {
			return err
		}
		if token, err = s.openSession(ctx, &u, false); err != nil {
			return err
		}
		return s.deps.Events.Publish(ctx, Registered{UserID: u.ID, Email: u.Email, AccountType: string(u.AccountType)})
	})
	return token, u, err
}

// CreateAccount opens an account for staff, whoever may register. The address counts as
// confirmed.
func (s *Service) CreateAccount(ctx context.Context, in RegisterInput) (u User, err error) {
	if err := in.clean(); err != nil {
		return User{}, err
	}
	hash, err := s.deps.Hasher.Hash(ctx, in.Password)
	if err != nil {
		return User{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		u = s.newUser(in.Email, hash, in.FirstName, in.LastName, in.Language)
		u.EmailState = EmailConfirmed
		if err := s.openAccount(ctx, &u, in, "create"); err != nil {
			return err
		}
		if err := s.deps.Hooks.Confirmed(ctx, u); err != nil {
			return err
		}
		if err := s.deps.Events.Publish(ctx, newEmailStateChanged(u)); err != nil {
			return err
		}
		return s.deps.Events.Publish(ctx, Registered{UserID: u.ID, Email: u.Email, AccountType: string(u.AccountType), ByStaff: true})
	})
	return u, err
}

// openAccount makes u the manager of a new account.
func (s *Service) openAccount(ctx context.Context, u *User, in RegisterInput, action string) error {
	u.AccountType, u.IsManager = in.AccountType, true
	if err := s.insertUser(ctx, u, action); err != nil {
		return err
	}
	return s.deps.Hooks.Registered(ctx, *u, in)
}

// CreateAdmin creates a member of the platform's staff, for the command line.
func (s *Service) CreateAdmin(ctx context.Context, email, password string) (u User, err error) {
	email = field.CleanEmail(email)
	var f apperr.Fields
	checkEmail(&f, email)
	checkPassword(&f, "password", password, email)
	if err := f.Err(); err != nil {
		return User{}, err
	}
	hash, err := s.deps.Hasher.Hash(ctx, password)
	if err != nil {
		return User{}, err
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		u = s.newUser(email, hash, "", "", defaultLanguage)
		u.AccountType, u.IsManager, u.EmailState = auth.Admin, true, EmailConfirmed
		return s.insertUser(ctx, &u, "create")
	})
	return u, err
}

func (s *Service) newUser(email, hash, first, last, language string) User {
	now := s.now()
	return User{
		Email: email, EmailState: s.enteredEmail(), PasswordHash: hash, FirstName: first, LastName: last, Language: language,
		CreatedAt: now, UpdatedAt: now,
	}
}

func (s *Service) insertUser(ctx context.Context, u *User, action string) error {
	if err := s.store.InsertUser(ctx, u); err != nil {
		return err
	}
	who := auth.From(ctx)
	if !who.Known() {
		who.UserID = u.ID // nobody is signed in yet: the new user did it
	}
	return s.record(ctx, audit.Change{
		OwnerID: u.OwnerID, UserID: who.UserID, Action: action, ObjectType: "user", ObjectID: u.ID, After: u,
	})
}
