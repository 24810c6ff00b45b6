package demo

import (
	"context"
	"errors"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

type smallAccount struct {
	account.RegisterInput
	is        string
	plan      plan.Plan // none: the free tier
	colleague string    // e-mail address of a sub-user with the permission stop_sales
	hotel     string    // file of its property
	published bool      // the staff has approved it
	joined    int       // days ago, in the large demo
}

var smallAccounts = []smallAccount{
	{
		is: "hotel on Crete, manager", colleague: "reception@hotel-poseidon.example", plan: plan.Gold,
		hotel: "poseidon.json", published: true, joined: daysOfHistory,
		RegisterInput: account.RegisterInput{
			Email: HotelEmail, AccountType: auth.Accommodation, CompanyName: "Hotel Poseidon",
			Country: "GR", FirstName: "Άννα", LastName: "Παπαδάκη", Language: "el",
		},
	},
	{
		is: "hotel in Side, manager", colleague: "onburo@lara-park.example", hotel: "lara-park.json", joined: 9,
		RegisterInput: account.RegisterInput{
			Email: "mehmet@lara-park.example", AccountType: auth.Accommodation, CompanyName: "Lara Park Otel",
			Country: "TR", FirstName: "Mehmet", LastName: "Yıldız", Language: "tr",
		},
	},
	{
		is: "tour operator in Hamburg, manager", joined: daysOfHistory, plan: plan.Gold, // a key for each time the printed lines are tried
		RegisterInput: account.RegisterInput{
			Email: PartnerEmail, AccountType: auth.TourOperator, CompanyName: "Nordlicht Reisen",
			Country: "DE", FirstName: "Jana", LastName: "Schröder", Language: "de",
		},
	},
	{
		is: "tour operator in Gdańsk, manager", joined: daysOfHistory,
		RegisterInput: account.RegisterInput{
			Email: ProposerEmail, AccountType: auth.TourOperator, CompanyName: "Baltic Sun",
			Country: "PL", FirstName: "Piotr", LastName: "Wójcik", Language: "en",
		},
	},
}

// daysOfHistory is how far the large demo looks back. A yearly subscription that
// began then is still paid.
const daysOfHistory = 340

// seedSmall makes the two hotels, two operators and the admin that both demos have.
func (s *seeder) seedSmall(ctx context.Context) ([]User, error) {
	s.ago(daysOfHistory)
	if err := s.seedAdmin(ctx); err != nil {
		return nil, err
	}
	var users []User
	for _, d := range smallAccounts {
		if err := s.seedAccount(ctx, d); err != nil {
			return nil, err
		}
		users = append(users, User{d.Email, d.is})
		if d.colleague != "" {
			users = append(users, User{d.colleague, "colleague there, with the permission stop_sales"})
		}
	}
	if err := s.seedPartners(ctx); err != nil {
		return nil, err
	}
	return append(users, User{AdminEmail, "admin of the platform"}), nil
}

func (s *seeder) seedAccount(ctx context.Context, d smallAccount) error {
	s.ago(d.joined)
	in := d.RegisterInput
	in.Password = s.Password
	u, err := s.Accounts.CreateAccount(ctx, in) // unlike Register, also if registration is closed, and without a letter
	if errors.Is(err, account.ErrEmailTaken) {
		return nil // seeded by an earlier start
	}
	if err != nil {
		return err
	}
	if d.plan.Category != "" {
		if _, err := s.Plans.Grant(ctx, u.ID, plan.GrantInput{Plan: &d.plan.Category}); err != nil {
			return err
		}
	}
	who := managerOf(u)
	if d.hotel != "" {
		var reviewer *auth.Caller
		if d.published {
			reviewer = &s.admin
		}
		if err := s.seedHotel(ctx, who, d.hotel, reviewer); err != nil {
			return err
		}
	}
	if d.colleague == "" {
		return nil
	}
	ctx = auth.With(ctx, who)
	colleague, err := s.Accounts.CreateSubUser(ctx, who, account.SubUserInput{Email: d.colleague, Password: s.Password, Language: in.Language, Vouched: true})
	if err != nil {
		return err
	}
	_, err = s.Accounts.CreatePermission(ctx, who, colleague.ID, account.PermissionChange{Flags: map[auth.Flag]bool{auth.StopSales: true}})
	return err
}
