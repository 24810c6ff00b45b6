package jobs_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/jobs"
)

func TestQueue_Ran(t *testing.T) {
	t.Parallel()
	runs := make(chan jobs.Run, 10)
	b := setup(t, func(o *jobs.Options) { o.Ran = func(r jobs.Run) { runs <- r } })
	handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Millisecond, time.Millisecond}}, func(_ context.Context, j jobs.Job[greet]) error {
		switch {
		case j.Args.Name == "Cyd":
			return jobs.Cancel(errBoom)
		case j.Args.Name == "Bob" && j.Attempt == 2:
			panic("at the disco")
		case j.Args.Name == "Bob":
			return errBoom
		}
		return nil
	})
	start(t, b.queue)
	for name, want := range map[string][]jobs.Outcome{
		"Ada": {jobs.OutcomeDone},
		"Bob": {jobs.OutcomeRetried, jobs.OutcomeRetried, jobs.OutcomeDead},
		"Cyd": {jobs.OutcomeDead},
	} {
		b.enqueue(t, greet{name})
		for _, o := range want {
			r := <-runs
			require.Equal(t, o, r.Outcome, name)
			require.Equal(t, "greet", r.Kind)
			require.Equal(t, string(jobs.QueueGeneral), r.Queue)
		}
	}
	b.logs.take()
}

func TestQueue_Backlogs(t *testing.T) {
	t.Parallel()
	b := setupAt(t, time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC))
	handle(t, b.queue, jobs.Handling{Queue: jobs.QueueMail}, func(context.Context, jobs.Job[greet]) error { return nil })
	b.enqueue(t, greet{"Ada"})
	b.enqueue(t, greet{"Bob"})
	b.enqueue(t, greet{"later"}, jobs.At(b.clock.Now().Add(time.Hour)))
	b.clock.Advance(90 * time.Second)
	list, err := b.queue.Backlogs(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 5, "every queue is there, also an empty one")
	for _, q := range list {
		if q.Queue != jobs.QueueMail {
			require.Equal(t, jobs.Backlog{Queue: q.Queue}, q)
			continue
		}
		require.Equal(t, 2, q.Jobs)
		require.WithinDuration(t, b.clock.Now().Add(-90*time.Second), q.Oldest, time.Second)
	}
}
