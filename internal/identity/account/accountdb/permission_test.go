package accountdb_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
)

func TestStore_Permission(t *testing.T) {
	t.Parallel()

	t.Run("every flag and the properties are read back as they were stored", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.colleague(t, b.manager(t))
		p := account.Everything()
		p.OwnerID, p.UserID, p.Rooming, p.PropertyIDs = c.OwnerID, c.ID, false, []int64{9_007_199_254_740_993, 2}
		b.write(t, func(ctx context.Context) error { return b.InsertPermission(ctx, &p) })
		require.NotZero(t, p.ID)
		got, err := b.PermissionOf(t.Context(), c.OwnerID, c.ID)
		require.NoError(t, err)
		require.Equal(t, p, got)
		got, err = b.Permission(t.Context(), c.OwnerID, p.ID)
		require.NoError(t, err)
		require.Equal(t, p, got)
	})

	t.Run("no properties are an empty list, not nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.colleague(t, b.manager(t))
		b.permission(t, c)
		got, err := b.PermissionOf(t.Context(), c.OwnerID, c.ID)
		require.NoError(t, err)
		require.Equal(t, []int64{}, got.PropertyIDs)
	})

	t.Run("a sub-user has one record", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.colleague(t, b.manager(t))
		p := b.permission(t, c)
		err := b.try(t, func(ctx context.Context) error {
			return b.InsertPermission(ctx, &account.Permission{OwnerID: c.OwnerID, UserID: c.ID, PropertyIDs: []int64{}})
		})
		require.ErrorIs(t, err, account.ErrPermissionExists)

		b.write(t, func(ctx context.Context) error { return b.DeletePermissionOf(ctx, c.OwnerID, c.ID) })
		_, err = b.Permission(t.Context(), c.OwnerID, p.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		b.write(t, func(ctx context.Context) error { return b.DeletePermissionOf(ctx, c.OwnerID, c.ID) })
		b.permission(t, c)
	})

	t.Run("an update changes the record, not whose it is", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.colleague(t, b.manager(t))
		p := b.permission(t, c)
		change := p
		change.UserID, change.StopSales, change.Reports, change.PropertyIDs = 999_999, false, true, []int64{5}
		b.write(t, func(ctx context.Context) error { return b.UpdatePermission(ctx, change) })
		p.StopSales, p.Reports, p.PropertyIDs = false, true, []int64{5}
		got, err := b.Permission(t.Context(), c.OwnerID, p.ID)
		require.NoError(t, err)
		require.Equal(t, p, got)
	})

	t.Run("another account can neither read, change nor remove it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c, stranger := b.colleague(t, b.manager(t)), b.manager(t)
		p := b.permission(t, c)

		_, err := b.Permission(t.Context(), stranger.ID, p.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.PermissionOf(t.Context(), stranger.ID, c.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		forged := p
		forged.OwnerID, forged.Settings = stranger.ID, true
		b.write(t, func(ctx context.Context) error { return b.UpdatePermission(ctx, forged) })
		b.write(t, func(ctx context.Context) error { return b.DeletePermissionOf(ctx, stranger.ID, c.ID) })
		got, err := b.Permission(t.Context(), c.OwnerID, p.ID)
		require.NoError(t, err)
		require.Equal(t, p, got)
	})
}
