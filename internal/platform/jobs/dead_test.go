package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/apperr"
	"allot/internal/platform/jobs"
	"allot/internal/platform/request"
)

func TestQueue_Dead(t *testing.T) {
	t.Parallel()

	t.Run("a job dies after its last attempt, is listed with its last error, and can be revived", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Millisecond}}, func(_ context.Context, j jobs.Job[greet]) error {
			if j.Attempt <= 2 {
				return errBoom
			}
			return nil
		})
		ctx := request.With(t.Context(), request.Meta{ID: "req-1"})
		require.NoError(t, b.queue.Enqueue(ctx, greet{"Ada"}))
		start(t, b.queue)
		b.await(t, "greet", "discarded", 2)

		list, count, err := b.queue.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.Equal(t, 1, count)
		require.Len(t, list, 1)
		d := list[0]
		require.Equal(t, "greet", d.Kind)
		require.JSONEq(t, `{"name":"Ada"}`, string(d.Args))
		require.Equal(t, 2, d.Attempts)
		require.Equal(t, "boom", d.LastError)
		require.Equal(t, "req-1", d.RequestID)
		require.WithinDuration(t, time.Now(), d.DiedAt, time.Minute)
		logged := b.logs.take()
		require.Len(t, logged, 1)
		require.Contains(t, logged[0], "job failed for good")
		require.Contains(t, logged[0], "request_id=req-1")

		require.NoError(t, b.queue.Revive(t.Context(), d.ID))
		b.await(t, "greet", "completed", 3)
		_, count, err = b.queue.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.Zero(t, count)
		require.ErrorIs(t, b.queue.Revive(t.Context(), d.ID), jobs.ErrNotDead)
	})

	t.Run("a job that is given up is like one that failed", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Hour}}, func(context.Context, jobs.Job[greet]) error { return nil })
		b.enqueue(t, greet{"Ada"})
		require.NoError(t, b.queue.GiveUp(t.Context(), b.rows(t, "greet")[0].ID, "421 the mail server is closed"))
		list, _, err := b.queue.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.Equal(t, "421 the mail server is closed", list[0].LastError)
		require.Equal(t, 2, list[0].Attempts)
		require.WithinDuration(t, time.Now(), list[0].DiedAt, time.Minute)
		require.NoError(t, b.queue.Revive(t.Context(), list[0].ID))
		start(t, b.queue)
		b.await(t, "greet", "completed", 3)
	})

	t.Run("a job whose repeat cannot help dies at once", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{InTx: true}, func(ctx context.Context, _ jobs.Job[greet]) error {
			return jobs.Cancel(b.note(ctx, "lost"))
		})
		b.enqueue(t, greet{"Ada"})
		start(t, b.queue)
		b.await(t, "greet", "cancelled", 1)
		require.Zero(t, b.notes(t))
		require.Contains(t, b.logs.take()[0], "job failed for good")
		list, _, err := b.queue.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.NoError(t, b.queue.Revive(t.Context(), list[0].ID))
		b.await(t, "greet", "cancelled", 2)
		b.logs.take()
	})

	t.Run("pages, newest first", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error { return jobs.Cancel(errBoom) })
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			b.enqueue(t, greet{name})
		}
		start(t, b.queue)
		require.Eventually(t, func() bool {
			_, n, err := b.queue.Dead(t.Context(), 1, 0)
			return err == nil && n == 5
		}, patience, tick)
		list, count, err := b.queue.Dead(t.Context(), 2, 2)
		require.NoError(t, err)
		require.Equal(t, 5, count)
		require.Len(t, list, 2)
		require.JSONEq(t, `{"name":"c"}`, string(list[0].Args))
		require.JSONEq(t, `{"name":"b"}`, string(list[1].Args))
		list, _, err = b.queue.Dead(t.Context(), 2, 6)
		require.NoError(t, err)
		require.Empty(t, list)
		b.logs.take()
	})

	t.Run("reviving is refused for a job that is not there or that a newer one replaced", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		handle(t, b.queue, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error { return jobs.Cancel(errBoom) })
		require.ErrorIs(t, b.queue.Revive(t.Context(), 404), apperr.ErrNotFound)

		b.enqueue(t, greet{"Ada"}, jobs.OncePer(24*time.Hour))
		require.NoError(t, b.queue.Start(t.Context()))
		id := b.await(t, "greet", "cancelled", 1).ID
		stop(t, b.queue)
		b.enqueue(t, greet{"Ada"}, jobs.OncePer(24*time.Hour))
		require.ErrorIs(t, b.queue.Revive(t.Context(), id), jobs.ErrReplaced)
		b.logs.take()
	})
}
