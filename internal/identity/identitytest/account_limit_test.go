package identitytest

import (
	"context"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/request"
)

// stingy allows strangers three of each an hour.
func stingy(t *testing.T) *apptest.Env {
	t.Helper()
	return apptest.New(t, apptest.With(func(d *account.Deps) {
		d.Registrations = ratelimit.NewAddresses(3, account.LimitWindow, d.Now)
		d.Resets = ratelimit.NewAddresses(3, account.LimitWindow, d.Now)
	}))
}

func TestService_Register_limit(t *testing.T) {
	t.Parallel()
	e := stingy(t)
	from := func(ip string, i int, password string) error {
		ctx := request.With(t.Context(), request.Meta{ID: "test", ClientIP: netip.MustParseAddr(ip)})
		_, _, err := e.Accounts.Register(ctx, account.RegisterInput{
			Email: fmt.Sprintf("new%d@hotel.example", i), Password: password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
		})
		return err
	}
	for i := range 10 {
		require.ErrorIs(t, from("2001:db8::1", i, "short"), apperr.ErrValidation, "who has to mend the form is not charged")
	}
	for i := range 3 {
		require.NoError(t, from(fmt.Sprintf("2001:db8::%d", i+1), i, apptest.Password))
	}
	e.Clock.Advance(20 * time.Minute)
	err := from("2001:db8::99", 3, apptest.Password)
	require.ErrorIs(t, err, account.ErrRegistrationLimit)
	require.Equal(t, 40*time.Minute, apperr.Of(err).RetryAfter)
	require.Equal(t, "too many registrations from your address: 3 registrations an hour are the limit; try again after 2030-05-31T13:00:00Z", apperr.Of(err).Message)
	require.Equal(t, map[string]any{"limit": 3, "until": time.Date(2030, 5, 31, 13, 0, 0, 0, time.UTC)}, apperr.Of(err).Details)
	require.NoError(t, from("2001:db8:0:1::1", 4, apptest.Password), "another network is not concerned")
	e.Clock.Advance(40 * time.Minute)
	require.NoError(t, from("2001:db8::99", 5, apptest.Password))
}

func TestService_RequestReset_limit(t *testing.T) {
	t.Parallel()
	e := stingy(t)
	m := e.Manager(t)
	for i := range 3 {
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), fmt.Sprintf("nobody%d@hotel.example", i)))
	}
	known := e.Accounts.RequestReset(apptest.Context(t), m.User.Email)
	require.ErrorIs(t, known, account.ErrResetLimit)
	require.Equal(t, known, e.Accounts.RequestReset(apptest.Context(t), "nobody@hotel.example"), "the same for known and unknown")
}

func TestService_Register_whoMay(t *testing.T) {
	t.Parallel()
	in := account.RegisterInput{
		Email: "anna@hotel.example", Password: apptest.Password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
	}
	invited := in
	invited.Invitation = "secret"
	for mode, tt := range map[account.Registration]struct{ plain, invited error }{
		account.RegistrationOpen:    {nil, nil},
		account.RegistrationInvited: {account.ErrInvitationRequired, nil},
		account.RegistrationClosed:  {account.ErrRegistrationClosed, account.ErrRegistrationClosed},
	} {
		e := apptest.New(t, apptest.With(func(d *account.Deps) {
			d.Registration, d.ConfirmEmails = mode, true
			whole := d.Hooks.Registered
			d.Hooks.Registered = func(ctx context.Context, u account.User, in account.RegisterInput) error {
				in.Invitation = "" // as if it were known
				return whole(ctx, u, in)
			}
		}))
		_, _, err := e.Accounts.Register(apptest.Context(t), in)
		require.ErrorIs(t, err, tt.plain, "%s: %v", mode, err)
		another := invited
		another.Email = "second@hotel.example"
		_, _, err = e.Accounts.Register(apptest.Context(t), another)
		require.ErrorIs(t, err, tt.invited, "%s: %v", mode, err)

		made := in
		made.Email = "third@hotel.example"
		u, err := e.Accounts.CreateAccount(apptest.Context(t), made)
		require.NoError(t, err, "staff make accounts in each mode")
		require.Equal(t, account.EmailConfirmed, u.EmailState)
		e.Login(t, u.Email)
	}
}
