package identitytest

import (
	"context"
	"fmt"
	"regexp"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/testkit/mailtest"
)

const confirmSubject = "Confirm your e-mail address for Allot"

var confirmLink = regexp.MustCompile(`https://allot\.example/email-confirm/#token=([\w-]{43})`)

// asking starts an installation that asks for a proof of every address.
func asking(t *testing.T, options ...apptest.Option) *apptest.Env {
	t.Helper()
	e := apptest.New(t, append(options, apptest.Settings(apptest.ConfirmEmails))...)
	e.Start(t)
	return e
}

// newcomer registers and has proved nothing.
func newcomer(t *testing.T, e *apptest.Env, email string) *apptest.Who {
	t.Helper()
	_, _, err := e.Accounts.Register(apptest.Context(t), account.RegisterInput{
		Email: email, Password: apptest.Password, AccountType: auth.Accommodation, CompanyName: "Poseidon", Country: "GR",
	})
	require.NoError(t, err)
	return e.Login(t, email)
}

// proofs are the tokens of the letters that ask an address for a proof, oldest first.
func proofs(t *testing.T, e *apptest.Env, email string) (tokens []string, letters []mailtest.Parsed) {
	t.Helper()
	letters = e.Letters(t, email)
	for _, l := range letters {
		if found := confirmLink.FindStringSubmatch(l.Text); found != nil {
			tokens = append(tokens, found[1])
		}
	}
	return tokens, letters
}

func stateOf(t *testing.T, e *apptest.Env, id int64) account.EmailState {
	t.Helper()
	u, err := e.Accounts.User(t.Context(), id)
	require.NoError(t, err)
	return u.EmailState
}

func TestService_ConfirmEmail(t *testing.T) {
	t.Parallel()

	t.Run("the letter's token confirms the address, once", func(t *testing.T) {
		t.Parallel()
		var confirmed []int64
		e := asking(t, apptest.With(func(d *account.Deps) {
			d.Hooks.Confirmed = func(_ context.Context, u account.User) error {
				confirmed = append(confirmed, u.ID)
				return nil
			}
		}))
		m := newcomer(t, e, "anna@hotel.example")
		require.Equal(t, account.EmailPending, m.User.EmailState)
		require.ErrorIs(t, e.Accounts.RequireConfirmed(t.Context(), m.User.ID), account.ErrEmailNotConfirmed)
		tokens, letters := proofs(t, e, "anna@hotel.example")
		require.Len(t, letters, 1, "instead of a welcome")
		require.Equal(t, confirmSubject, letters[0].Subject)

		u, err := e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.NoError(t, err)
		require.Equal(t, account.EmailConfirmed, u.EmailState)
		require.Equal(t, []int64{m.User.ID}, confirmed)
		require.NoError(t, e.Accounts.RequireConfirmed(t.Context(), m.User.ID))
		require.Contains(t, events(t, e, m.User.ID), "account.email_state_changed")
		require.Equal(t, "confirm_email", last(t, e, m.User.ID, "user", m.User.ID).Action)

		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.Equal(t, []string{"token"}, fieldsOf(err))
		require.ErrorIs(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller), account.ErrEmailIsConfirmed)
	})

	t.Run("of many at once with one token one confirms", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		newcomer(t, e, "anna@hotel.example")
		tokens, _ := proofs(t, e, "anna@hotel.example")
		var done atomic.Int64
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				if _, err := e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0]); err == nil {
					done.Add(1)
				}
			})
		}
		wg.Wait()
		require.EqualValues(t, 1, done.Load())
	})

	t.Run("a token is void after seven days, and for another address", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := newcomer(t, e, "anna@hotel.example")
		first, _ := proofs(t, e, "anna@hotel.example")
		_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: ptr("other@hotel.example")})
		require.NoError(t, err)
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), first[0])
		require.Equal(t, []string{"token"}, fieldsOf(err), "the proof of another address")
		second, _ := proofs(t, e, "other@hotel.example")
		require.Len(t, second, 1)
		e.Clock.Advance(7*24*time.Hour + time.Second)
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), second[0])
		require.Equal(t, []string{"token"}, fieldsOf(err))
		require.Equal(t, account.EmailPending, stateOf(t, e, m.User.ID))
	})

	t.Run("a changed address is to be confirmed again, and an unproven old one is not written to", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := e.Manager(t)
		before := len(e.Letters(t, m.User.Email))
		for _, email := range []string{"one@hotel.example", "two@hotel.example"} {
			u, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: ptr(email)})
			require.NoError(t, err)
			require.Equal(t, account.EmailPending, u.EmailState)
			e.Settle(t)
		}
		require.Len(t, e.Letters(t, m.User.Email), before+1, "that it changed")
		require.Len(t, e.Letters(t, "one@hotel.example"), 1, "asks for a proof, and says nothing of the change that followed")
		require.Len(t, e.Letters(t, "two@hotel.example"), 1)
	})

	t.Run("tokens are stored as hashes only", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		newcomer(t, e, "anna@hotel.example")
		tokens, _ := proofs(t, e, "anna@hotel.example")
		require.NotContains(t, dump(t, e), tokens[0])
	})
}

