// Package jobs runs work after the transaction that asked for it: mails,
// pictures, deliveries, clean-up. It hides the queue library behind a few
// functions, so that a module declares a job in three lines.
//
// Its rule: a job exists if and only if the change that asked for it was
// committed, and it runs at least once. Handlers therefore tolerate a repeat.
package jobs

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"allot/internal/platform/db"
	"allot/internal/platform/tracing"
)

const (
	// defaultPoll is Options.Poll, movablePoll where a test moves the clock, which nobody tells of.
	defaultPoll = 5 * time.Second
	movablePoll = 200 * time.Millisecond
	// cooldown is the pause between two fetches while jobs are waiting. With the
	// library's own 100 ms, eight workers could never do more than 80 jobs a second.
	cooldown = 10 * time.Millisecond
	// cancelGrace is how long jobs may take to notice that they are cancelled.
	cancelGrace = 5 * time.Second
	// keepDone is how long finished jobs are kept, and so how far OncePer sees.
	keepDone = 24 * time.Hour
	// keepDead is how long a job that failed for good can be seen and retried.
	keepDead = 30 * 24 * time.Hour
)

// Options are the circumstances of a queue.
type Options struct {
	NodeID  string // names this process among those that share the database
	Workers int    // jobs at once; default 8
	// MaxRuntime bounds one run of any job. A job that a lost node left running
	// is taken up by another one after it. Default 5 minutes.
	MaxRuntime time.Duration
	// Poll is the interval at which workers look for jobs that nobody has told them of: those that
	// time has made due, or a process that was killed before it could tell. Default 5 seconds for
	// the general queue. At the others, whose retries may come a little later, they look a third as often.
	Poll time.Duration
	Now  func() time.Time
	// Offset is how far Now is ahead of the machine's clock, by which the library runs.
	Offset time.Duration
	// Movable says that a test moves Now: the library runs by it then, with what it has for tests.
	Movable bool
	Logger  *slog.Logger
	// Suspended reports whether the jobs of one of the accounts must wait; nil: none ever must.
	Suspended func(ctx context.Context, accounts []int64) (bool, error)
	// Ran is told of every run of a job; nil: nobody is.
	Ran    func(r Run)
	Tracer *tracing.Tracer // nil: nothing is traced
}

// rarePoll is Poll for all queues but the general one.
func (o *Options) rarePoll() time.Duration {
	if o.Movable {
		return o.Poll // a test that moves the clock waits for what it has made due
	}
	return 3 * o.Poll
}

// Outcome is how one run of a job ended.
type Outcome string

// The outcomes.
const (
	OutcomeDone      Outcome = "done"
	OutcomeRetried   Outcome = "retried"   // it failed and is tried again
	OutcomePostponed Outcome = "postponed" // its account is held, or the program stops
	OutcomeDead      Outcome = "dead"      // it failed for good
)

// Run is one run of a job.
type Run struct {
	Kind    string
	Queue   string
	Outcome Outcome
	Took    time.Duration
}

// Queue holds the jobs of the program.
type Queue struct {
	db      *db.DB
	opt     Options
	client  *river.Client[*sql.Tx]
	workers *river.Workers
	report  *reporter
	// kinds has how the jobs of each kind are enqueued.
	kinds map[string]river.InsertOpts
	// owned says of each kind whether its jobs belong to accounts.
	owned map[string]bool
	// stopping is set by Stop, cutShort once it cancels what is still running.
	stopping, cutShort atomic.Bool
}

