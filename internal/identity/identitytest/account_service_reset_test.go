package identitytest

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/mailer"
	"allot/internal/platform/secret"
	"allot/internal/testkit/mailtest"
)

const resetSubject = "Set a new Allot password"

// resets are the reset letters that an address has got.
func resets(t *testing.T, e *apptest.Env, to string) []mailtest.Parsed {
	t.Helper()
	var found []mailtest.Parsed
	for _, l := range e.Letters(t, to) {
		if l.Subject == resetSubject {
			found = append(found, l)
		}
	}
	return found
}

// forgotten starts an installation and gives a manager a reset token.
func forgotten(t *testing.T) (*apptest.Env, *apptest.Who, string) {
	t.Helper()
	e := apptest.New(t)
	e.Start(t)
	m := e.Manager(t)
	require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), " "+strings.ToUpper(m.User.Email)))
	letters := resets(t, e, m.User.Email)
	require.Len(t, letters, 1)
	return e, m, tokenIn(t, letters[0].Text)
}

func requireVoid(t *testing.T, e *apptest.Env, token string) {
	t.Helper()
	err := e.Accounts.ConfirmReset(apptest.Context(t), token, newPassword)
	require.Equal(t, []string{"token"}, fieldsOf(err))
}

func TestService_reset(t *testing.T) {
	t.Parallel()

	t.Run("the letter's token sets a new password and ends every session", func(t *testing.T) {
		t.Parallel()
		e, m, token := forgotten(t)
		other := e.Login(t, m.User.Email)
		require.NoError(t, e.Accounts.ConfirmReset(apptest.Context(t), token, newPassword))
		require.False(t, m.Alive(t))
		require.False(t, other.Alive(t))
		_, err := login(t, e, m.User.Email, newPassword, false)
		require.NoError(t, err)

		entry := last(t, e, m.User.ID, "user", m.User.ID)
		require.Equal(t, []any{"change_password", m.User.ID}, []any{entry.Action, entry.UserID})
		subjects := []string{}
		for _, l := range e.Letters(t, m.User.Email) {
			subjects = append(subjects, l.Subject)
		}
		require.Contains(t, subjects, "Your Allot password has changed")
	})

	t.Run("the letter has the link in both of its forms", func(t *testing.T) {
		t.Parallel()
		e, m, token := forgotten(t)
		letter := resets(t, e, m.User.Email)[0]
		link := apptest.BaseURL + "/password-reset/#token=" + token
		require.Contains(t, letter.Text, link)
		require.Contains(t, letter.HTML, `href="`+link+`"`)
	})

	t.Run("the token is known to the letter alone; the database has its hash", func(t *testing.T) {
		t.Parallel()
		e, m, token := forgotten(t)
		everything := dump(t, e)
		require.Contains(t, everything, m.User.Email, "the dump is one")
		require.NotContains(t, everything, token)
		require.NotContains(t, everything, hex.EncodeToString([]byte(token)))
		require.Contains(t, everything, hex.EncodeToString(secret.Hash(token)))
		require.NotContains(t, everything, m.Token, "neither is that of a session")
		require.NotContains(t, everything, apptest.Password)
	})

	t.Run("a token works once", func(t *testing.T) {
		t.Parallel()
		e, _, token := forgotten(t)
		require.NoError(t, e.Accounts.ConfirmReset(apptest.Context(t), token, newPassword))
		requireVoid(t, e, token)
	})

	t.Run("a token works once, for those who use it at once too", func(t *testing.T) {
		t.Parallel()
		e, m, token := forgotten(t)
		passwords := []string{"amber lantern meadow", "copper window garden", "silent orange tower"}
		errs := make([]error, len(passwords))
		var wg sync.WaitGroup
		for i, p := range passwords {
			wg.Go(func() { errs[i] = e.Accounts.ConfirmReset(apptest.Context(t), token, p) })
		}
		wg.Wait()
		won := 0
		for i, err := range errs {
			_, fits := login(t, e, m.User.Email, passwords[i], false)
			if err == nil {
				won++
				require.NoError(t, fits, "the winner's password holds")
				continue
			}
			require.Equal(t, []string{"token"}, fieldsOf(err))
			require.ErrorIs(t, fits, account.ErrInvalidCredentials)
		}
		require.Equal(t, 1, won)
	})

	t.Run("a token expires after an hour", func(t *testing.T) {
		t.Parallel()
		e, _, token := forgotten(t)
		e.Clock.Advance(time.Hour - time.Second)
		err := e.Accounts.ConfirmReset(apptest.Context(t), token, "short")
		require.Equal(t, []string{"new_password"}, fieldsOf(err), "a refused password does not use it up")
		e.Clock.Advance(time.Second)
		requireVoid(t, e, token)
	})

	t.Run("a made-up token is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		requireVoid(t, e, "")
		requireVoid(t, e, secret.Token())
	})

	t.Run("a change of the e-mail address makes it void", func(t *testing.T) {
		t.Parallel()
		e, m, token := forgotten(t)
		_, err := e.Accounts.UpdateProfile(m.Context(t), m.Caller, account.ProfileInput{Email: ptr("new@hotel.example")})
		require.NoError(t, err)
		requireVoid(t, e, token)
	})

	t.Run("a change of the password makes it void", func(t *testing.T) {
		t.Parallel()
		e, m, token := forgotten(t)
		require.NoError(t, e.Accounts.ChangePassword(m.Context(t), m.Caller, apptest.Password, "silent orange tower"))
		requireVoid(t, e, token)
	})

	t.Run("a removed user's token is void", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), c.User.Email))
		token := tokenIn(t, resets(t, e, c.User.Email)[0].Text)
		require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
		requireVoid(t, e, token)
	})

	t.Run("the clean-up forgets expired tokens", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		require.NoError(t, e.AccountStore.InTx(t.Context(), func(ctx context.Context) error {
			return e.AccountStore.InsertReset(ctx, m.User.ID, secret.Hash("x"), e.Clock.Now(), e.Clock.Now().Add(time.Hour))
		}))
		e.Clock.Advance(time.Hour)
		e.Start(t)
		// The queue asks for the clean-up by itself, some time after its start.
		require.Eventually(t, func() bool { return rowsAccount(t, e, "account_password_resets") == 0 }, time.Minute, 20*time.Millisecond)
	})
}

