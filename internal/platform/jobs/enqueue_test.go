package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/jobs"
	"allot/internal/platform/request"
)

func TestQueue_Enqueue(t *testing.T) {
	t.Parallel()

	t.Run("a job of a transaction that fails does not exist", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error { return nil })
		err := b.db.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, b.queue.Enqueue(ctx, greet{"Ada"}))
			require.NoError(t, b.queue.EnqueueAll(ctx, []jobs.Args{greet{"Bob"}, greet{"Cyd"}}))
			return errBoom
		})
		require.ErrorIs(t, err, errBoom)
		require.Empty(t, b.rows(t, "greet"))
	})

	t.Run("a job of a committed transaction runs, and knows the request that caused it", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		type seen struct {
			name, request string
			attempt       int
		}
		ran := make(chan seen, 10)
		handle(t, b.queue, jobs.Handling{}, func(ctx context.Context, j jobs.Job[greet]) error {
			ran <- seen{j.Args.Name, request.From(ctx).ID, j.Attempt}
			return nil
		})
		start(t, b.queue)
		ctx := request.With(t.Context(), request.Meta{ID: "req-1"})
		require.NoError(t, b.db.InTx(ctx, func(ctx context.Context) error { return b.queue.Enqueue(ctx, greet{"Ada"}) }))
		require.Equal(t, seen{"Ada", "req-1", 1}, <-ran)
		b.await(t, "greet", "completed", 1)
	})

	t.Run("many jobs are enqueued at once, none twice", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		var runs counter
		handle(t, b.queue, jobs.Handling{}, func(_ context.Context, j jobs.Job[greet]) error {
			runs.add(j.Args.Name)
			runs.add("all")
			return nil
		})
		var all []jobs.Args
		for i := range 100 {
			all = append(all, greet{Name: time.Duration(i).String()})
		}
		require.NoError(t, b.queue.EnqueueAll(t.Context(), all))
		require.NoError(t, b.queue.EnqueueAll(t.Context(), nil))
		start(t, b.queue)
		require.Eventually(t, func() bool {
			idle, err := b.queue.Idle(t.Context())
			return err == nil && idle
		}, patience, tick)
		require.Equal(t, 100, runs.of("all"))
		require.Equal(t, 1, runs.of("7ns"))
	})

	t.Run("a kind that nobody handles is refused at once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		require.ErrorContains(t, b.queue.Enqueue(t.Context(), greet{"Ada"}), "greet")
	})

	t.Run("a repeat in the same period is dropped, in the next it is not", func(t *testing.T) {
		t.Parallel()
		b := setupAt(t, time.Date(2030, 5, 1, 12, 10, 0, 0, time.UTC))
		handle(t, b.queue, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error { return nil })
		hourly := jobs.OncePer(time.Hour)
		b.enqueue(t, greet{"Ada"}, hourly)
		b.enqueue(t, greet{"Ada"}, hourly)
		b.enqueue(t, greet{"Bob"}, hourly)
		require.Len(t, b.rows(t, "greet"), 2)
		start(t, b.queue)
		require.Eventually(t, func() bool {
			counts, err := b.queue.Counts(t.Context())
			return err == nil && counts["completed"] == 2
		}, patience, tick)
		b.enqueue(t, greet{"Ada"}, hourly)
		require.Len(t, b.rows(t, "greet"), 2, "one that has run still counts")
		b.clock.Advance(time.Hour)
		b.enqueue(t, greet{"Ada"}, hourly)
		require.Len(t, b.rows(t, "greet"), 3)
	})

	t.Run("a job for later waits for its time", func(t *testing.T) {
		t.Parallel()
		b := setupAt(t, time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC))
		ran := make(chan string, 10)
		handle(t, b.queue, jobs.Handling{}, func(_ context.Context, j jobs.Job[greet]) error {
			ran <- j.Args.Name
			return nil
		})
		// A time in another zone is the same moment.
		b.enqueue(t, greet{"later"}, jobs.At(b.clock.Now().Add(time.Hour).In(time.FixedZone("", -9*3600))))
		start(t, b.queue)
		b.enqueue(t, greet{"now"})
		require.Equal(t, "now", <-ran)
		require.Equal(t, "scheduled", b.rows(t, "greet")[0].State)
		b.clock.Advance(time.Hour + time.Second)
		require.Equal(t, "later", <-ran)
	})
}
