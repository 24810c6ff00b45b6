package jobs

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivertype"

	"allot/internal/platform/db"
	"allot/internal/platform/request"
	"allot/internal/platform/tracing"
)

// Args describes one job: a struct of ids and plain values that is stored as
// JSON. It holds no secret; the handler loads what it needs.
type Args interface{ Kind() string }

// Job is one run of a job.
type Job[A Args] struct {
	ID      int64
	Attempt int
	Args    A
}

// Handling says how a kind of job is run.
type Handling struct {
	// Retry holds the pauses between attempts; after the last the job is dead.
	// Empty means DefaultRetry.
	Retry []time.Duration
	// Timeout ends one run. Zero means Options.MaxRuntime, which bounds it too.
	Timeout time.Duration
	// InTx runs the handler and marks the job done in one transaction: what it
	// writes happens exactly once. For handlers that touch the database only.
	InTx bool
	// Queue says whose workers run the jobs of this kind. Zero means QueueGeneral.
	Queue QueueName
	// Urgent jobs are taken before all others that wait in their queue.
	Urgent bool
}

// DefaultRetry spreads the attempts of a job over about a working day.
var DefaultRetry = []time.Duration{
	10 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour,
}

// Declaration declares jobs of a module: see Handle and Every.
type Declaration func(q *Queue) error

// Declare adds the declarations of modules, before Start. It refuses a kind of job
// that is declared twice.
func (q *Queue) Declare(list ...Declaration) error {
	for _, d := range list {
		if err := d(q); err != nil {
			return err
		}
	}
	return nil
}

// Handle declares what a kind of job does.
func Handle[A Args](fn func(ctx context.Context, j Job[A]) error, h Handling) Declaration {
	if len(h.Retry) == 0 {
		h.Retry = DefaultRetry
	}
	return func(q *Queue) error {
		var a A
		if err := river.AddWorkerSafely(q.workers, &worker[A]{queue: q, fn: fn, h: h}); err != nil {
			return fmt.Errorf("declare job %s: %w", a.Kind(), err)
		}
		q.kinds[a.Kind()] = h.insertOpts()
		_, q.owned[a.Kind()] = any(a).(ofAccounts)
		return nil
	}
}

// Every declares that a job runs at an interval, on one node, and once at start.
func Every(interval time.Duration, a Args) Declaration {
	return func(q *Queue) error {
		q.client.PeriodicJobs().Add(river.NewPeriodicJob(
			river.PeriodicInterval(interval),
			func() (river.JobArgs, *river.InsertOpts) {
				// Several nodes, or quick restarts, still make one run a period.
				o := q.kinds[a.Kind()]
				OncePer(interval)(&o)
				q.forgetDone(&o)
				return a, &o
			},
			&river.PeriodicJobOpts{RunOnStart: true},
		))
		return nil
	}
}

// Cancel fails a job for good, because a retry cannot help.
func Cancel(err error) error { return river.JobCancel(err) }

type worker[A Args] struct {
	river.WorkerDefaults[A]
	queue *Queue
	fn    func(ctx context.Context, j Job[A]) error
	h     Handling
}

func (w *worker[A]) NextRetry(j *river.Job[A]) time.Time {
	i := min(max(j.Attempt, 1), len(w.h.Retry)) - 1
	return w.queue.libraryNow().Add(w.h.Retry[i])
}

func (w *worker[A]) Timeout(*river.Job[A]) time.Duration {
	if w.h.Timeout == 0 {
		return w.queue.opt.MaxRuntime
	}
	return min(w.h.Timeout, w.queue.opt.MaxRuntime)
}

func (w *worker[A]) Work(ctx context.Context, j *river.Job[A]) (err error) {
	meta, began, whole := readMetadata(j.Metadata), time.Now(), false //nolint:forbidigo // how long it takes, not when
	ctx, span := w.queue.opt.Tracer.Job(ctx, tracing.Job{
		Kind: j.Kind, Queue: j.Queue, ID: j.ID, Attempt: j.Attempt, RequestID: meta.RequestID, Carried: meta.Trace,
	})
	defer func() {
		o := outcomeOf(j.JobRow, err, whole)
		if o == OutcomeRetried || o == OutcomeDead {
			span.Fail(string(o))
		}
		span.EndAs(string(o))
		if w.queue.opt.Ran != nil {
			w.queue.opt.Ran(Run{Kind: j.Kind, Queue: j.Queue, Outcome: o, Took: time.Since(began)})
		}
	}()
	err = w.work(request.With(ctx, request.Meta{ID: meta.RequestID, TraceID: w.queue.opt.Tracer.ID(ctx)}), j)
	whole = true
	return err
}

// outcomeOf says how a run ended; one that is not whole panicked.
func outcomeOf(j *rivertype.JobRow, err error, whole bool) Outcome {
	_, snoozed := errors.AsType[*rivertype.JobSnoozeError](err)
	switch {
	case whole && err == nil:
		return OutcomeDone
	case snoozed:
		return OutcomePostponed
	case errors.Is(err, &rivertype.JobCancelError{}), j.Attempt >= j.MaxAttempts:
		return OutcomeDead
	}
	return OutcomeRetried
}

func (w *worker[A]) work(ctx context.Context, j *river.Job[A]) error {
	ctx = w.queue.withSuspension(ctx, j.Args)
	err := Continue(ctx)
	if err == nil {
		err = w.run(ctx, j)
	}
	if errors.Is(err, errSuspended) {
		return w.queue.snooze()
	}
	if err != nil && ctx.Err() != nil && w.queue.cutShort.Load() {
		return river.JobSnooze(0) // not the job's fault: it runs again and loses no attempt
	}
	if errors.Is(err, &rivertype.JobCancelError{}) {
		w.queue.report.cancelled(ctx, j.JobRow, err)
	}
	return err
}

func (w *worker[A]) run(ctx context.Context, j *river.Job[A]) error {
	job := Job[A]{ID: j.ID, Attempt: j.Attempt, Args: j.Args}
	if !w.h.InTx {
		return w.fn(ctx, job)
	}
	return w.queue.db.InTx(ctx, func(ctx context.Context) error {
		if err := w.fn(ctx, job); err != nil {
			return err
		}
		return complete(ctx, w.queue.db, j)
	})
}

func complete[A Args](ctx context.Context, d *db.DB, j *river.Job[A]) error {
	tx, _ := d.Tx(ctx)
	var err error
	if d.Engine() == db.Postgres {
		_, err = river.JobCompleteTx[*riverdatabasesql.Driver, *sql.Tx](ctx, tx, j)
	} else {
		_, err = river.JobCompleteTx[*riversqlite.Driver, *sql.Tx](ctx, tx, j)
	}
	if err != nil {
		return fmt.Errorf("mark job %d done: %w", j.ID, err)
	}
	return nil
}

type metadata struct {
	RequestID string `json:"request_id,omitempty"`
	Trace     string `json:"trace,omitempty"` // where the request is in its trace
}

func readMetadata(raw []byte) (m metadata) {
	_ = json.Unmarshal(raw, &m) // the library's own members are no concern of ours
	return m
}

func requestID(raw []byte) string { return readMetadata(raw).RequestID }
