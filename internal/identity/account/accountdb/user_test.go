package accountdb_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
)

func TestStore_InsertUser(t *testing.T) {
	t.Parallel()

	t.Run("a manager owns itself, a sub-user is owned", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		require.NotZero(t, m.ID)
		require.Equal(t, m.ID, m.OwnerID)
		c := b.colleague(t, m)
		require.Equal(t, m.ID, c.OwnerID)
		require.NotEqual(t, m.ID, c.ID)
	})

	t.Run("everything is read back as it was stored", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		u := b.newUser(0)
		u.AvatarKey, u.FirstName = "avatars/ab/abc.jpg", "Ελένη ' \" \\ ? 🏖"
		u = b.insert(t, u)
		got, err := b.User(t.Context(), u.ID)
		require.NoError(t, err)
		require.True(t, got.CreatedAt.Equal(noon), "to the microsecond: %s", got.CreatedAt)
		require.True(t, got.LastSeen.IsZero())
		require.True(t, got.DeletedAt.IsZero())
		got.CreatedAt, got.UpdatedAt = u.CreatedAt, u.UpdatedAt
		require.Equal(t, u, got)
	})

	t.Run("an e-mail address has one user", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		twin := b.newUser(0)
		twin.Email = m.Email
		err := b.try(t, func(ctx context.Context) error { return b.InsertUser(ctx, &twin) })
		require.ErrorIs(t, err, account.ErrEmailTaken)

		other := b.manager(t)
		other.Email = m.Email
		err = b.try(t, func(ctx context.Context) error { return b.UpdateUser(ctx, other) })
		require.ErrorIs(t, err, account.ErrEmailTaken)
	})

	t.Run("of two who take an address at once one gets it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		users := []account.User{b.newUser(0), b.newUser(0), b.newUser(0)}
		errs := make([]error, len(users))
		var wg sync.WaitGroup
		for i := range users {
			users[i].Email = "same@hotel.example"
			wg.Go(func() {
				errs[i] = b.InTx(t.Context(), func(ctx context.Context) error { return b.InsertUser(ctx, &users[i]) })
			})
		}
		wg.Wait()
		taken := 0
		for _, err := range errs {
			if err != nil {
				require.ErrorIs(t, err, account.ErrEmailTaken)
				taken++
			}
		}
		require.Equal(t, 2, taken)
	})

	t.Run("the address of a removed user is free again", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		c := b.colleague(t, m)
		b.remove(t, c)
		again := b.newUser(m.ID)
		again.Email = c.Email
		again = b.insert(t, again)
		got, err := b.UserByEmail(t.Context(), c.Email)
		require.NoError(t, err)
		require.Equal(t, again.ID, got.ID)
	})
}

func TestStore_UpdateUser(t *testing.T) {
	t.Parallel()

	t.Run("changes what a profile holds and leaves the sign of life", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		s, _ := b.session(t, m, noon)
		b.write(t, func(ctx context.Context) error {
			return b.TouchSessions(ctx, account.SessionUse{SessionID: s.ID, UserID: m.ID, At: noon.Add(time.Minute)})
		})
		m.Email, m.FirstName, m.Language, m.PasswordHash, m.UpdatedAt = "new@hotel.example", "Eleni", "de", "other", noon.Add(time.Hour)
		m.CreatedAt, m.LastSeen = noon.Add(time.Hour), time.Time{} // stale
		b.write(t, func(ctx context.Context) error { return b.UpdateUser(ctx, m) })
		got, err := b.User(t.Context(), m.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"new@hotel.example", "Eleni", "de", "other"}, []string{got.Email, got.FirstName, got.Language, got.PasswordHash})
		require.True(t, got.UpdatedAt.Equal(noon.Add(time.Hour)))
		require.True(t, got.LastSeen.Equal(noon.Add(time.Minute)))
		require.True(t, got.CreatedAt.Equal(noon))
	})

	t.Run("does not reach into another account", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		mine, theirs := b.manager(t), b.manager(t)
		forged := theirs
		forged.OwnerID, forged.FirstName = mine.ID, "Mallory"
		b.write(t, func(ctx context.Context) error { return b.UpdateUser(ctx, forged) })
		got, err := b.User(t.Context(), theirs.ID)
		require.NoError(t, err)
		require.Equal(t, "Anna", got.FirstName)
		require.Equal(t, theirs.ID, got.OwnerID)
	})
}

