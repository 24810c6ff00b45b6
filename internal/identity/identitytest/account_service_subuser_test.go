package identitytest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

func TestService_CreateSubUser(t *testing.T) {
	t.Parallel()

	t.Run("gives a colleague a log-in without any permission", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Operator(t)
		u, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{
			Email: " Jan@Hotel.Example", Password: apptest.Password, FirstName: " Jan ", LastName: "Berg", Language: "de",
		})
		require.NoError(t, err)
		require.Equal(t, []any{"jan@hotel.example", "Jan", m.User.ID, auth.TourOperator, false}, []any{u.Email, u.FirstName, u.OwnerID, u.AccountType, u.IsManager})

		jan := e.Login(t, u.Email)
		require.Equal(t, m.User.ID, jan.Caller.OwnerID)
		require.False(t, jan.Caller.Manager)
		require.Empty(t, jan.Caller.Flags)
		entry := last(t, e, m.User.ID, "user", u.ID)
		require.Equal(t, []any{"create", m.User.ID}, []any{entry.Action, entry.UserID})
		require.NotContains(t, string(entry.After), "argon2id")
	})

	t.Run("tells the colleague by letter, without the password", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		e.Start(t)
		c := e.SubUser(t, e.Manager(t))
		letters := e.Letters(t, c.User.Email)
		require.Len(t, letters, 1)
		require.Equal(t, "You can now sign in to Allot", letters[0].Subject)
		require.NotContains(t, letters[0].Text+letters[0].HTML, apptest.Password)
	})

	t.Run("names every bad field at once", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := e.Accounts.CreateSubUser(m.Context(t), m.Caller, account.SubUserInput{
			FirstName: strings.Repeat("a", 101), LastName: "a\nb", Language: "english",
		})
		require.ElementsMatch(t, []string{"email", "password", "first_name", "last_name", "language"}, fieldsOf(err))
	})

	t.Run("an address is taken across accounts, and free after removal", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		c := e.SubUser(t, m)
		in := account.SubUserInput{Email: c.User.Email, Password: apptest.Password}
		_, err := e.Accounts.CreateSubUser(other.Context(t), other.Caller, in)
		require.ErrorIs(t, err, account.ErrEmailTaken)
		require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
		u, err := e.Accounts.CreateSubUser(other.Context(t), other.Caller, in)
		require.NoError(t, err)
		require.Equal(t, other.User.ID, u.OwnerID)
	})
}

func TestService_UpdateSubUser(t *testing.T) {
	t.Parallel()

	t.Run("changes the colleague and leaves the sessions", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		u, err := e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, account.ProfileInput{FirstName: ptr("Johan")}, nil)
		require.NoError(t, err)
		require.Equal(t, "Johan", u.FirstName)
		require.True(t, c.Alive(t))
		entry := last(t, e, m.User.ID, "user", c.User.ID)
		require.Equal(t, []any{"update", m.User.ID}, []any{entry.Action, entry.UserID})
	})

	t.Run("a new password ends the colleague's sessions", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		_, err := e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, account.ProfileInput{LastName: ptr("Berger")}, ptr(newPassword))
		require.NoError(t, err)
		require.False(t, c.Alive(t))
		require.True(t, m.Alive(t))
		_, err = login(t, e, c.User.Email, newPassword, false)
		require.NoError(t, err)
		actions := []string{}
		for _, entry := range trail(t, e, m.User.ID, "user", c.User.ID) {
			actions = append(actions, entry.Action)
		}
		require.Equal(t, []string{"create", "update", "change_password"}, actions)
	})

	t.Run("a refused field keeps the password too", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		_, err := e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, account.ProfileInput{Email: ptr("x")}, ptr(newPassword))
		require.Equal(t, []string{"email"}, fieldsOf(err))
		_, err = e.Accounts.UpdateSubUser(m.Context(t), m.Caller, c.User.ID, account.ProfileInput{FirstName: ptr("Johan")}, ptr("short"))
		require.Equal(t, []string{"password"}, fieldsOf(err))
		require.True(t, c.Alive(t))
		u, err := e.Accounts.SubUser(m.Context(t), m.Caller, c.User.ID)
		require.NoError(t, err)
		require.Equal(t, "Jan", u.FirstName)
	})
}

func TestService_DeleteSubUser(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	c, stays := e.SubUser(t, m, auth.StopSales), e.SubUser(t, m)
	second := e.Login(t, c.User.Email)
	require.NoError(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID))
	require.False(t, c.Alive(t), "at once")
	require.False(t, second.Alive(t))
	require.True(t, stays.Alive(t))

	list, n, err := e.Accounts.SubUsers(m.Context(t), m.Caller, page.Request{})
	require.NoError(t, err)
	require.Equal(t, 1, n)
	require.Equal(t, stays.User.ID, list[0].ID)
	require.Zero(t, rowsAccount(t, e, "account_permissions"))
	entry := last(t, e, m.User.ID, "user", c.User.ID)
	require.Equal(t, []any{"delete", m.User.ID}, []any{entry.Action, entry.UserID})
	require.Contains(t, string(entry.Before), c.User.Email)
	require.Nil(t, entry.After)
	require.ErrorIs(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, c.User.ID), apperr.ErrNotFound)
	require.ErrorIs(t, e.Accounts.DeleteSubUser(m.Context(t), m.Caller, m.User.ID), apperr.ErrNotFound, "a manager is no sub-user")
	require.True(t, m.Alive(t))
}

func TestService_foreignManager(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	owner := e.Manager(t)
	c := e.SubUser(t, owner, auth.StopSales)
	p, err := e.Accounts.PermissionOf(owner.Context(t), owner.Caller, c.User.ID)
	require.NoError(t, err)
	m := e.Manager(t)
	before := dump(t, e)
	ctx, who := m.Context(t), m.Caller
	for name, try := range map[string]func() error{
		"read": func() error { _, err := e.Accounts.SubUser(ctx, who, c.User.ID); return err },
		"update": func() error {
			_, err := e.Accounts.UpdateSubUser(ctx, who, c.User.ID, account.ProfileInput{FirstName: ptr("X")}, nil)
			return err
		},
		"set password": func() error {
			_, err := e.Accounts.UpdateSubUser(ctx, who, c.User.ID, account.ProfileInput{}, ptr(newPassword))
			return err
		},
		"delete":          func() error { return e.Accounts.DeleteSubUser(ctx, who, c.User.ID) },
		"read permission": func() error { _, err := e.Accounts.PermissionOf(ctx, who, c.User.ID); return err },
		"update permission": func() error {
			_, err := e.Accounts.UpdatePermission(ctx, who, p.ID, account.PermissionChange{})
			return err
		},
		"end session": func() error { return e.Accounts.RevokeSession(ctx, who, c.Caller.SessionID) },
	} {
		require.ErrorIs(t, try(), apperr.ErrNotFound, name)
	}
	_, err = e.Accounts.CreatePermission(ctx, who, c.User.ID, account.PermissionChange{})
	require.Equal(t, []string{"user"}, fieldsOf(err), "as for an id that nobody has")
	list, n, err := e.Accounts.SubUsers(ctx, who, page.Request{})
	require.NoError(t, err)
	require.Zero(t, n)
	require.Empty(t, list)

	require.True(t, c.Alive(t))
	require.Equal(t, before, dump(t, e), "nothing was written")
}
