package identitytest

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

func registration() account.RegisterInput {
	return account.RegisterInput{
		Email: " Anna@Hotel.Example ", Password: apptest.Password, AccountType: auth.Accommodation,
		CompanyName: " Hotel Poseidon ", Country: " gr ", FirstName: " Anna ", LastName: "Petrou", Language: "el",
	}
}

func TestService_Register(t *testing.T) {
	t.Parallel()

	t.Run("opens the account with its company and signs the manager in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		token, u, err := e.Accounts.Register(apptest.Context(t), registration())
		require.NoError(t, err)
		require.Equal(t, "anna@hotel.example", u.Email)
		require.Equal(t, "Anna", u.FirstName)
		require.Equal(t, u.ID, u.OwnerID)
		require.True(t, u.IsManager)
		require.True(t, u.LastSeen.Equal(e.Clock.Now()), "who has just signed in was seen")

		caller, err := e.Accounts.Authenticate(t.Context(), token)
		require.NoError(t, err)
		require.Equal(t, u.ID, caller.UserID)
		require.True(t, caller.Manager)
		company, err := e.Settings.Company(t.Context(), u.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"Hotel Poseidon", "GR", "anna@hotel.example"}, []string{company.Name, company.Country, company.Email})
		require.Equal(t, []string{"account.registered"}, events(t, e, u.ID))
	})

	t.Run("leaves its trail, without the password", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		entry := last(t, e, m.User.ID, "user", m.User.ID)
		require.Equal(t, "register", entry.Action)
		require.Equal(t, m.User.ID, entry.UserID)
		require.Equal(t, apptest.IP, entry.IPAddress)
		require.Nil(t, entry.Before)
		require.Contains(t, string(entry.After), m.User.Email)
		require.NotContains(t, string(entry.After), "argon2id")
		require.Equal(t, "login", last(t, e, m.User.ID, "session", m.Caller.SessionID).Action)
	})

	t.Run("leaves nothing if a module above refuses", func(t *testing.T) {
		t.Parallel()
		boom := errors.New("boom")
		e := apptest.New(t, apptest.With(func(d *account.Deps) {
			setUp := d.Hooks.Registered
			d.Hooks.Registered = func(ctx context.Context, u account.User, in account.RegisterInput) error {
				return errors.Join(setUp(ctx, u, in), boom)
			}
		}))

		_, _, err := e.Accounts.Register(apptest.Context(t), registration())
		require.ErrorIs(t, err, boom)
		for _, table := range []string{"account_users", "account_sessions", "settings_companies", "outbox_events", "audit_entries", "river_job"} {
			require.Zero(t, rowsAccount(t, e, table), table)
		}
	})

	t.Run("names every bad field at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		_, _, err := e.Accounts.Register(apptest.Context(t), account.RegisterInput{
			FirstName: strings.Repeat("a", 101), LastName: "Two\nlines", Country: "ZZ", Language: "klingon!",
		})
		require.ErrorIs(t, err, apperr.ErrValidation)
		require.ElementsMatch(t, []string{
			"email", "password", "account_type", "company_name", "country", "first_name", "last_name", "language",
		}, fieldsOf(err))
		require.Zero(t, rowsAccount(t, e, "account_users"))
	})

	t.Run("refuses a bad value of each field", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		for field, spoil := range map[string][]func(*account.RegisterInput){
			"email": {
				func(in *account.RegisterInput) { in.Email = "anna" },
				func(in *account.RegisterInput) { in.Email = "anna@hotel" },
			},
			"password": {
				func(in *account.RegisterInput) { in.Password = "short" },
				func(in *account.RegisterInput) { in.Password = "password123" },
				func(in *account.RegisterInput) { in.Password = "anna petrou" },
				func(in *account.RegisterInput) { in.Password = "Hotel Poseidon" },
			},
			"account_type": {
				func(in *account.RegisterInput) { in.AccountType = auth.Admin }, // nobody makes itself staff
				func(in *account.RegisterInput) { in.AccountType = "hotel" },
			},
			"company_name": {
				func(in *account.RegisterInput) { in.CompanyName = " " },
				func(in *account.RegisterInput) { in.CompanyName = strings.Repeat("Ξ", 201) },
			},
			"country":  {func(in *account.RegisterInput) { in.Country = "Greece" }},
			"language": {func(in *account.RegisterInput) { in.Language = "Greek" }},
		} {
			for _, s := range spoil {
				in := registration()
				s(&in)
				_, _, err := e.Accounts.Register(apptest.Context(t), in)
				require.Equal(t, []string{field}, fieldsOf(err), "%+v", in)
			}
		}
	})

	t.Run("counts characters, not bytes", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		in := registration()
		in.CompanyName, in.FirstName, in.LastName = strings.Repeat("Ξ", 200), strings.Repeat("Ά", 100), strings.Repeat("ş", 100)
		_, _, err := e.Accounts.Register(apptest.Context(t), in)
		require.NoError(t, err)
	})

	t.Run("gives an address to one account, however it is spelt", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		spellings := []string{"anna@hotel.example", "ANNA@hotel.example", " anna@HOTEL.example"}
		errs := make([]error, len(spellings))
		var wg sync.WaitGroup
		for i, email := range spellings {
			wg.Go(func() {
				in := registration()
				in.Email = email
				_, _, errs[i] = e.Accounts.Register(apptest.Context(t), in)
			})
		}
		wg.Wait()
		taken := 0
		for _, err := range errs {
			if errors.Is(err, account.ErrEmailTaken) {
				taken++
			} else {
				require.NoError(t, err)
			}
		}
		require.Equal(t, 2, taken)
		require.Equal(t, 1, rowsAccount(t, e, "settings_companies"))
	})

	t.Run("welcomes the new customer by letter, in its language", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		in := registration()
		_, _, err := e.Accounts.Register(apptest.Context(t), in)
		require.NoError(t, err)
		letters := e.Letters(t, "anna@hotel.example")
		require.Len(t, letters, 1)
		require.Equal(t, "Καλώς ήρθατε στο Allot", letters[0].Subject)
		require.Contains(t, letters[0].Text, apptest.BaseURL+"/")
		require.Contains(t, letters[0].HTML, `<html lang="el">`)
	})
}

func TestService_CreateAdmin(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	require.Equal(t, auth.Admin, admin.Caller.AccountType)
	company, err := e.Settings.Company(t.Context(), admin.Caller.OwnerID)
	require.NoError(t, err)
	require.Nil(t, company)
	entries := trail(t, e, admin.User.ID, "user", admin.User.ID)
	require.Equal(t, "create", entries[0].Action)

	_, err = e.Accounts.CreateAdmin(t.Context(), strings.ToUpper(admin.User.Email), apptest.Password)
	require.ErrorIs(t, err, account.ErrEmailTaken)
	_, err = e.Accounts.CreateAdmin(t.Context(), "admin", "admin")
	require.ElementsMatch(t, []string{"email", "password"}, fieldsOf(err))
}

// Who depends on a confirmed address hears of it, as after ConfirmEmail.
func TestService_CreateAccount_tellsOfTheAddress(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	admin := e.Admin(t)
	u, err := e.Accounts.CreateAccount(admin.Context(t), account.RegisterInput{
		Email: "anna@hotel.example", Password: apptest.Password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
	})
	require.NoError(t, err)
	require.Equal(t, []string{"account.email_state_changed", "account.registered"}, events(t, e, u.ID))
}
