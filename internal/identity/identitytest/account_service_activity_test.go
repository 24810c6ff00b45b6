package identitytest

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/account"
)

// written is the sign of life that the database knows of.
func written(t *testing.T, e *apptest.Env, w *apptest.Who) time.Time {
	t.Helper()
	active, err := e.AccountStore.ActiveSessions(t.Context(), w.User.ID)
	require.NoError(t, err)
	for _, s := range active {
		if s.ID == w.Caller.SessionID {
			return s.LastSeen
		}
	}
	require.Fail(t, "the session is not active")
	return time.Time{}
}

func TestService_idleness(t *testing.T) {
	t.Parallel()

	t.Run("half an hour without a request ends a session", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.Clock.Advance(30*time.Minute - time.Second)
		require.True(t, m.Alive(t), "and this request starts the half hour anew")
		e.Clock.Advance(30*time.Minute - time.Second)
		require.True(t, m.Alive(t))
		e.Clock.Advance(30 * time.Minute)
		require.False(t, m.Alive(t))
		e.Clock.Advance(-time.Hour)
		require.True(t, m.Alive(t), "nothing was written by the refusal")
	})

	t.Run("a week without a request ends one that is remembered", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		token, err := login(t, e, m.User.Email, apptest.Password, true)
		require.NoError(t, err)
		e.Clock.Advance(7*24*time.Hour - time.Second)
		require.True(t, alive(t, e, token))
		e.Clock.Advance(7 * 24 * time.Hour)
		require.False(t, alive(t, e, token))
	})

	t.Run("a request within a minute of the last is honoured though not written", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		start := e.Clock.Now()
		e.Clock.Advance(50 * time.Second)
		require.True(t, m.Alive(t))
		require.True(t, written(t, e, m).Equal(start))
		e.Clock.Advance(30*time.Minute - time.Second)
		require.True(t, m.Alive(t))
	})

	t.Run("after a minute it is written", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.Clock.Advance(time.Minute)
		require.True(t, m.Alive(t))
		require.True(t, written(t, e, m).Equal(e.Clock.Now()))
		u, err := e.Accounts.Profile(m.Context(t), m.Caller)
		require.NoError(t, err)
		require.True(t, u.LastSeen.Equal(e.Clock.Now()), "and the user was seen too")
	})

	t.Run("the heartbeat is always written", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.Clock.Advance(time.Second)
		require.NoError(t, e.Accounts.Heartbeat(m.Context(t), m.Caller))
		require.True(t, written(t, e, m).Equal(e.Clock.Now()))
	})

	t.Run("a stopping process writes what only it knows", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m, other := e.Manager(t), e.Manager(t)
		e.Clock.Advance(40 * time.Second)
		require.True(t, m.Alive(t))
		require.NoError(t, e.Accounts.Close(t.Context()))
		require.True(t, written(t, e, m).Equal(e.Clock.Now()))
		require.True(t, written(t, e, other).Equal(e.Clock.Now().Add(-40*time.Second)), "only who was there")
		require.NoError(t, e.Accounts.Close(t.Context()))
	})

	t.Run("a database that cannot write costs no request", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.ExpectLogs()
		require.NoError(t, e.DB.SQL().Close())
		e.Clock.Advance(2 * time.Minute)
		require.True(t, m.Alive(t))
		require.NotEmpty(t, e.ExpectLogs())
	})
}

func TestService_cleanSessions(t *testing.T) {
	t.Parallel()

	t.Run("ends what has run out and nothing that is alive", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		gone, busy := e.Manager(t), e.Manager(t)
		e.Clock.Advance(50 * time.Second)
		require.True(t, busy.Alive(t)) // remembered, not written
		e.Clock.Advance(29*time.Minute + 30*time.Second)
		e.Start(t) // the job runs at start
		e.Settle(t)
		require.True(t, busy.Alive(t), "29 and a half minutes after its last request")
		e.Clock.Advance(-10 * time.Minute)
		require.True(t, gone.Alive(t), "a node that knows better may still say so for a minute")
	})

	t.Run("writes down the end", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		e.Clock.Advance(32 * time.Minute)
		e.Start(t)
		e.Settle(t)
		active, err := e.AccountStore.ActiveSessions(t.Context(), m.User.ID)
		require.NoError(t, err)
		require.Empty(t, active)
		require.Equal(t, 1, rowsAccount(t, e, "account_sessions"))
	})

	t.Run("forgets what ended 90 days ago", func(t *testing.T) {
		t.Parallel()
		e := apptest.New(t)
		m := e.Manager(t)
		for _, days := range []int{89, 91} {
			ended := e.Clock.Now().AddDate(0, 0, -days)
			require.NoError(t, e.AccountStore.InTx(t.Context(), func(ctx context.Context) error {
				return e.AccountStore.InsertSession(ctx, &account.Session{UserID: m.User.ID, CreatedAt: ended, LastSeen: ended, EndedAt: ended})
			}))
		}
		e.Start(t)
		e.Settle(t)
		require.Equal(t, 2, rowsAccount(t, e, "account_sessions"))
	})
}

func TestService_Online(t *testing.T) {
	t.Parallel()
	e := apptest.New(t)
	m := e.Manager(t)
	online := func() bool {
		who, err := e.Accounts.Online(t.Context(), []int64{m.User.ID})
		require.NoError(t, err)
		return who[m.User.ID]
	}
	require.True(t, online())
	e.Clock.Advance(11*time.Minute - time.Second)
	require.True(t, online(), "the next heartbeat may be a little late")
	e.Clock.Advance(time.Second)
	require.False(t, online())
	require.NoError(t, e.Accounts.Heartbeat(m.Context(t), m.Caller))
	require.True(t, online())
	require.NoError(t, e.Accounts.Logout(m.Context(t), m.Caller))
	require.False(t, online())
}