func TestService_RequestReset(t *testing.T) {
	t.Parallel()

	t.Run("an unknown address makes the same work and no letter", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		e.Settle(t)
		before := rowsAccount(t, e, "river_job")
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
		require.Equal(t, before+1, rowsAccount(t, e, "river_job"))
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), "nobody@hotel.example"))
		require.Equal(t, before+2, rowsAccount(t, e, "river_job"))
		require.Empty(t, e.Letters(t, "nobody@hotel.example"))
		require.Len(t, resets(t, e, m.User.Email), 1)
		require.Equal(t, 1, rowsAccount(t, e, "account_password_resets"))
	})

	t.Run("at most five letters an hour go out", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		for range 7 {
			require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
			e.Settle(t)
			e.Clock.Advance(61 * time.Second)
		}
		require.Len(t, resets(t, e, m.User.Email), 5)
		e.Clock.Advance(time.Hour)
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
		require.Len(t, resets(t, e, m.User.Email), 6)
	})

	t.Run("an impatient user gets one letter a minute", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		for range 3 {
			require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
		}
		require.Len(t, resets(t, e, m.User.Email), 1)
	})

	t.Run("what is no address is refused", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		for _, bad := range []string{"", "anna", "anna@hotel"} {
			require.Equal(t, []string{"email"}, fieldsOf(e.Accounts.RequestReset(apptest.Context(t), bad)))
		}
	})
}

func TestService_reset_race(t *testing.T) {
	t.Parallel()
	e, meanwhile := setupMeanwhile(t)
	m := e.Manager(t)
	require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
	meanwhile.fn = func() { change(t, e, m.User.ID, func(u *account.User) { u.Email = "new@hotel.example" }) }
	e.Start(t)
	require.Empty(t, resets(t, e, m.User.Email), "no token goes to an address that was given up")
	require.Zero(t, rowsAccount(t, e, "account_password_resets"))
}

// chatty is a mail server whose refusals quote the message.
type chatty struct {
	mu    sync.Mutex
	texts []string
}

func (c *chatty) Send(_ context.Context, m mailer.Message) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.texts = append(c.texts, m.Text)
	return fmt.Errorf("451 try later, this looks bad: %s", m.Text)
}

func TestService_reset_failures(t *testing.T) {
	t.Parallel()

	t.Run("a refusal that quotes the letter does not bring the token into database or log", func(t *testing.T) {
		t.Parallel()
		server := &chatty{}
		e := apptest.New(t, apptest.With(func(d *account.Deps) { d.Mail = server }))
		e.ExpectLogs()
		m := e.Manager(t)
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
		e.Start(t)
		e.Settle(t)
		token := ""
		for _, text := range server.texts {
			if strings.Contains(text, "#token=") {
				token = tokenIn(t, text)
			}
		}
		require.NotEmpty(t, token)
		everything := dump(t, e)
		require.Contains(t, everything, "this looks bad", "the reason is kept")
		require.NotContains(t, everything, token)
		logged := strings.Join(e.ExpectLogs(), "\n")
		require.Contains(t, logged, "this looks bad")
		require.NotContains(t, logged, token)
	})

	t.Run("neither does a letter that cannot be written", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t, apptest.With(func(d *account.Deps) { d.LinkBase = func() string { return "no address" } }))
		e.ExpectLogs()
		m := e.Manager(t)
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
		e.Start(t)
		e.Settle(t)
		everything := dump(t, e)
		require.Contains(t, everything, "http or https address")
		require.NotRegexp(t, tokenInLink, everything)
		require.NotRegexp(t, tokenInLink, strings.Join(e.ExpectLogs(), "\n"))
		dead, n, err := e.Queue.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.Equal(t, 2, n, "welcome and reset: a repeat cannot help them")
		require.NotEmpty(t, dead[0].LastError)
	})
}