func TestService_ResendConfirmation(t *testing.T) {
	t.Parallel()

	t.Run("an address gets five letters an hour", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := newcomer(t, e, "anna@hotel.example")
		e.Settle(t)
		for i := range 4 {
			e.Clock.Advance(2 * time.Minute)
			require.NoError(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller))
			tokens, _ := proofs(t, e, "anna@hotel.example")
			require.Len(t, tokens, i+2)
		}
		err := e.Accounts.ResendConfirmation(m.Context(t), m.Caller)
		require.ErrorIs(t, err, account.ErrConfirmationLimit)
		require.Equal(t, 52*time.Minute, apperr.Of(err).RetryAfter)
		e.Clock.Advance(52 * time.Minute)
		require.NoError(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller))
		tokens, letters := proofs(t, e, "anna@hotel.example")
		require.Len(t, letters, 6)
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.NoError(t, err, "each of them is good")
	})

	for _, asks := range []bool{true, false} {
		t.Run(fmt.Sprintf("who enters a stranger's address again and again makes it get five letters, proofs asked for: %v", asks), func(t *testing.T) {
			t.Parallel()
			e := apptest.New(t, apptest.With(func(d *account.Deps) { d.ConfirmEmails = asks }))
			e.Start(t)
			m := e.Manager(t)
			for i := range 20 {
				u, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "stranger@elsewhere.example", Password: apptest.Password})
				require.NoError(t, err)
				e.Settle(t)
				if i%2 == 0 {
					require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, u.ID))
					continue
				}
				_, err = e.Accounts.UpdateSubUser(m.Context(t), m.Caller, u.ID, account.ProfileInput{Email: ptr(fmt.Sprintf("own%d@hotel.example", i))}, nil)
				require.NoError(t, err)
			}
			require.Len(t, e.Letters(t, "stranger@elsewhere.example"), 5)
		})
	}

	t.Run("where nobody asks for a proof, one can still be given", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := newcomer(t, e, "anna@hotel.example")
		require.Equal(t, account.EmailWaived, m.User.EmailState)
		require.NoError(t, e.Accounts.RequireConfirmed(t.Context(), m.User.ID))
		tokens, letters := proofs(t, e, "anna@hotel.example")
		require.Empty(t, tokens)
		require.Equal(t, "Welcome to Allot", letters[0].Subject)
		require.NoError(t, e.Accounts.ResendConfirmation(m.Context(t), m.Caller))
		tokens, _ = proofs(t, e, "anna@hotel.example")
		_, err := e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.NoError(t, err)
	})
}

func TestService_subUserEmail(t *testing.T) {
	t.Parallel()

	t.Run("a colleague confirms an own address, in the letter that welcomes it", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := e.Manager(t)
		u, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "jan@hotel.example", Password: apptest.Password})
		require.NoError(t, err)
		_, err = e.Accounts.AccountOf(t.Context(), "jan@hotel.example")
		require.ErrorIs(t, err, apperr.ErrNotFound, "anybody can be entered as a colleague")
		tokens, letters := proofs(t, e, "jan@hotel.example")
		require.Equal(t, "You can now sign in to Allot", letters[0].Subject)
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.NoError(t, err)
		require.Equal(t, account.EmailConfirmed, stateOf(t, e, u.ID))
		owner, err := e.Accounts.AccountOf(t.Context(), "jan@hotel.example")
		require.NoError(t, err)
		require.Equal(t, m.User.ID, owner.ID)
	})

	t.Run("a colleague without a proof is not told of changed passwords, a manager is", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t) // nobody is asked for a proof
		e.Start(t)
		m := newcomer(t, e, "anna@hotel.example")
		u, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "stranger@elsewhere.example", Password: apptest.Password})
		require.NoError(t, err)
		require.Equal(t, account.EmailWaived, u.EmailState)
		setPassword := func() {
			_, err := e.Accounts.UpdateSubUser(m.Context(t), m.Caller, u.ID, account.ProfileInput{}, ptr(newPassword))
			require.NoError(t, err)
		}
		for range 3 {
			setPassword()
		}
		tokens, letters := proofs(t, e, "stranger@elsewhere.example")
		require.Len(t, letters, 1, "that it can sign in")
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.NoError(t, err)
		setPassword()
		require.Len(t, e.Letters(t, "stranger@elsewhere.example"), 2)
		require.NoError(t, e.Accounts.ChangePassword(m.Context(t), m.Caller, apptest.Password, newPassword))
		require.Len(t, e.Letters(t, "anna@hotel.example"), 2, "welcome, and the changed password")
	})

	t.Run("an account without a proof writes to no colleague", func(t *testing.T) {
		t.Parallel()
		e := asking(t)
		m := newcomer(t, e, "anna@hotel.example")
		_, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{Email: "jan@hotel.example", Password: apptest.Password})
		require.NoError(t, err)
		c := e.Login(t, "jan@hotel.example")
		require.Empty(t, e.Letters(t, "jan@hotel.example"))
		require.ErrorIs(t, e.Accounts.ResendConfirmation(c.Context(t), c.Caller), account.ErrEmailNotConfirmed)
		tokens, _ := proofs(t, e, "anna@hotel.example")
		_, err = e.Accounts.ConfirmEmail(apptest.Context(t), tokens[0])
		require.NoError(t, err)
		require.NoError(t, e.Accounts.ResendConfirmation(c.Context(t), c.Caller))
		require.Len(t, e.Letters(t, "jan@hotel.example"), 1)
	})
}

// Who switches confirmation off asks nobody any more.
func TestService_waivesConfirmations(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := newcomer(t, e, "anna@hotel.example")
	require.NoError(t, e.DB.InTx(t.Context(), func(ctx context.Context) error { // as it was left when it was on
		m.User.EmailState = account.EmailPending
		return e.AccountStore.UpdateUser(ctx, m.User)
	}))
	e.Start(t)
	e.Settle(t)
	require.Eventually(t, func() bool { return stateOf(t, e, m.User.ID) == account.EmailWaived }, 2*time.Minute, 5*time.Millisecond)
	require.NoError(t, e.Accounts.RequireConfirmed(t.Context(), m.User.ID))
}
