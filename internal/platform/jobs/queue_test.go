package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
)

func TestQueue_Stop(t *testing.T) {
	t.Parallel()

	t.Run("waits for a running job", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		running, finish := make(chan struct{}), make(chan struct{})
		handle(t, b.queue, jobs.Handling{}, func(ctx context.Context, _ jobs.Job[greet]) error {
			close(running)
			<-finish
			return ctx.Err()
		})
		b.enqueue(t, greet{"Ada"})
		require.NoError(t, b.queue.Start(t.Context()))
		<-running
		stopped := make(chan error)
		go func() { stopped <- b.queue.Stop(t.Context()) }()
		require.Never(t, func() bool { return len(stopped) > 0 }, 50*time.Millisecond, tick)
		close(finish)
		require.NoError(t, <-stopped)
		b.await(t, "greet", "completed", 1)
	})

	t.Run("cancels what runs too long, and that runs again after the next start", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		running := make(chan int, 2)
		var runs counter
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Hour}}, func(ctx context.Context, j jobs.Job[greet]) error {
			running <- j.Attempt
			if runs.add("all") == 1 {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		})
		b.enqueue(t, greet{"Ada"})
		require.NoError(t, b.queue.Start(t.Context()))
		require.Equal(t, 1, <-running)
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		require.NoError(t, b.queue.Stop(gone))
		b.await(t, "greet", "available", 0)
		start(t, b.queue)
		require.Equal(t, 1, <-running, "the cut off attempt does not count")
		b.await(t, "greet", "completed", 1)
	})
}

func TestQueue_Start(t *testing.T) {
	t.Parallel()

	declare := func(t *testing.T, b *bundle) {
		t.Helper()
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Hour}}, func(context.Context, jobs.Job[greet]) error { return nil })
		b.enqueue(t, greet{"Ada"})
	}

	t.Run("runs a job at once that this node was killed with", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		declare(t, b)
		b.left(t, "node-1", 1)
		start(t, b.queue)
		b.await(t, "greet", "completed", 2)
	})

	t.Run("leaves alone what another node runs", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		if b.db.Engine() != db.Postgres {
			t.Skip("on SQLite there is no other node")
		}
		declare(t, b)
		b.left(t, "node-2", 1)
		start(t, b.queue)
		b.enqueue(t, greet{"Bob"})
		require.Eventually(t, func() bool { return b.rows(t, "greet")[1].State == "completed" }, patience, tick)
		require.Equal(t, "running", b.rows(t, "greet")[0].State)
	})

	t.Run("gives up a job that was at its last attempt, and says why", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		declare(t, b)
		b.left(t, "node-1", 2)
		start(t, b.queue)
		b.await(t, "greet", "discarded", 2)
		list, _, err := b.queue.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.Contains(t, list[0].LastError, "process ended")
		require.WithinDuration(t, time.Now(), list[0].DiedAt, time.Minute)
		require.NoError(t, b.queue.Revive(t.Context(), list[0].ID))
		b.await(t, "greet", "completed", 3)
	})

	t.Run("leads at once where its last life was killed as the leader, whatever the clock said", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		declare(t, b)
		require.NoError(t, b.queue.Declare(jobs.Every(time.Hour, greet{"all"})))
		require.NoError(t, b.db.InTx(t.Context(), func(ctx context.Context) error {
			_, err := b.db.From(ctx).ExecContext(ctx, `INSERT INTO river_leader (elected_at, expires_at, leader_id, name) VALUES (?, ?, 'node-1', 'default')`,
				time.Now(), time.Now().Add(1000*time.Hour))
			return err
		}))
		start(t, b.queue)
		require.Eventually(t, func() bool { return len(b.rows(t, "greet")) == 2 }, patience, tick)
	})
}
