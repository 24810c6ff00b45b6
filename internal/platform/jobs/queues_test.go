package jobs_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/jobs"
)

type leaflet struct {
	Number int `json:"number"`
}

func (leaflet) Kind() string { return "leaflet" }

type answer struct {
	Number int `json:"number"`
}

func (answer) Kind() string { return "answer" }

func TestHandling_Queue(t *testing.T) {
	t.Parallel()

	t.Run("bulk mail that occupies every worker of its queue holds up no other queue", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		release := make(chan struct{})
		occupied := make(chan int, 100)
		handle(t, b.queue, jobs.Handling{Queue: jobs.QueueBulkMail}, func(_ context.Context, j jobs.Job[leaflet]) error {
			occupied <- j.Args.Number
			<-release
			return nil
		})
		answered, greeted := make(chan struct{}), make(chan struct{})
		handle(t, b.queue, jobs.Handling{Queue: jobs.QueueMail}, func(context.Context, jobs.Job[answer]) error {
			close(answered)
			return nil
		})
		handle(t, b.queue, jobs.Handling{}, func(context.Context, jobs.Job[greet]) error {
			close(greeted)
			return nil
		})
		for n := range 20 {
			b.enqueue(t, leaflet{n})
		}
		start(t, b.queue)
		<-occupied
		<-occupied
		b.enqueue(t, answer{1})
		b.enqueue(t, greet{"Ada"})
		<-answered
		<-greeted
		require.Empty(t, occupied, "the bulk queue has two workers")
		close(release)
	})

	t.Run("an urgent job is taken before those that have waited longer", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		order := make(chan string, 100)
		handle(t, b.queue, jobs.Handling{Queue: jobs.QueueBulkMail}, func(context.Context, jobs.Job[leaflet]) error {
			order <- "leaflet"
			return nil
		})
		handle(t, b.queue, jobs.Handling{Queue: jobs.QueueBulkMail, Urgent: true}, func(context.Context, jobs.Job[answer]) error {
			order <- "answer"
			return nil
		})
		for n := range 10 {
			b.enqueue(t, leaflet{n})
		}
		b.enqueue(t, answer{1})
		start(t, b.queue)
		first := []string{<-order, <-order} // two workers take two jobs at once
		require.Contains(t, first, "answer")
	})
}
