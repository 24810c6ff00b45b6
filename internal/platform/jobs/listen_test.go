package jobs_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/testkit/dbtest"
)

type nod struct{ Name string }

func (nod) Kind() string { return "nod" }

// Workers are told of jobs: they need not look for them.
func TestQueue_IsTold(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *jobs.Options) { o.Poll = time.Hour })
	ran := make(chan string, 10)
	handle(t, b.queue, jobs.Handling{}, func(_ context.Context, j jobs.Job[greet]) error {
		ran <- j.Args.Name
		return nil
	})
	handle(t, b.queue, jobs.Handling{Queue: jobs.QueueMail}, func(_ context.Context, j jobs.Job[nod]) error {
		ran <- j.Args.Name
		if j.Attempt == 1 {
			return jobs.Cancel(errBoom)
		}
		return nil
	})
	b.enqueue(t, greet{"before the start"})
	start(t, b.queue)
	require.Equal(t, "before the start", <-ran)

	b.enqueue(t, greet{"one"})
	require.Equal(t, "one", <-ran)
	require.NoError(t, b.queue.EnqueueAll(t.Context(), []jobs.Args{greet{"of many"}, nod{"of another queue"}}))
	require.ElementsMatch(t, []string{"of many", "of another queue"}, []string{<-ran, <-ran})

	b.await(t, "nod", "cancelled", 1)
	require.Len(t, b.logs.take(), 1)
	list, _, err := b.queue.Dead(t.Context(), 1, 0)
	require.NoError(t, err)
	require.NoError(t, b.queue.Revive(t.Context(), list[0].ID))
	require.Equal(t, "of another queue", <-ran)
}

// The workers of a node are told of what a process without workers has committed.
func TestQueue_IsToldByOtherNodes(t *testing.T) {
	t.Parallel()
	b := setup(t, func(o *jobs.Options) { o.Poll = time.Hour })
	ran := make(chan string, 10)
	handle(t, b.queue, jobs.Handling{}, func(_ context.Context, j jobs.Job[greet]) error {
		ran <- j.Args.Name
		return nil
	})
	start(t, b.queue)

	web := &bundle{db: dbtest.Beside(t, b.db), logs: b.logs}
	web.queue = web.another(t, "node-2")
	require.NoError(t, web.queue.Declare(jobs.Handle(func(context.Context, jobs.Job[greet]) error { return nil }, jobs.Handling{})))
	for range 3 {
		web.enqueue(t, greet{"from elsewhere"})
		require.Equal(t, "from elsewhere", <-ran)
	}
}

// BenchmarkStart shows how long a job waits for its start after the commit that it belongs to, on
// the node that commits and on another.
func BenchmarkStart(b *testing.B) {
	d := dbtest.New(b)
	ran := make(chan time.Time)
	queue := func(d *db.DB, node string) *jobs.Queue {
		q, err := jobs.New(d, jobs.Options{NodeID: node, Now: time.Now, Logger: slog.New(slog.DiscardHandler)})
		require.NoError(b, err)
		require.NoError(b, q.Declare(jobs.Handle(func(context.Context, jobs.Job[greet]) error {
			ran <- time.Now()
			return nil
		}, jobs.Handling{})))
		return q
	}
	works, web := queue(d, "node-1"), queue(dbtest.Beside(b, d), "node-2")
	require.NoError(b, works.Start(b.Context()))
	for _, from := range []struct {
		name  string
		queue *jobs.Queue
	}{{"here", works}, {"another node", web}} {
		b.Run(from.name, func(b *testing.B) {
			var waits []time.Duration
			for b.Loop() {
				require.NoError(b, from.queue.Enqueue(b.Context(), greet{"now"}))
				committed := time.Now()
				waits = append(waits, (<-ran).Sub(committed))
			}
			slices.Sort(waits)
			b.ReportMetric(float64(waits[len(waits)/2].Microseconds())/1000, "p50-ms")
			b.ReportMetric(float64(waits[len(waits)*99/100].Microseconds())/1000, "p99-ms")
		})
	}
	require.NoError(b, works.Stop(context.WithoutCancel(b.Context())))
}
