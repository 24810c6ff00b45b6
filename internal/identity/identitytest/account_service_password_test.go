package identitytest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
)

const newPassword = "amber lantern meadow"

func TestService_SetPassword(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	e.Start(t)
	m := e.Manager(t)
	_, err := e.Accounts.SetPassword(t.Context(), m.User.Email, "password123")
	require.Equal(t, []string{"password"}, fieldsOf(err))
	_, err = e.Accounts.SetPassword(t.Context(), "nobody@poseidon.example", newPassword)
	require.ErrorIs(t, err, apperr.ErrNotFound)
	require.True(t, m.Alive(t), "a refusal changes nothing")

	u, err := e.Accounts.SetPassword(t.Context(), " "+strings.ToUpper(m.User.Email), newPassword)
	require.NoError(t, err)
	require.Equal(t, m.User.ID, u.ID)
	require.False(t, m.Alive(t), "every session ends")
	_, err = login(t, e, m.User.Email, apptest.Password, false)
	require.ErrorIs(t, err, account.ErrInvalidCredentials)
	_, err = login(t, e, m.User.Email, newPassword, false)
	require.NoError(t, err)
	entry := last(t, e, m.User.ID, "user", m.User.ID)
	require.Equal(t, "set_password", entry.Action, "the trail tells it from a change by the user")
	require.Contains(t, events(t, e, m.User.ID), "account.password_changed", "the user is told")
}

func TestService_ChangePassword(t *testing.T) {
	t.Parallel()

	t.Run("keeps the session it was done in and ends the others", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		other := e.Login(t, m.User.Email)
		require.NoError(t, e.Accounts.ChangePassword(m.Context(t), m.Caller, apptest.Password, newPassword))
		require.True(t, m.Alive(t))
		require.False(t, other.Alive(t))
		_, err := login(t, e, m.User.Email, apptest.Password, false)
		require.ErrorIs(t, err, account.ErrInvalidCredentials)
		_, err = login(t, e, m.User.Email, newPassword, false)
		require.NoError(t, err)
	})

	t.Run("leaves its trail and tells of it", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		m := e.Manager(t)
		require.NoError(t, e.Accounts.ChangePassword(m.Context(t), m.Caller, apptest.Password, newPassword))
		entry := last(t, e, m.User.ID, "user", m.User.ID)
		require.Equal(t, []any{"change_password", m.User.ID}, []any{entry.Action, entry.UserID})
		require.Nil(t, entry.Before)
		require.Nil(t, entry.After)
		require.Equal(t, []string{"account.registered", "account.password_changed"}, events(t, e, m.User.ID))
		letters := e.Letters(t, m.User.Email)
		require.Len(t, letters, 2)
		require.ElementsMatch(t, []string{"Welcome to Allot", "Your Allot password has changed"}, []string{letters[0].Subject, letters[1].Subject})
	})

	t.Run("refuses a wrong present password and counts it as a failed log-in", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for range 10 {
			err := e.Accounts.ChangePassword(m.Context(t), m.Caller, "a guess", newPassword)
			require.ErrorIs(t, err, apperr.ErrValidation)
			require.Equal(t, []string{"current_password"}, fieldsOf(err))
		}
		err := e.Accounts.ChangePassword(m.Context(t), m.Caller, apptest.Password, newPassword)
		require.Equal(t, apperr.TooMany, apperr.Of(err).Kind)
		require.Equal(t, []string{"account.registered"}, events(t, e, m.User.ID))
	})

	t.Run("refuses a bad new password", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for _, bad := range []string{"", "short", "password123", m.User.Email} {
			err := e.Accounts.ChangePassword(m.Context(t), m.Caller, apptest.Password, bad)
			require.Equal(t, []string{"new_password"}, fieldsOf(err), bad)
		}
	})

	t.Run("does not overrule a password that was set meanwhile", func(t *testing.T) {
		t.Parallel()
		e, m := setupMeanwhile(t)
		anna := e.Manager(t)
		m.fn = func() { setPassword(t, e, anna.User.ID, "rescued by the owner") }
		err := e.Accounts.ChangePassword(anna.Context(t), anna.Caller, apptest.Password, newPassword)
		require.Equal(t, []string{"current_password"}, fieldsOf(err))
		_, err = login(t, e, anna.User.Email, "rescued by the owner", false)
		require.NoError(t, err)
	})
}
