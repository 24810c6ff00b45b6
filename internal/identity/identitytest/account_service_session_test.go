package identitytest

import (
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/platform/request"
)

func login(t *testing.T, e *apptest.Env, email, password string, remember bool) (string, error) {
	t.Helper()
	token, _, err := e.Accounts.Login(apptest.Context(t), account.LoginInput{Email: email, Password: password, RememberMe: remember})
	return token, err
}

func alive(t *testing.T, e *apptest.Env, token string) bool {
	t.Helper()
	_, err := e.Accounts.Authenticate(t.Context(), token)
	if err != nil {
		require.ErrorIs(t, err, apperr.ErrNotAuthenticated)
	}
	return err == nil
}

func TestService_Login(t *testing.T) {
	t.Parallel()

	t.Run("remembers where it came from", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, u, err := e.Accounts.Login(apptest.Context(t), account.LoginInput{Email: " " + strings.ToUpper(m.User.Email), Password: apptest.Password, RememberMe: true})
		require.NoError(t, err)
		require.True(t, u.LastSeen.Equal(e.Clock.Now()))
		list, n, err := e.Accounts.Sessions(m.Context(t), m.Caller, page.Request{})
		require.NoError(t, err)
		require.Equal(t, 2, n)
		s := list[0]
		require.Equal(t, []any{apptest.IP, "Test/1.0", true, true}, []any{s.IPAddress, s.Device, s.RememberMe, s.IsActive})
		entry := last(t, e, m.User.ID, "session", s.ID)
		require.Equal(t, "login", entry.Action)
		require.Equal(t, m.User.ID, entry.UserID)
	})

	t.Run("the third ends the first", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		first := e.Manager(t)
		second := e.Login(t, first.User.Email)
		require.True(t, first.Alive(t))
		third := e.Login(t, first.User.Email)
		require.False(t, first.Alive(t))
		require.True(t, second.Alive(t))
		require.True(t, third.Alive(t))
	})

	t.Run("the limit is the user's own, not the account's", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.SubUser(t, m)
		e.SubUser(t, m)
		require.True(t, m.Alive(t))
	})

	t.Run("a session that ran out does not push out a live one", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		kept, err := login(t, e, m.User.Email, apptest.Password, true)
		require.NoError(t, err)
		e.Clock.Advance(time.Hour)
		require.False(t, m.Alive(t))
		e.Login(t, m.User.Email)
		require.True(t, alive(t, e, kept))
	})

	t.Run("twenty at once leave two sessions", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		tokens := make([]string, 20)
		var wg sync.WaitGroup
		for i := range tokens {
			wg.Go(func() {
				token, err := login(t, e, m.User.Email, apptest.Password, false)
				if err == nil {
					tokens[i] = token
				}
			})
		}
		wg.Wait()
		open := 0
		for _, token := range tokens {
			require.NotEmpty(t, token, "every log-in succeeds")
			if alive(t, e, token) {
				open++
			}
		}
		require.Equal(t, 2, open)
		active, err := e.AccountStore.ActiveSessions(t.Context(), m.User.ID)
		require.NoError(t, err)
		require.Len(t, active, 2)
		require.Equal(t, 21, rowsAccount(t, e, "account_sessions"))
	})

	t.Run("an unknown address and a wrong password are told apart by nobody", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, wrong := login(t, e, m.User.Email, "not the password", false)
		_, unknown := login(t, e, "nobody@hotel.example", apptest.Password, false)
		_, empty := login(t, e, "", "", false)
		require.Equal(t, account.ErrInvalidCredentials, wrong)
		require.Equal(t, wrong, unknown)
		require.Equal(t, wrong, empty)
		require.Equal(t, 1, rowsAccount(t, e, "account_sessions"))
	})

	t.Run("a removed sub-user is as unknown as any", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
		_, err := login(t, e, c.User.Email, apptest.Password, false)
		require.Equal(t, account.ErrInvalidCredentials, err)
	})

	t.Run("a password that is replaced while it is checked opens nothing", func(t *testing.T) {
		t.Parallel()
		e, m := setupMeanwhile(t)
		anna := e.Manager(t)
		m.fn = func() { setPassword(t, e, anna.User.ID, "another harbour kettle") }
		_, err := login(t, e, anna.User.Email, apptest.Password, false)
		require.Equal(t, account.ErrInvalidCredentials, err)
	})

	t.Run("neither does that of a user who is removed meanwhile", func(t *testing.T) {
		t.Parallel()
		e, m := setupMeanwhile(t)
		c := e.SubUser(t, e.Manager(t))
		m.fn = func() { change(t, e, c.User.ID, func(u *account.User) { u.DeletedAt = e.Clock.Now() }) }
		_, err := login(t, e, c.User.Email, apptest.Password, false)
		require.Equal(t, account.ErrInvalidCredentials, err)
	})

	t.Run("a browser may call itself anything", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for _, agent := range []string{"\xff\xfe broken", strings.Repeat("ξ", 500), ""} {
			ctx := request.With(t.Context(), request.Meta{UserAgent: agent})
			_, _, err := e.Accounts.Login(ctx, account.LoginInput{Email: m.User.Email, Password: apptest.Password})
			require.NoError(t, err, "%q", agent)
			list, _, err := e.Accounts.Sessions(m.Context(t), m.Caller, page.Request{})
			require.NoError(t, err)
			require.True(t, utf8.ValidString(list[0].Device))
			require.LessOrEqual(t, len(list[0].Device), 300)
		}
	})
}

