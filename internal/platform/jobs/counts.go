package jobs

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"
)

// Ping reports whether the queue can be asked.
func (q *Queue) Ping(ctx context.Context) error {
	if _, err := q.client.QueueList(ctx, river.NewQueueListParams().First(1)); err != nil {
		return fmt.Errorf("list queues: %w", err)
	}
	return nil
}

// Counts returns how many jobs are in each state that has some, for the metrics.
func (q *Queue) Counts(ctx context.Context) (map[string]int, error) {
	counts := map[string]int{}
	err := q.db.ReadTx(ctx, func(ctx context.Context) error {
		found, err := q.executor(ctx).JobCountByAllStates(ctx, &riverdriver.JobCountByAllStatesParams{})
		for state, n := range found {
			if n > 0 {
				counts[string(state)] = n
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("count jobs: %w", err)
	}
	return counts, nil
}

// Backlog is what is due in a queue and not yet running.
type Backlog struct {
	Queue  QueueName
	Jobs   int
	Oldest time.Time // when the oldest became due; zero if there is none
}

// Backlogs returns the backlog of every queue, for the metrics.
func (q *Queue) Backlogs(ctx context.Context) ([]Backlog, error) {
	var names []string
	for name := range workers {
		names = append(names, string(name))
	}
	var list []Backlog
	err := q.db.ReadTx(ctx, func(ctx context.Context) error {
		counts, err := q.executor(ctx).JobCountByQueueAndState(ctx, &riverdriver.JobCountByQueueAndStateParams{QueueNames: names})
		if err != nil {
			return fmt.Errorf("count what is due: %w", err)
		}
		for _, c := range counts {
			b := Backlog{Queue: QueueName(c.Queue), Jobs: int(c.CountAvailable)}
			if b.Jobs > 0 {
				if b.Oldest, err = q.oldest(ctx, c.Queue); err != nil {
					return err
				}
			}
			list = append(list, b)
		}
		return nil
	})
	return list, err
}

// oldest returns when the job of a queue became due that waits longest.
func (q *Queue) oldest(ctx context.Context, queue string) (due time.Time, err error) {
	tx, _ := q.db.Tx(ctx)
	res, err := q.client.JobListTx(ctx, tx, river.NewJobListParams().Queues(queue).States(rivertype.JobStateAvailable).
		OrderBy(river.JobListOrderByScheduledAt, river.SortOrderAsc).First(1))
	if err != nil {
		return time.Time{}, fmt.Errorf("read what is due in %s: %w", queue, err)
	}
	for _, j := range res.Jobs {
		due = j.ScheduledAt.Add(q.opt.Offset)
	}
	return due, nil
}

// Idle reports whether no job is due or running, for tests and for shutdown.
func (q *Queue) Idle(ctx context.Context) (bool, error) {
	res, err := q.client.JobList(ctx, river.NewJobListParams().States(rivertype.JobStateAvailable, rivertype.JobStateRunning).First(1))
	if err != nil {
		return false, fmt.Errorf("list jobs to do: %w", err)
	}
	return len(res.Jobs) == 0, nil
}