// New prepares a queue. Declare its jobs, then Start it.
func New(d *db.DB, opt Options) (*Queue, error) {
	if opt.Workers == 0 {
		opt.Workers = 8
	}
	if opt.MaxRuntime == 0 {
		opt.MaxRuntime = 5 * time.Minute
	}
	if opt.Poll == 0 {
		opt.Poll = defaultPoll
		if opt.Movable {
			opt.Poll = movablePoll
		}
	}
	q := &Queue{db: d, opt: opt, workers: river.NewWorkers(), report: &reporter{log: opt.Logger}, kinds: map[string]river.InsertOpts{}, owned: map[string]bool{}}
	// The library wants one worker before it makes a client, and we want the
	// client before the modules declare theirs.
	if err := q.Declare(Handle(func(context.Context, Job[noop]) error { return nil }, Handling{})); err != nil {
		return nil, err
	}
	cfg := &river.Config{
		ID:                          opt.NodeID,
		Queues:                      workersOf(opt.Workers, opt.rarePoll()),
		Workers:                     q.workers,
		FetchPollInterval:           opt.Poll,
		FetchCooldown:               cooldown,
		JobTimeout:                  opt.MaxRuntime,
		RescueStuckJobsAfter:        opt.MaxRuntime + time.Minute,
		CompletedJobRetentionPeriod: keepDone,
		DiscardedJobRetentionPeriod: keepDead,
		CancelledJobRetentionPeriod: keepDead,
		ErrorHandler:                q.report,
		Logger:                      slog.New(libraryLog{opt.Logger.Handler(), &q.stopping, opt.Movable}),
	}
	if opt.Movable {
		cfg.Test.Time = movable(opt.Now)
		cfg.TestOnly = true // periodic jobs begin at once, not after a random pause
	}
	client, err := river.NewClient[*sql.Tx](listening{driver(d), d}, cfg)
	if err != nil {
		return nil, fmt.Errorf("make job client: %w", err)
	}
	q.client = client
	return q, nil
}

// libraryNow is the time by the clock of the library.
func (q *Queue) libraryNow() time.Time { return q.opt.Now().Add(-q.opt.Offset) }

type noop struct{}

func (noop) Kind() string { return "noop" }

// Start works on jobs until Stop. Jobs that this node was running when it was
// killed are made available again first.
func (q *Queue) Start(ctx context.Context) error {
	if err := q.reclaim(ctx); err != nil {
		return err
	}
	q.stopping.Store(false)
	q.cutShort.Store(false)
	// Stop ends the work; a cancelled start context must not abandon it.
	if err := q.client.Start(context.WithoutCancel(ctx)); err != nil {
		return fmt.Errorf("start jobs: %w", err)
	}
	return nil
}

// Stop takes no more jobs and waits for those under way until ctx ends, then
// cancels them; they run again after the next Start, and that attempt does not
// count.
func (q *Queue) Stop(ctx context.Context) error {
	q.stopping.Store(true)
	if err := q.client.Stop(ctx); err == nil {
		return nil
	}
	q.cutShort.Store(true)
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), cancelGrace)
	defer cancel()
	if err := q.client.StopAndCancel(last); err != nil {
		return fmt.Errorf("stop jobs: %w", err)
	}
	return nil
}

// executor returns the library's own statements, run in the transaction of ctx, for what its client does not
// offer. No statement of ours names its tables.
func (q *Queue) executor(ctx context.Context) riverdriver.ExecutorTx {
	tx, _ := q.db.Tx(ctx)
	return driver(q.db).UnwrapExecutor(tx)
}

func driver(d *db.DB) riverdriver.Driver[*sql.Tx] {
	if d.Engine() == db.Postgres {
		return riverdatabasesql.New(d.SQL())
	}
	return riversqlite.New(d.SQL())
}

// Migration makes the queue's own tables.
func Migration(d *db.DB) db.Step {
	return func(ctx context.Context) error {
		m, err := rivermigrate.New(driver(d), nil)
		if err != nil {
			return fmt.Errorf("read job migrations: %w", err)
		}
		if err := checkVersion(ctx, d, m); err != nil {
			return err
		}
		if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
			return fmt.Errorf("migrate job tables: %w", err)
		}
		return nil
	}
}

// checkVersion refuses tables that a newer version of the library has made. The
// library itself cannot read a version that it does not know.
func checkVersion(ctx context.Context, d *db.DB, m *rivermigrate.Migrator[*sql.Tx]) error {
	made, err := d.HasTable(ctx, "river_migration")
	if err != nil || !made {
		return err
	}
	rows, err := driver(d).GetExecutor().MigrationGetByLine(ctx, &riverdriver.MigrationGetByLineParams{Line: riverdriver.MigrationLineMain})
	if err != nil {
		return fmt.Errorf("read the version of the job tables: %w", err)
	}
	var found, known int64
	for _, one := range rows {
		found = max(found, int64(one.Version))
	}
	for _, one := range m.AllVersions() {
		known = max(known, int64(one.Version))
	}
	if found > known {
		return &db.NewerError{Part: "job queue", Found: found, Known: known}
	}
	return nil
}
