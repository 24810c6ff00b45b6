package accountdb_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

func remembered(s *account.Session) { s.RememberMe = true }

func TestStore_LiveByToken(t *testing.T) {
	t.Parallel()

	t.Run("finds session, user and permission in one go", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		c := b.colleague(t, m)
		p := b.permission(t, c, 71, 72)
		s, token := b.session(t, c, noon, remembered)
		b.session(t, m, noon)

		live, err := b.LiveByToken(t.Context(), secret.Hash(token))
		require.NoError(t, err)
		require.Equal(t, s.ID, live.Session.ID)
		require.True(t, live.Session.RememberMe)
		require.True(t, live.Session.LastSeen.Equal(noon))
		require.Equal(t, c.ID, live.Session.UserID)
		require.Equal(t, account.User{ID: c.ID, OwnerID: m.ID, AccountType: auth.Accommodation, Language: "el"}, live.User)
		require.Equal(t, p, live.Permission)
	})

	t.Run("a user without a record has no permission", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		_, token := b.session(t, b.colleague(t, b.manager(t)), noon)
		live, err := b.LiveByToken(t.Context(), secret.Hash(token))
		require.NoError(t, err)
		require.Equal(t, account.Permission{}, live.Permission)
	})

	t.Run("an unknown token, an ended session and a removed user open nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		ended, endedToken := b.session(t, m, noon)
		b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, ended.ID, noon) })
		gone := b.colleague(t, m)
		_, goneToken := b.session(t, gone, noon)
		b.remove(t, gone)
		for _, token := range []string{endedToken, goneToken, secret.Token(), ""} {
			_, err := b.LiveByToken(t.Context(), secret.Hash(token))
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
	})
}

func TestStore_EndSession(t *testing.T) {
	t.Parallel()

	t.Run("the token is gone with the session, and a second end changes nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		s, _ := b.session(t, m, noon)
		for _, at := range []time.Time{noon.Add(time.Minute), noon.Add(time.Hour)} {
			b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, s.ID, at) })
		}
		got := b.stored(t, s.ID)
		require.False(t, got.IsActive)
		require.Empty(t, got.TokenHash)
		require.True(t, got.EndedAt.Equal(noon.Add(time.Minute)), "it ended once")
	})

	t.Run("somebody else's session and none at all are not found", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m, other := b.manager(t), b.manager(t)
		s, token := b.session(t, other, noon)
		for _, id := range []int64{s.ID, 999_999} {
			err := b.try(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, id, noon) })
			require.ErrorIs(t, err, apperr.ErrNotFound)
		}
		_, err := b.LiveByToken(t.Context(), secret.Hash(token))
		require.NoError(t, err)
	})
}

func TestStore_EndSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m, other := b.manager(t), b.manager(t)
	early, _ := b.session(t, m, noon)
	b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, early.ID, noon) })
	one, _ := b.session(t, m, noon)
	kept, _ := b.session(t, m, noon)
	foreign, _ := b.session(t, other, noon)

	b.write(t, func(ctx context.Context) error { return b.EndSessions(ctx, m.ID, kept.ID, noon.Add(time.Hour)) })
	require.True(t, b.stored(t, early.ID).EndedAt.Equal(noon), "what had ended before is left alone")
	require.False(t, b.stored(t, one.ID).IsActive)
	require.True(t, b.stored(t, kept.ID).IsActive)
	require.True(t, b.stored(t, foreign.ID).IsActive)

	b.write(t, func(ctx context.Context) error { return b.EndSessions(ctx, m.ID, 0, noon) })
	require.False(t, b.stored(t, kept.ID).IsActive)
}

func TestStore_EndIdleSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	const day = 24 * time.Hour
	ago := func(d time.Duration, change ...func(*account.Session)) int64 {
		s, _ := b.session(t, m, noon.Add(-d), change...)
		return s.ID
	}
	live := []int64{ago(0), ago(30*time.Minute - time.Second), ago(31*time.Minute, remembered), ago(7*day-time.Second, remembered)}
	idle := []int64{ago(30 * time.Minute), ago(day), ago(7*day, remembered), ago(8*day, remembered)}
	b.write(t, func(ctx context.Context) error { return b.EndIdleSessions(ctx, noon) })
	for _, id := range live {
		require.True(t, b.stored(t, id).IsActive, id)
	}
	for _, id := range idle {
		got := b.stored(t, id)
		require.False(t, got.IsActive, id)
		require.True(t, got.EndedAt.Equal(noon), id)
	}
}

func TestStore_TouchSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m, other := b.manager(t), b.manager(t)
	s, _ := b.session(t, m, noon)
	touch := func(user int64, at time.Time) {
		b.write(t, func(ctx context.Context) error {
			return b.TouchSessions(ctx, account.SessionUse{SessionID: s.ID, UserID: user, At: at})
		})
	}
	touch(m.ID, noon.Add(2*time.Minute))
	touch(m.ID, noon.Add(time.Minute))
	require.True(t, b.stored(t, s.ID).LastSeen.Equal(noon.Add(2*time.Minute)), "it never goes back")
	u, err := b.User(t.Context(), m.ID)
	require.NoError(t, err)
	require.True(t, u.LastSeen.Equal(noon.Add(2*time.Minute)))

	touch(other.ID, noon.Add(time.Hour))
	require.True(t, b.stored(t, s.ID).LastSeen.Equal(noon.Add(2*time.Minute)), "nobody touches a session of others")

	b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, s.ID, noon) })
	touch(m.ID, noon.Add(2*time.Hour))
	require.True(t, b.stored(t, s.ID).LastSeen.Equal(noon.Add(2*time.Minute)), "an ended session has no more signs of life")
}

func TestStore_PurgeSessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	end := func(lastSeen, at time.Time) int64 {
		s, _ := b.session(t, m, lastSeen)
		b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, s.ID, at) })
		return s.ID
	}
	before := noon.Add(-90 * 24 * time.Hour)
	end(before.Add(-time.Hour), before.Add(-time.Second))
	justEnded := end(before.Add(-time.Hour), before.Add(time.Second))
	atBorder := end(before.Add(-time.Hour), before)
	active, _ := b.session(t, m, before.Add(-time.Hour))
	b.write(t, func(ctx context.Context) error { return b.PurgeSessions(ctx, before) })

	list, n, err := b.Sessions(t.Context(), m.ID, page.Request{})
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.Equal(t, []int64{active.ID, atBorder, justEnded}, []int64{list[0].ID, list[1].ID, list[2].ID})
}

func TestStore_Sessions(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m, other := b.manager(t), b.manager(t)
	b.session(t, other, noon)
	var ids []int64
	for range 3 {
		s, _ := b.session(t, m, noon)
		ids = append(ids, s.ID)
	}
	b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, ids[1], noon) })

	active, err := b.ActiveSessions(t.Context(), m.ID)
	require.NoError(t, err)
	require.Len(t, active, 2)
	require.Equal(t, []int64{ids[0], ids[2]}, []int64{active[0].ID, active[1].ID}, "oldest first")

	list, n, err := b.Sessions(t.Context(), m.ID, page.Request{Page: 1, Size: 2})
	require.NoError(t, err)
	require.Equal(t, 3, n)
	require.Equal(t, []int64{ids[2], ids[1]}, []int64{list[0].ID, list[1].ID}, "newest first, ended ones too")
}
