package account_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/account/accounttest"
	"allot/internal/billing"
)

// What an account enters may be anybody's address, so its letters are among the
// day's letters to outsiders.
func TestService_letterLimit(t *testing.T) {
	t.Parallel()
	colleague := account.SubUserInput{Email: "stranger@elsewhere.example", Password: accounttest.Password}

	t.Run("entering one more address than the plan's letters is refused and changes nothing", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		require.NoError(t, e.Billing.SpendLetters(t.Context(), m.User.ID, billing.Free.Features.LettersPerDay-3))
		_, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "jan@hotel.example", Password: accounttest.Password})
		require.NoError(t, err)
		_, err = e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, account.ProfileInput{Email: ptr("one@hotel.example")}, nil)
		require.NoError(t, err)
		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: ptr("two@hotel.example")})
		require.NoError(t, err)
		e.Settle(t)
		before := dump(t, e)

		_, err = e.Accounts.CreateSubUser(m.Context(t), m.Caller, colleague)
		require.ErrorIs(t, err, billing.ErrLetterLimit)
		in := account.ProfileInput{Email: ptr("stranger@elsewhere.example")}
		_, err = e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, in, ptr(newPassword))
		require.ErrorIs(t, err, billing.ErrLetterLimit)
		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, in)
		require.ErrorIs(t, err, billing.ErrLetterLimit)
		require.ErrorIs(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller), billing.ErrLetterLimit)
		require.Equal(t, before, dump(t, e))

		_, err = e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{FirstName: ptr("Maria")})
		require.NoError(t, err, "a change without a new address costs nothing")
		e.Clock.Advance(24 * time.Hour)
		_, err = e.Accounts.CreateSubUser(m.Context(t), m.Caller, colleague)
		require.NoError(t, err, "the next day")
	})

	t.Run("the first letter of a registration is not counted, and asking again within a minute costs one letter", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := newcomer(t, e, "anna@hotel.example")
		require.NoError(t, e.Billing.SpendLetters(t.Context(), m.User.ID, billing.Free.Features.LettersPerDay-1))
		for range 3 {
			require.NoError(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller))
		}
		e.Clock.Advance(2 * time.Minute)
		require.ErrorIs(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller), billing.ErrLetterLimit)
		require.Len(t, e.Letters(t, "anna@hotel.example"), 2)
	})

	t.Run("staff have no plan", func(t *testing.T) {
		t.Parallel()
		e := accounttest.New(t)
		a := e.Admin(t)
		_, err := e.Accounts.UpdateProfile(a.Context(t), a.Caller, account.ProfileInput{Email: ptr("root@allot.example")})
		require.NoError(t, err)
		require.NoError(t, e.Accounts.ResendConfirmation(a.Context(t), a.Caller))
	})
}
