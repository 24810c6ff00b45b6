package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/jobs"
)

func TestHandle(t *testing.T) {
	t.Parallel()

	t.Run("failed attempts are repeated after the pauses of the kind", func(t *testing.T) {
		t.Parallel()
		// A zone far from UTC: times are stored as text on SQLite.
		b := setupAt(t, time.Date(2030, 5, 1, 12, 0, 0, 0, time.FixedZone("", 14*3600)))
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{2 * time.Second, time.Minute}},
			func(context.Context, jobs.Job[greet]) error { return errBoom })
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "available", 1)
		require.WithinDuration(t, b.clock.Now().Add(2*time.Second), b.rows(t, "greet")[0].ScheduledAt, 0)
		b.clock.Advance(3 * time.Second)
		b.await(t, "greet", "retryable", 2)
		require.WithinDuration(t, b.clock.Now().Add(time.Minute), b.rows(t, "greet")[0].ScheduledAt, 0)
	})

	t.Run("a long pause ends by itself", func(t *testing.T) {
		t.Parallel()
		b := setupAt(t, time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC))
		handle(t, b.queue, jobs.Handling{}, func(_ context.Context, j jobs.Job[greet]) error {
			if j.Attempt == 1 {
				return errBoom
			}
			return nil
		})
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "retryable", 1)
		b.clock.Advance(11 * time.Second)
		b.await(t, "greet", "completed", 2)
	})

	t.Run("a panic is an error of that attempt", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Millisecond}}, func(_ context.Context, j jobs.Job[greet]) error {
			if j.Attempt == 1 {
				panic("at the disco")
			}
			return nil
		})
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "completed", 2)
		require.Contains(t, b.logs.take()[0], "at the disco")
	})

	t.Run("a run that takes too long is cancelled and tried again", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{Timeout: 20 * time.Millisecond, Retry: []time.Duration{time.Millisecond}},
			func(ctx context.Context, j jobs.Job[greet]) error {
				if j.Attempt == 1 {
					<-ctx.Done()
					return ctx.Err()
				}
				return nil
			})
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "completed", 2)
	})

	t.Run("what a handler writes and its completion are one transaction", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{InTx: true, Retry: []time.Duration{time.Millisecond, time.Millisecond}},
			func(ctx context.Context, j jobs.Job[greet]) error {
				if err := b.note(ctx, "greeted"); err != nil {
					return err
				}
				switch j.Attempt {
				case 1:
					return errBoom
				case 2:
					panic("at the disco")
				}
				return nil
			})
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "completed", 3)
		require.Equal(t, 1, b.notes(t))
		b.logs.take() // of the panic
	})

	t.Run("a handler that enqueues and then fails enqueues nothing", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{}, func(context.Context, jobs.Job[wave]) error { return nil })
		handle(t, b.queue, jobs.Handling{InTx: true, Retry: []time.Duration{time.Millisecond}},
			func(ctx context.Context, j jobs.Job[greet]) error {
				if err := b.queue.Enqueue(ctx, wave{}); err != nil {
					return err
				}
				if j.Attempt == 1 {
					return errBoom
				}
				return nil
			})
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "completed", 2)
		require.Len(t, b.rows(t, "wave"), 1)
	})

	t.Run("a kind is declared once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		fn := func(context.Context, jobs.Job[greet]) error { return nil }
		require.NoError(t, b.queue.Declare(jobs.Handle(fn, jobs.Handling{})))
		require.ErrorContains(t, b.queue.Declare(jobs.Handle(fn, jobs.Handling{})), "greet")
	})
}

type wave struct{}

func (wave) Kind() string { return "wave" }

func TestQueue_Every(t *testing.T) {
	t.Parallel()

	t.Run("runs at start, once a period, however many nodes there are", func(t *testing.T) {
		t.Parallel()
		b := setupAt(t, time.Date(2030, 5, 1, 12, 10, 0, 0, time.UTC))
		declare := func(q *jobs.Queue) {
			handle(t, q, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error { return nil })
			require.NoError(t, q.Declare(jobs.Every(time.Hour, greet{"all"})))
		}
		declare(b.queue)
		other := b.another(t, "node-2")
		declare(other)
		start(t, b.queue)
		start(t, other)
		// SQLite has one process: the second start takes a job that runs for one of a killed process, which
		// is due again as soon as time goes on.
		b.clock.Advance(time.Second)
		require.Eventually(t, func() bool {
			list := b.rows(t, "greet")
			return len(list) > 0 && list[0].State == "completed"
		}, patience, tick)
		stop(t, b.queue)
		stop(t, other)

		// A quick restart in the same period. wave is enqueued along with it, so
		// its run shows that greet had its chance.
		third := b.another(t, "node-3")
		declare(third)
		handle(t, third, jobs.Handling{}, func(context.Context, jobs.Job[wave]) error { return nil })
		require.NoError(t, third.Declare(jobs.Every(time.Hour, wave{})))
		start(t, third)
		b.await(t, "wave", "completed", 1)
		require.Len(t, b.rows(t, "greet"), 1)
		stop(t, third)

		b.clock.Advance(time.Hour)
		require.NoError(t, third.Start(t.Context()))
		require.Eventually(t, func() bool { return len(b.rows(t, "greet")) == 2 }, patience, tick)
	})

	t.Run("goes on by itself", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		var runs counter
		handle(t, b.queue, jobs.Handling{}, func(_ context.Context, j jobs.Job[greet]) error {
			runs.add(j.Args.Name)
			return nil
		})
		require.NoError(t, b.queue.Declare(jobs.Every(time.Second, greet{"all"})))
		start(t, b.queue)
		require.Eventually(t, func() bool { return runs.of("all") >= 3 }, patience, tick)
	})
}
