package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"allot/internal/platform/request"
)

// Option changes how one job is enqueued.
type Option func(*river.InsertOpts)

// At runs the job not before t.
func At(t time.Time) Option { return func(o *river.InsertOpts) { o.ScheduledAt = t } }

// OncePer drops the job if one with the same arguments was enqueued in the
// same period of this length, at most a day, and has not failed for good.
func OncePer(d time.Duration) Option {
	return func(o *river.InsertOpts) { o.UniqueOpts = river.UniqueOpts{ByArgs: true, ByPeriod: d} }
}

type discardKey struct{}

// Discard returns a context in which no job is enqueued. The demo's history is made
// in it: what happened last year must send no letter today.
func Discard(ctx context.Context) context.Context { return context.WithValue(ctx, discardKey{}, true) }

func discards(ctx context.Context) bool { return ctx.Value(discardKey{}) != nil }

// Enqueue adds a job in the transaction of ctx: it runs if that commits.
func (q *Queue) Enqueue(ctx context.Context, a Args, opts ...Option) error {
	_, err := q.EnqueueNew(ctx, a, opts...)
	return err
}

// EnqueueNew is Enqueue, and reports whether a job was added: OncePer may have
// dropped it.
func (q *Queue) EnqueueNew(ctx context.Context, a Args, opts ...Option) (added bool, err error) {
	if discards(ctx) {
		return true, nil
	}
	err = q.db.InTx(ctx, func(ctx context.Context) error {
		tx, _ := q.db.Tx(ctx)
		res, err := q.client.InsertTx(ctx, tx, a, q.insertOpts(ctx, a, opts))
		if err != nil {
			return fmt.Errorf("enqueue job %s: %w", a.Kind(), err)
		}
		added = !res.UniqueSkippedAsDuplicate
		if added && res.Job.State == rivertype.JobStateAvailable {
			q.db.Tell(ctx, topic(res.Job.Queue))
		}
		return nil
	})
	return added, err
}

// EnqueueAll adds many jobs in one statement. Arguments with a method CausedBy()
// string name the request that caused them.
func (q *Queue) EnqueueAll(ctx context.Context, all []Args) error {
	if len(all) == 0 || discards(ctx) {
		return nil
	}
	params := make([]river.InsertManyParams, len(all))
	queues := map[string]bool{}
	for i, a := range all {
		params[i] = river.InsertManyParams{Args: a, InsertOpts: q.insertOpts(ctx, a, nil)}
		queues[params[i].InsertOpts.Queue] = true
	}
	return q.db.InTx(ctx, func(ctx context.Context) error {
		tx, _ := q.db.Tx(ctx)
		if _, err := q.client.InsertManyFastTx(ctx, tx, params); err != nil {
			return fmt.Errorf("enqueue %d jobs: %w", len(all), err)
		}
		for queue := range queues {
			q.db.Tell(ctx, topic(queue))
		}
		return nil
	})
}

func (q *Queue) insertOpts(ctx context.Context, a Args, opts []Option) *river.InsertOpts {
	cause := request.From(ctx).ID
	if c, ok := a.(interface{ CausedBy() string }); ok {
		cause = c.CausedBy()
	}
	meta, _ := json.Marshal(metadata{RequestID: cause, Trace: q.opt.Tracer.Carry(ctx)}) // plain strings always encode
	o := q.kinds[a.Kind()]
	o.Metadata = meta
	for _, opt := range opts {
		opt(&o)
	}
	if !o.ScheduledAt.IsZero() {
		o.ScheduledAt = o.ScheduledAt.Add(-q.opt.Offset)
	}
	q.forgetDone(&o)
	return &o
}

// forgetDone has OncePer ask only about jobs that wait or run, where the clock has an offset: the
// library's periods are those of the machine, whose hour is another one of the program after each
// start with another offset. With its queue a job has another key than those made without an offset.
func (q *Queue) forgetDone(o *river.InsertOpts) {
	if q.opt.Offset != 0 && o.UniqueOpts.ByPeriod != 0 {
		o.UniqueOpts.ByQueue = true
		o.UniqueOpts.ByState = []rivertype.JobState{
			rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable, rivertype.JobStateRunning, rivertype.JobStateScheduled,
		}
	}
}
