package identitytest

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
)

func flags(on ...auth.Flag) account.PermissionChange {
	c := account.PermissionChange{Flags: map[auth.Flag]bool{}}
	for _, f := range on {
		c.Flags[f] = true
	}
	return c
}

func TestService_permissions(t *testing.T) {
	t.Parallel()

	t.Run("a sub-user without a record may do nothing", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		p, err := e.Accounts.PermissionOf(m.Context(t), m.Caller, c.User.ID)
		require.NoError(t, err)
		require.Equal(t, account.Permission{UserID: c.User.ID, PropertyIDs: []int64{}}, p)
		own, err := e.Accounts.OwnPermission(c.Context(t), c.Caller)
		require.NoError(t, err)
		require.Equal(t, p, own)
	})

	t.Run("a change holds from the next request on", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		caller := func() auth.Caller {
			who, err := e.Accounts.Authenticate(t.Context(), c.Token)
			require.NoError(t, err)
			return who
		}
		change := flags(auth.StopSales, auth.Photos)
		some := []int64{e.Property(t, m, "Poseidon").ID}
		change.PropertyIDs = &some
		p, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, change)
		require.NoError(t, err)
		require.Equal(t, []auth.Flag{auth.StopSales, auth.Photos}, caller().Flags)
		require.Equal(t, some, caller().PropertyIDs)

		_, err = e.Accounts.UpdatePermission(m.Context(t), m.Caller, p.ID, account.PermissionChange{
			Flags: map[auth.Flag]bool{auth.StopSales: false, auth.Reports: true}, PropertyIDs: &[]int64{},
		})
		require.NoError(t, err)
		require.Equal(t, []auth.Flag{auth.Photos, auth.Reports}, caller().Flags, "what is not named stays")
		require.Empty(t, caller().PropertyIDs)
	})

	t.Run("every write leaves its trail", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		p, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, flags(auth.StopSales))
		require.NoError(t, err)
		_, err = e.Accounts.UpdatePermission(m.Context(t), m.Caller, p.ID, flags(auth.Photos))
		require.NoError(t, err)
		entries := trail(t, e, m.User.ID, "permission", p.ID)
		require.Len(t, entries, 2)
		require.Equal(t, []string{"create", "update"}, []string{entries[0].Action, entries[1].Action})
		require.Equal(t, m.User.ID, entries[1].UserID)
		require.Nil(t, entries[0].Before)
		require.Contains(t, string(entries[1].Before), `"photos":false`)
		require.Contains(t, string(entries[1].After), `"photos":true`)
		require.JSONEq(t, string(entries[0].After), string(entries[1].Before))
	})

	t.Run("a second record is refused, of two at once too", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		errs := make([]error, 4)
		var wg sync.WaitGroup
		for i := range errs {
			wg.Go(func() {
				_, errs[i] = e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, flags(auth.StopSales))
			})
		}
		wg.Wait()
		refused := 0
		for _, err := range errs {
			if errors.Is(err, account.ErrPermissionExists) {
				refused++
			} else {
				require.NoError(t, err)
			}
		}
		require.Equal(t, 3, refused)
	})

	t.Run("two who change different flags at once both get theirs", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		p, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, account.PermissionChange{})
		require.NoError(t, err)
		errs := make([]error, len(auth.Flags))
		var wg sync.WaitGroup
		for i, f := range auth.Flags {
			wg.Go(func() { _, errs[i] = e.Accounts.UpdatePermission(m.Context(t), m.Caller, p.ID, flags(f)) })
		}
		wg.Wait()
		require.NoError(t, errors.Join(errs...))
		p, err = e.Accounts.PermissionOf(m.Context(t), m.Caller, c.User.ID)
		require.NoError(t, err)
		require.Equal(t, auth.Flags, p.Flags())
	})

	t.Run("refuses properties that the account does not have", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		c := e.SubUser(t, m)
		bad := account.PermissionChange{PropertyIDs: &[]int64{e.Property(t, m, "Poseidon").ID, 5, 6}}
		_, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, bad)
		require.Equal(t, []string{"property_ids"}, fieldsOf(err))
		require.Contains(t, apperr.Of(err).Fields[0].Message, "5 6")
		p, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, flags(auth.StopSales))
		require.NoError(t, err)
		_, err = e.Accounts.UpdatePermission(m.Context(t), m.Caller, p.ID, bad)
		require.Equal(t, []string{"property_ids"}, fieldsOf(err))
	})

	t.Run("a property that was deleted meanwhile can be sent back, but not added", func(t *testing.T) {
		t.Parallel()
		gone := map[int64]bool{}
		e := apptest.New(t, apptest.With(func(d *account.Deps) {
			d.Hooks.UnknownProperties = func(_ context.Context, _ int64, ids []int64) ([]int64, error) {
				return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return !gone[id] }), nil
			}
		}))

		m := e.Manager(t)
		c := e.SubUser(t, m)
		p, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, account.PermissionChange{PropertyIDs: &[]int64{4, 5}})
		require.NoError(t, err)
		gone[5], gone[6] = true, true
		_, err = e.Accounts.UpdatePermission(m.Context(t), m.Caller, p.ID, account.PermissionChange{PropertyIDs: &[]int64{4, 5}})
		require.NoError(t, err)
		_, err = e.Accounts.UpdatePermission(m.Context(t), m.Caller, p.ID, account.PermissionChange{PropertyIDs: &[]int64{4, 5, 6}})
		require.Equal(t, []string{"property_ids"}, fieldsOf(err))
	})

	t.Run("a fault of the module that knows properties is no refusal", func(t *testing.T) {
		t.Parallel()
		boom := errors.New("boom")
		e := apptest.New(t, apptest.With(func(d *account.Deps) {
			d.Hooks.UnknownProperties = func(context.Context, int64, []int64) ([]int64, error) { return nil, boom }
		}))

		m := e.Manager(t)
		c := e.SubUser(t, m)
		_, err := e.Accounts.CreatePermission(m.Context(t), m.Caller, c.User.ID, account.PermissionChange{PropertyIDs: &[]int64{1}})
		require.ErrorIs(t, err, boom)
		require.Zero(t, rowsAccount(t, e, "account_permissions"))
	})

	t.Run("an id that nobody has is not found", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		_, err := e.Accounts.PermissionOf(m.Context(t), m.Caller, 999_999)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = e.Accounts.UpdatePermission(m.Context(t), m.Caller, 999_999, account.PermissionChange{})
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = e.Accounts.CreatePermission(m.Context(t), m.Caller, 999_999, account.PermissionChange{})
		require.Equal(t, []string{"user"}, fieldsOf(err))
	})
}