func TestStore_User(t *testing.T) {
	t.Parallel()
	b := setup(t)
	mine, theirs := b.manager(t), b.manager(t)
	here, gone, foreign := b.colleague(t, mine), b.colleague(t, mine), b.colleague(t, theirs)
	b.remove(t, gone)

	t.Run("a removed user is nowhere to be found", func(t *testing.T) {
		t.Parallel()
		_, err := b.User(t.Context(), gone.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.UserByEmail(t.Context(), gone.Email)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.SubUser(t.Context(), mine.ID, gone.ID)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		err = b.try(t, func(ctx context.Context) error {
			_, err := b.LockUser(ctx, gone.ID)
			return err
		})
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("neither is one who never was", func(t *testing.T) {
		t.Parallel()
		_, err := b.User(t.Context(), 999_999)
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.UserByEmail(t.Context(), "nobody@hotel.example")
		require.ErrorIs(t, err, apperr.ErrNotFound)
		_, err = b.UserByEmail(t.Context(), "")
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("a sub-user belongs to one account, and its manager is no sub-user", func(t *testing.T) {
		t.Parallel()
		got, err := b.SubUser(t.Context(), mine.ID, here.ID)
		require.NoError(t, err)
		require.Equal(t, here.Email, got.Email)
		for _, id := range []int64{foreign.ID, theirs.ID, mine.ID} {
			_, err = b.SubUser(t.Context(), mine.ID, id)
			require.ErrorIs(t, err, apperr.ErrNotFound, id)
		}
	})

	t.Run("a list holds the account's own sub-users in the order they were made", func(t *testing.T) {
		t.Parallel()
		list, n, err := b.SubUsers(t.Context(), mine.ID, page.Request{})
		require.NoError(t, err)
		require.Equal(t, 1, n)
		require.Len(t, list, 1)
		require.Equal(t, here.ID, list[0].ID)
	})
}

func TestStore_SubUsers(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	var ids []int64
	for range 5 {
		ids = append(ids, b.colleague(t, m).ID)
	}
	read := func(req page.Request) []int64 {
		list, n, err := b.SubUsers(t.Context(), m.ID, req)
		require.NoError(t, err)
		require.Equal(t, 5, n, "the count is that of all pages")
		got := []int64{}
		for _, u := range list {
			got = append(got, u.ID)
		}
		return got
	}
	require.Equal(t, ids, read(page.Request{}))
	require.Equal(t, ids[:2], read(page.Request{Page: 1, Size: 2}))
	require.Equal(t, ids[4:], read(page.Request{Page: 3, Size: 2}))
	require.Empty(t, read(page.Request{Page: 4, Size: 2}))
}

func TestStore_Online(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	busy, quiet, out, never := b.colleague(t, m), b.colleague(t, m), b.colleague(t, m), b.colleague(t, m)
	b.session(t, busy, noon.Add(time.Microsecond))
	b.session(t, busy, noon.Add(-time.Hour))
	b.session(t, quiet, noon)
	left, _ := b.session(t, out, noon.Add(time.Minute))
	b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, out.ID, left.ID, noon) })

	online, err := b.Online(t.Context(), []int64{busy.ID, quiet.ID, out.ID, never.ID}, noon)
	require.NoError(t, err)
	require.Equal(t, map[int64]bool{busy.ID: true}, online)

	online, err = b.Online(t.Context(), []int64{quiet.ID}, noon.Add(-time.Second))
	require.NoError(t, err)
	require.Equal(t, map[int64]bool{quiet.ID: true}, online, "only who was asked for")

	online, err = b.Online(t.Context(), nil, noon)
	require.NoError(t, err)
	require.Empty(t, online)
}

func TestStore_AvatarsInUse(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	shown, gone := b.newUser(m.ID), b.newUser(m.ID)
	shown.AvatarKey, gone.AvatarKey = "avatars/aa/shown.jpg", "avatars/bb/gone.jpg"
	b.insert(t, shown)
	b.remove(t, b.insert(t, gone))

	used, err := b.AvatarsInUse(t.Context(), []string{shown.AvatarKey, gone.AvatarKey, "avatars/cc/never.jpg"})
	require.NoError(t, err)
	require.Equal(t, map[string]bool{shown.AvatarKey: true}, used, "a removed user shows nothing")
	used, err = b.AvatarsInUse(t.Context(), nil)
	require.NoError(t, err)
	require.Empty(t, used)
}
