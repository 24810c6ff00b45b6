package app

import (
	"context"
	"errors"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/plan"
)

// DemoUser is a user of the demo to log in as.
type DemoUser struct {
	Email string
	Is    string
}

type demoAccount struct {
	account.RegisterInput
	is        string
	plan      plan.Plan // none: the free tier
	colleague string    // e-mail address of a sub-user with the permission stop_sales
	hotel     string    // file of its property
	published bool      // the staff has approved it
}

var demoAccounts = []demoAccount{
	{
		is: "hotel on Crete, manager", colleague: "reception@hotel-poseidon.example", plan: plan.Gold,
		hotel: "poseidon.json", published: true,
		RegisterInput: account.RegisterInput{
			Email: demoHotelEmail, AccountType: auth.Accommodation, CompanyName: "Hotel Poseidon",
			Country: "GR", FirstName: "Άννα", LastName: "Παπαδάκη", Language: "el",
		},
	},
	{
		is: "hotel in Side, manager", colleague: "onburo@lara-park.example", hotel: "lara-park.json",
		RegisterInput: account.RegisterInput{
			Email: "mehmet@lara-park.example", AccountType: auth.Accommodation, CompanyName: "Lara Park Otel",
			Country: "TR", FirstName: "Mehmet", LastName: "Yıldız", Language: "tr",
		},
	},
	{
		is: "tour operator in Hamburg, manager", plan: plan.Gold, // a key for each time the printed lines are tried
		RegisterInput: account.RegisterInput{
			Email: demoPartnerEmail, AccountType: auth.TourOperator, CompanyName: "Nordlicht Reisen",
			Country: "DE", FirstName: "Jana", LastName: "Schröder", Language: "de",
		},
	},
	{
		is: "tour operator in Gdańsk, manager",
		RegisterInput: account.RegisterInput{
			Email: demoProposerEmail, AccountType: auth.TourOperator, CompanyName: "Baltic Sun",
			Country: "PL", FirstName: "Piotr", LastName: "Wójcik", Language: "en",
		},
	},
}

const demoAdmin = "staff@allot.example"

// SeedDemo creates the demo accounts that do not exist yet.
func (a *App) SeedDemo(ctx context.Context, password string) ([]DemoUser, error) {
	var users []DemoUser
	admin, err := a.seedAdmin(ctx, password)
	if err != nil {
		return nil, err
	}
	for _, d := range demoAccounts {
		if err := a.seedAccount(ctx, d, password, admin); err != nil {
			return nil, err
		}
		users = append(users, DemoUser{d.Email, d.is})
		if d.colleague != "" {
			users = append(users, DemoUser{d.colleague, "colleague there, with the permission stop_sales"})
		}
	}
	if err := a.seedPartners(ctx); err != nil {
		return nil, err
	}
	if admin.UserID != 0 { // made by this start
		if err := a.seedExamples(ctx, password); err != nil {
			return nil, err
		}
	}
	return append(users, DemoUser{demoAdmin, "admin of the platform"}), nil
}

// seedAdmin creates the staff user who reviews the demo's fact sheets.
func (a *App) seedAdmin(ctx context.Context, password string) (auth.Caller, error) {
	u, err := a.Accounts.CreateAdmin(ctx, demoAdmin, password)
	if errors.Is(err, account.ErrEmailTaken) {
		return auth.Caller{}, nil // the hotels exist too
	}
	return auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: auth.Admin, Manager: true}, err
}

func (a *App) seedAccount(ctx context.Context, d demoAccount, password string, admin auth.Caller) error {
	in := d.RegisterInput
	in.Password = password
	u, err := a.Accounts.CreateAccount(ctx, in) // unlike Register, also if registration is closed, and without a letter
	if errors.Is(err, account.ErrEmailTaken) {
		return nil // seeded by an earlier start
	}
	if err != nil {
		return err
	}
	if d.plan.Category != "" {
		if _, err := a.Plans.Grant(ctx, u.ID, plan.GrantInput{Plan: &d.plan.Category}); err != nil {
			return err
		}
	}
	who := auth.Caller{UserID: u.ID, OwnerID: u.ID, AccountType: u.AccountType, Manager: true}
	if d.hotel != "" {
		var reviewer *auth.Caller
		if d.published {
			reviewer = &admin
		}
		if err := a.seedHotel(ctx, who, d.hotel, reviewer); err != nil {
			return err
		}
	}
	if d.colleague == "" {
		return nil
	}
	ctx = auth.With(ctx, who)
	colleague, err := a.Accounts.CreateSubUser(ctx, who, account.SubUserInput{Email: d.colleague, Password: password, Language: in.Language, Vouched: true})
	if err != nil {
		return err
	}
	_, err = a.Accounts.CreatePermission(ctx, who, colleague.ID, account.PermissionChange{Flags: map[auth.Flag]bool{auth.StopSales: true}})
	return err
}

// SchemaVersion returns the version of the database's schema.
func (a *App) SchemaVersion(ctx context.Context) (int64, error) {
	current, _, err := a.DB.SchemaVersion(ctx)
	return current, err
}
