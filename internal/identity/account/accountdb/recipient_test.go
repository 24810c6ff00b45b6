package accountdb_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
)

func ids(users []account.User) []int64 {
	list := make([]int64, len(users))
	for i, u := range users {
		list[i] = u.ID
	}
	return list
}

func TestStore_UsersWithFlag(t *testing.T) {
	t.Parallel()

	t.Run("are the manager and the colleagues who have it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		with, without, removed := b.colleague(t, m), b.colleague(t, m), b.colleague(t, m)
		b.permission(t, with)
		b.permission(t, removed)
		b.remove(t, removed)
		got, err := b.UsersWithFlag(t.Context(), m.ID, auth.StopSales)
		require.NoError(t, err)
		require.Equal(t, []int64{m.ID, with.ID}, ids(got))
		require.Equal(t, "Anna Petrou", got[1].Name())
		require.Equal(t, with.Email, got[1].Email)
		require.Equal(t, "el", got[1].Language)
		require.NotContains(t, ids(got), without.ID)
	})

	t.Run("every flag asks for its own column", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		for f, p := range map[auth.Flag]account.Permission{
			auth.StopSales: {StopSales: true}, auth.PartnerConnections: {PartnerConnections: true}, auth.FactSheets: {FactSheets: true},
			auth.Photos: {Photos: true}, auth.Invoicing: {Invoicing: true}, auth.Rooming: {Rooming: true},
			auth.Subscriptions: {Subscriptions: true}, auth.Settings: {Settings: true}, auth.Integrations: {Integrations: true},
			auth.Reports: {Reports: true},
		} {
			c := b.colleague(t, m)
			p.OwnerID, p.UserID, p.PropertyIDs = c.OwnerID, c.ID, []int64{}
			b.write(t, func(ctx context.Context) error { return b.InsertPermission(ctx, &p) })
			got, err := b.UsersWithFlag(t.Context(), m.ID, f)
			require.NoError(t, err)
			require.Equal(t, []int64{m.ID, c.ID}, ids(got), f)
		}
	})

	t.Run("are nobody of another account, and nobody of none", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m, stranger := b.manager(t), b.manager(t)
		b.permission(t, b.colleague(t, stranger))
		got, err := b.UsersWithFlag(t.Context(), m.ID, auth.StopSales)
		require.NoError(t, err)
		require.Equal(t, []int64{m.ID}, ids(got))
		got, err = b.UsersWithFlag(t.Context(), 999_999, auth.StopSales)
		require.NoError(t, err)
		require.Empty(t, got)
	})
}

func TestStore_Admins(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.manager(t)
	admin := func() account.User {
		u := b.newUser(0)
		u.AccountType = auth.Admin
		return b.insert(t, u)
	}
	first, gone, second := admin(), admin(), admin()
	b.remove(t, gone)
	got, err := b.Admins(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int64{first.ID, second.ID}, ids(got))
}
