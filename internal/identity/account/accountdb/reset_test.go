package accountdb_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/secret"
)

func TestStore_Reset(t *testing.T) {
	t.Parallel()
	expires := noon.Add(time.Hour)
	reset := func(t *testing.T, b *bundle, u account.User, at time.Time) []byte {
		t.Helper()
		hash := secret.Hash(secret.Token())
		b.write(t, func(ctx context.Context) error { return b.InsertReset(ctx, u.ID, hash, at, at.Add(time.Hour)) })
		return hash
	}

	t.Run("a token leads to its user until it expires", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		reset(t, b, b.manager(t), noon)
		hash := reset(t, b, m, noon)
		id, err := b.UserByReset(t.Context(), hash, expires.Add(-time.Microsecond))
		require.NoError(t, err)
		require.Equal(t, m.ID, id)
		_, err = b.UserByReset(t.Context(), hash, expires)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.UserByReset(t.Context(), secret.Hash("guess"), noon)
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("tokens are counted and made void for one user alone", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m, other := b.manager(t), b.manager(t)
		first := reset(t, b, m, noon)
		reset(t, b, m, noon.Add(time.Minute))
		foreign := reset(t, b, other, noon)
		count := func(since time.Time) int {
			n, err := b.CountResets(t.Context(), m.ID, since)
			require.NoError(t, err)
			return n
		}
		require.Equal(t, 2, count(noon.Add(-time.Microsecond)))
		require.Equal(t, 1, count(noon), "the moment itself is past")
		require.Equal(t, 0, count(noon.Add(time.Hour)))

		b.write(t, func(ctx context.Context) error { return b.DeleteResets(ctx, m.ID) })
		require.Zero(t, count(noon.Add(-time.Hour)))
		_, err := b.UserByReset(t.Context(), first, noon)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.UserByReset(t.Context(), foreign, noon)
		require.NoError(t, err)
	})

	t.Run("what has expired is forgotten, what still counts is not", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		reset(t, b, m, noon)
		fresh := reset(t, b, m, noon.Add(time.Microsecond))
		b.write(t, func(ctx context.Context) error { return b.PurgeResets(ctx, expires) })
		n, err := b.CountResets(t.Context(), m.ID, noon.Add(-time.Hour))
		require.NoError(t, err)
		require.Equal(t, 1, n)
		_, err = b.UserByReset(t.Context(), fresh, expires)
		require.NoError(t, err)
	})
}
