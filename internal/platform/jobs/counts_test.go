package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/jobs"
)

func TestQueue_Counts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	handle(t, b.queue, jobs.Handling{Queue: jobs.QueueMail}, func(context.Context, jobs.Job[greet]) error { return nil })
	require.NoError(t, b.queue.Ping(t.Context()))
	counts, err := b.queue.Counts(t.Context())
	require.NoError(t, err)
	require.Zero(t, counts["available"])

	b.enqueue(t, greet{"Ada"})
	b.enqueue(t, greet{"Bob"})
	b.enqueue(t, greet{"Eve"}, jobs.At(time.Now().Add(time.Hour)))
	counts, err = b.queue.Counts(t.Context())
	require.NoError(t, err)
	require.Equal(t, []int{2, 1, 0}, []int{counts["available"], counts["scheduled"], counts["running"]})
	backlogs, err := b.queue.Backlogs(t.Context())
	require.NoError(t, err)
	require.Len(t, backlogs, 5)
	for _, l := range backlogs {
		if l.Queue != jobs.QueueMail {
			require.Equal(t, jobs.Backlog{Queue: l.Queue}, l)
			continue
		}
		require.Equal(t, 2, l.Jobs)
		require.WithinDuration(t, b.rows(t, "greet")[0].ScheduledAt, l.Oldest, time.Millisecond)
	}
}

// The library runs by the machine's clock, whatever the program's says.
func TestQueue_offset(t *testing.T) {
	t.Parallel()
	for _, offset := range []time.Duration{-400 * 24 * time.Hour, 400 * 24 * time.Hour} {
		b := setup(t)
		now := func() time.Time { return time.Now().Add(offset) }
		q := b.another(t, "node-2", func(o *jobs.Options) { o.Now, o.Offset = now, offset })
		handle(t, q, jobs.Handling{Retry: []time.Duration{time.Millisecond}}, func(_ context.Context, j jobs.Job[greet]) error {
			if j.Args.Name == "Eve" {
				return errBoom
			}
			return nil
		})
		require.NoError(t, q.Enqueue(t.Context(), greet{"Ada"}, jobs.At(now().Add(time.Hour))))
		require.NoError(t, q.Enqueue(t.Context(), greet{"Bob"}, jobs.At(now().Add(100*time.Millisecond))))
		require.NoError(t, q.Enqueue(t.Context(), greet{"Eve"}))
		start(t, q)
		require.Eventually(t, func() bool {
			list := b.rows(t, "greet")
			return list[1].State == "completed" && list[2].State == "discarded"
		}, patience, tick)
		require.Equal(t, "scheduled", b.rows(t, "greet")[0].State)
		b.logs.take()
		list, _, err := q.Dead(t.Context(), 10, 0)
		require.NoError(t, err)
		require.WithinDuration(t, now(), list[0].CreatedAt, time.Minute)
		require.WithinDuration(t, now(), list[0].DiedAt, time.Minute)
	}
}

// After a start with another offset an hour of the machine is another one of the program.
func TestQueue_offsetChanges(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for i, offset := range []time.Duration{0, time.Hour, 400 * 24 * time.Hour} {
		q := b.another(t, "node-2", func(o *jobs.Options) {
			o.Now, o.Offset = func() time.Time { return time.Now().Add(offset) }, offset
		})
		handle(t, q, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error { return nil })
		require.NoError(t, q.Declare(jobs.Every(24*time.Hour, greet{"all"})))
		for range 2 {
			require.NoError(t, q.Enqueue(t.Context(), greet{"Ada"}, jobs.OncePer(24*time.Hour)))
		}
		require.Len(t, b.rows(t, "greet"), 2*i+1, "once as long as it waits")
		start(t, q)
		require.Eventually(t, func() bool {
			list := b.rows(t, "greet")
			return len(list) == 2*i+2 && list[2*i].State == "completed" && list[2*i+1].State == "completed"
		}, patience, tick, "both run once, whatever the machine's clock says")
		stop(t, q)
	}
}