func TestService_Login_bans(t *testing.T) {
	t.Parallel()

	t.Run("the tenth failure bans the address for a quarter of an hour", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for i := range 10 {
			email := m.User.Email
			if i%2 == 0 {
				email = "nobody@hotel.example" // guessing names counts as well
			}
			_, err := login(t, e, email, "not the password", false)
			require.ErrorIs(t, err, account.ErrInvalidCredentials, i)
		}
		_, err := login(t, e, m.User.Email, apptest.Password, false)
		require.Equal(t, apperr.TooMany, apperr.Of(err).Kind)
		require.Equal(t, 15*time.Minute, apperr.Of(err).RetryAfter)

		elsewhere := request.With(t.Context(), request.Meta{ClientIP: netip.MustParseAddr("198.51.100.1")})
		_, _, err = e.Accounts.Login(elsewhere, account.LoginInput{Email: m.User.Email, Password: apptest.Password})
		require.NoError(t, err, "nobody can shut somebody else out")

		e.Clock.Advance(15 * time.Minute)
		_, err = login(t, e, m.User.Email, apptest.Password, false)
		require.NoError(t, err)
	})

	t.Run("those who waited for their turn when the ban came are not checked any more", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		hash, err := e.Hasher.Hash(t.Context(), "x")
		require.NoError(t, err)
		let := make(chan struct{})
		var busy, waiting sync.WaitGroup
		for range 4 { // as many as there are slots
			busy.Go(func() {
				_, _ = e.Hasher.Verify(t.Context(), "x", hash, func() error { <-let; return nil })
			})
		}
		require.Eventually(t, func() bool { return e.Hasher.Running() == 4 }, 10*time.Second, time.Millisecond)
		errs := make([]error, 12)
		for i := range errs {
			waiting.Go(func() { _, errs[i] = login(t, e, m.User.Email, apptest.Password, false) })
		}
		require.Eventually(t, func() bool { return e.Hasher.Waiting() == len(errs) }, 10*time.Second, time.Millisecond)
		for range 10 {
			require.NoError(t, e.Bans.Failed(t.Context(), netip.MustParseAddr(apptest.IP)))
		}
		close(let)
		busy.Wait()
		waiting.Wait()
		for _, err := range errs {
			require.Equal(t, apperr.TooMany, apperr.Of(err).Kind, "even the right password")
		}
		require.Equal(t, 1, rowsAccount(t, e, "account_sessions"))
	})
}

func TestService_Sessions(t *testing.T) {
	t.Parallel()

	t.Run("log-out ends the session at once and once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		other := e.Login(t, m.User.Email)
		require.NoError(t, e.Accounts.Logout(m.Context(t), m.Caller))
		require.False(t, m.Alive(t))
		require.True(t, other.Alive(t))
		entry := last(t, e, m.User.ID, "session", m.Caller.SessionID)
		require.Equal(t, []any{"end", m.User.ID}, []any{entry.Action, entry.UserID})
		require.NoError(t, e.Accounts.Logout(m.Context(t), m.Caller), "a repeat is harmless")
	})

	t.Run("one's own session can be revoked, nobody else's", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c, stranger := e.SubUser(t, m), e.Manager(t)
		for _, id := range []int64{c.Caller.SessionID, stranger.Caller.SessionID, 999_999} {
			err := e.Accounts.RevokeSession(m.Context(t), m.Caller, id)
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
		require.True(t, c.Alive(t))
		require.True(t, stranger.Alive(t))
		require.Len(t, trail(t, e, c.User.OwnerID, "session", c.Caller.SessionID), 1, "a refusal leaves no trace")

		other := e.Login(t, m.User.Email)
		require.NoError(t, e.Accounts.RevokeSession(m.Context(t), m.Caller, other.Caller.SessionID))
		require.False(t, other.Alive(t))
	})

	t.Run("a session that ran out is listed as ended before anybody wrote it down", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		old := e.Manager(t)
		e.Clock.Advance(30 * time.Minute)
		m := e.Login(t, old.User.Email)
		e.Clock.Advance(29 * time.Minute)
		require.True(t, m.Alive(t))
		e.Clock.Advance(2 * time.Minute)
		list, _, err := e.Accounts.Sessions(m.Context(t), m.Caller, page.Request{})
		require.NoError(t, err)
		require.True(t, list[0].IsActive)
		require.False(t, list[1].IsActive)
	})

	t.Run("a damaged database is a fault, not a missing session", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		require.NoError(t, e.DB.Close())
		_, err := e.Accounts.Authenticate(t.Context(), "a token that nobody has used yet")
		require.Error(t, err)
		require.NotErrorIs(t, err, apperr.ErrNotAuthenticated)
	})
}
