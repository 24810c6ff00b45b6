package accountdb_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/auth"
	"allot/internal/platform/apperr"
	"allot/internal/platform/db"
	"allot/internal/platform/secret"
	"allot/internal/testkit/dbtest"
)

// afterRead lets something happen between what a query has read and what is
// done with it, and counts the queries.
type afterRead struct {
	reads atomic.Int64
	then  func()
}

func (*afterRead) BeforeQuery(ctx context.Context, _ *bun.QueryEvent) context.Context { return ctx }

func (a *afterRead) AfterQuery(_ context.Context, e *bun.QueryEvent) {
	if e.Operation() != "SELECT" {
		return
	}
	a.reads.Add(1)
	if then := a.then; then != nil {
		a.then = nil
		then()
	}
}

func setupAfterRead(t *testing.T) (*bundle, *afterRead) {
	t.Helper()
	a := &afterRead{}
	d := dbtest.New(t).Watched(a)
	return &bundle{Store: accountdb.New(d), db: d}, a
}

func (b *bundle) live(t *testing.T, token string) account.ActiveSession {
	t.Helper()
	live, err := b.LiveByToken(t.Context(), secret.Hash(token))
	require.NoError(t, err)
	return live
}

func TestStore_LiveByToken_inMemory(t *testing.T) {
	t.Parallel()

	t.Run("is asked of the database once where one process owns the data, else every time", func(t *testing.T) {
		t.Parallel()
		b, a := setupAfterRead(t)
		_, token := b.session(t, b.manager(t), noon)
		first := b.live(t, token)
		before := a.reads.Load()
		for range 5 {
			require.Equal(t, first, b.live(t, token))
		}
		want := int64(5)
		if b.db.Engine() == db.SQLite {
			want = 0
		}
		require.Equal(t, want, a.reads.Load()-before)
	})

	t.Run("what was read before a change is not kept after it", func(t *testing.T) {
		t.Parallel()
		b, a := setupAfterRead(t)
		m := b.manager(t)
		s, token := b.session(t, m, noon)
		a.then = func() { b.write(t, func(ctx context.Context) error { return b.EndSession(ctx, m.ID, s.ID, noon) }) }
		require.Equal(t, s.ID, b.live(t, token).Session.ID, "it had read the session while it was there")
		_, err := b.LiveByToken(t.Context(), secret.Hash(token))
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("a transaction sees its own changes, others see them with the commit", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		s, token := b.session(t, m, noon)
		b.live(t, token)
		outside := t.Context()
		b.write(t, func(ctx context.Context) error {
			require.NoError(t, b.EndSession(ctx, m.ID, s.ID, noon))
			_, err := b.LiveByToken(ctx, secret.Hash(token))
			require.ErrorIs(t, err, apperr.ErrNotFound)
			_, err = b.LiveByToken(outside, secret.Hash(token))
			require.NoError(t, err)
			return nil
		})
		_, err := b.LiveByToken(t.Context(), secret.Hash(token))
		require.ErrorIs(t, err, apperr.ErrNotFound)
	})

	t.Run("a change that is undone changes nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		m := b.manager(t)
		s, token := b.session(t, m, noon)
		before := b.live(t, token)
		require.ErrorIs(t, b.try(t, func(ctx context.Context) error {
			require.NoError(t, b.EndSession(ctx, m.ID, s.ID, noon))
			return context.DeadlineExceeded
		}), context.DeadlineExceeded)
		require.Equal(t, before, b.live(t, token))
	})

	t.Run("every change is seen at once while many read", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		c := b.colleague(t, b.manager(t))
		p := b.permission(t, c)
		_, token := b.session(t, c, noon)
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				for ctx.Err() == nil {
					_, _ = b.LiveByToken(ctx, secret.Hash(token))
				}
			})
		}
		for i := range int64(100) {
			p.PropertyIDs = []int64{i}
			b.write(t, func(ctx context.Context) error { return b.UpdatePermission(ctx, p) })
			require.Equal(t, []int64{i}, b.live(t, token).Permission.PropertyIDs)
		}
		stop()
		wg.Wait()
	})
}

// TestStore_changes calls every write of the store: what is kept in memory must
// be what a store that knows nothing yet reads.
func TestStore_changes(t *testing.T) {
	t.Parallel()
	b := setup(t)
	m := b.manager(t)
	c := b.colleague(t, m)
	p := b.permission(t, c, 71)
	var sessions []account.Session
	var tokens []string
	for _, u := range []account.User{m, m, c, c} {
		s, token := b.session(t, u, noon)
		sessions, tokens = append(sessions, s), append(tokens, token)
	}
	all := func(s *accountdb.Store) (lives []account.ActiveSession) {
		for _, token := range tokens {
			live, err := s.LiveByToken(t.Context(), secret.Hash(token))
			if err != nil {
				require.ErrorIs(t, err, apperr.ErrNotFound)
			}
			lives = append(lives, live)
		}
		return lives
	}
	later := noon.Add(time.Hour)
	for _, step := range []struct {
		name string
		do   func(ctx context.Context) error
	}{
		{"UpdateUser", func(ctx context.Context) error { c.AccountType = auth.TourOperator; return b.UpdateUser(ctx, c) }},
		{"UpdatePermission", func(ctx context.Context) error {
			p.StopSales, p.Rooming = false, true
			return b.UpdatePermission(ctx, p)
		}},
		{"DeletePermissionOf", func(ctx context.Context) error { return b.DeletePermissionOf(ctx, m.ID, c.ID) }},
		{"InsertPermission", func(ctx context.Context) error { p.ID = 0; return b.InsertPermission(ctx, &p) }},
		{"TouchSessions", func(ctx context.Context) error {
			return b.TouchSessions(ctx, account.SessionUse{SessionID: sessions[0].ID, UserID: m.ID, At: later})
		}},
		{"EndSession", func(ctx context.Context) error { return b.EndSession(ctx, c.ID, sessions[2].ID, later) }},
		{"EndSessions", func(ctx context.Context) error { return b.EndSessions(ctx, c.ID, 0, later) }},
		{"EndIdleSessions", func(ctx context.Context) error { return b.EndIdleSessions(ctx, later) }},
	} {
		before := all(b.Store)
		b.write(t, step.do)
		after := all(b.Store)
		require.NotEqual(t, before, after, "%s is seen", step.name)
		require.Equal(t, all(accountdb.New(b.db)), after, step.name)
	}
}
