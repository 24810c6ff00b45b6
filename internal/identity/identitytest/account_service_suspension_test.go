package identitytest

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/testkit/mailtest"
)

func suspend(t *testing.T, e *apptest.Env, owner int64, note string) {
	t.Helper()
	_, err := e.Accounts.Suspend(e.Staff().Context(t), owner, note)
	require.NoError(t, err)
}

func resume(t *testing.T, e *apptest.Env, owner int64) {
	t.Helper()
	_, err := e.Accounts.Resume(e.Staff().Context(t), owner)
	require.NoError(t, err)
}

func TestService_Suspend(t *testing.T) {
	t.Parallel()

	t.Run("keeps everybody of the account out, and resume lets the same sessions in again", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		c := e.SubUser(t, m)
		suspended := func(w *apptest.Who) bool {
			who, err := e.Accounts.Authenticate(apptest.Context(t), w.Token)
			require.NoError(t, err)
			return errors.Is(auth.Rule{}.Allow(who), auth.ErrSuspended)
		}
		require.Equal(t, []bool{false, false, false}, []bool{suspended(m), suspended(c), suspended(other)})
		suspend(t, e, m.User.ID, "")
		require.Equal(t, []bool{true, true, false}, []bool{suspended(m), suspended(c), suspended(other)})
		resume(t, e, m.User.ID)
		require.Equal(t, []bool{false, false, false}, []bool{suspended(m), suspended(c), suspended(other)})
	})

	t.Run("only who knows the password learns of it at log-in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		suspend(t, e, m.User.ID, "")
		sessions := rowsAccount(t, e, "account_sessions")
		for _, w := range []*apptest.Who{m, c} {
			_, _, err := e.Accounts.Login(apptest.Context(t), account.LoginInput{Email: w.User.Email, Password: apptest.Password})
			require.ErrorIs(t, err, auth.ErrSuspended)
			_, _, err = e.Accounts.Login(apptest.Context(t), account.LoginInput{Email: w.User.Email, Password: "not the password"})
			require.ErrorIs(t, err, account.ErrInvalidCredentials)
		}
		require.Equal(t, sessions, rowsAccount(t, e, "account_sessions"), "no session is opened, and none is ended")
		resume(t, e, m.User.ID)
		e.Login(t, c.User.Email)
	})

	t.Run("is in both trails, the note in that of staff only", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		suspend(t, e, m.User.ID, "  chargebacks  ")
		staff := e.Staff().User.ID
		theirs, ours := last(t, e, m.User.ID, "account", m.User.ID), last(t, e, staff, "account", m.User.ID)
		require.Equal(t, []any{"suspend", staff, "suspend", staff}, []any{theirs.Action, theirs.UserID, ours.Action, ours.UserID})
		require.JSONEq(t, `{"status":"active","suspended_at":null}`, string(theirs.Before))
		require.JSONEq(t, `{"status":"suspended","suspended_at":"2030-05-31T12:00:00Z"}`, string(theirs.After))
		require.JSONEq(t, `{"status":"suspended","suspended_at":"2030-05-31T12:00:00Z","suspended_note":"chargebacks"}`, string(ours.After))
		resume(t, e, m.User.ID)
		for _, owner := range []int64{m.User.ID, staff} {
			entries := trail(t, e, owner, "account", m.User.ID)
			require.Len(t, entries, 2)
			require.Equal(t, "resume", entries[1].Action)
		}
	})

	t.Run("is refused twice, for a note that is too long, and for what is no customer's account", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		ctx := e.Staff().Context(t)
		_, err := e.Accounts.Resume(ctx, m.User.ID)
		require.ErrorIs(t, err, account.ErrTransition)
		_, err = e.Accounts.Suspend(ctx, m.User.ID, strings.Repeat("ü", 1001))
		require.Equal(t, []string{"note"}, fieldsOf(err))
		suspend(t, e, m.User.ID, strings.Repeat("ü", 1000))
		_, err = e.Accounts.Suspend(ctx, m.User.ID, "")
		require.ErrorIs(t, err, account.ErrTransition)
		for _, id := range []int64{e.Staff().User.ID, 999_999} {
			_, err = e.Accounts.Suspend(ctx, id, "")
			require.ErrorIs(t, err, apperr.ErrNotFound)
			_, err = e.Accounts.Resume(ctx, id)
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
	})

	t.Run("of many at once one wins, and so it is with resume", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		ctx := e.Staff().Context(t)
		race := func(step func() (account.User, error)) {
			won := apptest.AtOnce(12, func(int) int {
				_, err := step()
				if err != nil && !errors.Is(err, account.ErrTransition) {
					t.Errorf("refused otherwise: %v", err)
				}
				if err == nil {
					return 1
				}
				return 0
			})
			require.Equal(t, map[int]int{0: 11, 1: 1}, won)
		}
		race(func() (account.User, error) { return e.Accounts.Suspend(ctx, m.User.ID, "") })
		race(func() (account.User, error) { return e.Accounts.Resume(ctx, m.User.ID) })
		require.Len(t, trail(t, e, m.User.ID, "account", m.User.ID), 2)
	})

	t.Run("letters of the account wait for the end of it; those that users need do not", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		add := func(w *apptest.Who, email string) {
			_, err := e.Accounts.CreateSubUser(w.Context(t), w.Caller, account.SubUserInput{Email: email, Password: apptest.Password})
			require.NoError(t, err)
		}
		add(m, "held@x.example")
		add(other, "free@x.example")
		suspend(t, e, m.User.ID, "")
		require.NoError(t, e.Accounts.RequestReset(apptest.Context(t), m.User.Email))
		e.Start(t)
		require.Len(t, e.Letters(t, "free@x.example"), 1)
		require.Empty(t, e.Letters(t, "held@x.example"))
		require.True(t, slices.ContainsFunc(e.Letters(t, m.User.Email), func(p mailtest.Parsed) bool { return tokenInLink.MatchString(p.Text) }),
			"the way to a new password stays open")

		resume(t, e, m.User.ID)
		e.Clock.Advance(time.Minute + time.Second)
		require.Eventually(t, func() bool { return len(e.Letters(t, "held@x.example")) == 1 }, time.Minute, 50*time.Millisecond)
	})
}

func TestService_Overviews(t *testing.T) {
	t.Parallel()

	t.Run("finds accounts by the name of their company, also after it has changed", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		find := func(q string) int {
			_, n, err := e.Accounts.Overviews(t.Context(), account.AccountFilter{Query: q}, page.Request{})
			require.NoError(t, err)
			return n
		}
		require.Equal(t, 1, find(" company of "))
		res := m.Do(t, "PUT", "/api/settings/company/", `{"name":"Ξενοδοχείο Αθήνα"}`)
		require.Equal(t, 200, res.Code, res.Body)
		require.Equal(t, []int{0, 1}, []int{find("company of"), find("ξενοδοχειο")})
	})
}
