package identitytest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/identity/mailing"
)

// requireOnce checks that everybody on the list was written to once.
func (b *bundle) requireOnce(t *testing.T, n int) {
	t.Helper()
	times := map[string]int{}
	for _, to := range b.post.to() {
		times[to]++
	}
	require.Len(t, times, n)
	for to, n := range times {
		require.Equal(t, 1, n, to)
	}
}

// job is one that runs each hour.
type job struct{ name string }

func (j job) Kind() string { return j.name }

// restart runs the job that looks for mailings without one.
func (b *bundle) restart(t *testing.T) {
	t.Helper()
	require.NoError(t, b.Queue.Enqueue(apptest.Context(t), job{"mailing_restart"}))
	b.Settle(t)
}

// turns counts the jobs of mailings that are not done.
func (b *bundle) turns(t *testing.T) int {
	t.Helper()
	n, err := b.DB.From(t.Context()).NewSelect().Table("river_job").Where("kind = 'mailing_turn' AND state <> 'completed'").Count(t.Context())
	require.NoError(t, err)
	return int(n)
}

// late lets minutes pass, in each of which letters that were put off are looked at.
func (b *bundle) late(t *testing.T, minutes int) {
	t.Helper()
	for range minutes {
		b.Clock.Advance(time.Minute + time.Second)
		require.NoError(t, b.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.DB.From(ctx).ExecContext(ctx,
				"UPDATE river_job SET state = 'available' WHERE state = 'scheduled' AND kind = 'mailing_message' AND scheduled_at <= ?", b.Clock.Now().UTC())
			return err
		}))
		b.Settle(t)
	}
}

func TestService_Suspended(t *testing.T) {
	t.Parallel()

	t.Run("a mailing stops between two letters when any node suspends its account, and goes on after the end of that", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		node := b.Beside(t, apptest.With(func(d *mailing.Deps) {
			first := apptest.Deps[mailing.Deps](b.Env)
			d.Mail, d.Hooks = first.Mail, first.Hooks
		}))
		who, other := b.Manager(t), b.Manager(t)
		staff := b.Staff()
		list, free := b.list(t, who, "held", 60), b.list(t, other, "free", 30)
		var letters atomic.Int64
		b.post.refusing(func(to string) error {
			if to[:4] != "held" || letters.Add(1) != 10 {
				return nil
			}
			_, err := node.Accounts.Suspend(staff.Context(t), who.User.ID, "")
			return err
		})
		for w, l := range map[*apptest.Who]int64{who: list, other: free} {
			_, err := b.send(t, w, l)
			require.NoError(t, err)
		}
		b.Start(t)
		if node != b.Env {
			node.Start(t)
		}
		require.Eventually(t, func() bool { return len(b.post.to()) == 40 }, time.Minute, 5*time.Millisecond)
		looks := 0
		b.await(t, time.Minute, func() bool { looks++; return looks > 30 })
		b.Clock.Advance(100 * time.Hour) // longer than a failing mailing is tried
		for range 3 {                    // the job that looks for mailings without one
			b.restart(t)
			b.Clock.Advance(2 * time.Hour)
		}
		b.Settle(t)
		require.EqualValues(t, 10, letters.Load(), "nothing more is sent")
		require.Equal(t, 1, b.turns(t), "and no second job was made")

		_, err := node.Accounts.Resume(staff.Context(t), who.User.ID)
		require.NoError(t, err)
		b.restart(t)
		require.Equal(t, 1, b.turns(t), "it has not stalled")
		b.await(t, 10*time.Second, func() bool { return len(b.post.to()) >= 90 })
		b.Settle(t)
		b.requireOnce(t, 90)
	})

	t.Run("a letter that the server deferred waits too", func(t *testing.T) {
		t.Parallel()
		b := setupMailing(t)
		who := b.Manager(t)
		list := b.list(t, who, "a", 3)
		b.post.refusing(func(to string) error {
			if to == "a1@x.example" {
				return errors.New("451 try later")
			}
			return nil
		})
		_, err := b.send(t, who, list)
		require.NoError(t, err)
		b.Start(t)
		require.Eventually(t, func() bool { return len(b.post.to()) == 2 }, time.Minute, 5*time.Millisecond)
		b.post.refusing(nil)
		_, err = b.Accounts.Suspend(b.Staff().Context(t), who.User.ID, "")
		require.NoError(t, err)
		tried := b.post.tried()
		b.late(t, 20)
		require.Equal(t, tried, b.post.tried())
		_, err = b.Accounts.Resume(b.Staff().Context(t), who.User.ID)
		require.NoError(t, err)
		require.Eventually(t, func() bool {
			b.late(t, 1)
			return len(b.post.to()) == 3
		}, time.Minute, 20*time.Millisecond)
		b.Settle(t)
		b.requireOnce(t, 3)
	})
}
