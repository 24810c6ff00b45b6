package jobs_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/clocktest"
	"allot/internal/testkit/dbtest"
)

// TestMain runs many tests at once whatever the machine: they wait more than
// they work.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "6")
	m.Run()
}

var errBoom = errors.New("boom")

// patience bounds every wait; tick is how often is looked meanwhile.
const (
	patience = 20 * time.Second
	tick     = 10 * time.Millisecond
)

type greet struct {
	Name string `json:"name"`
}

func (greet) Kind() string { return "greet" }

type bundle struct {
	db    *db.DB
	queue *jobs.Queue
	clock *clocktest.Clock
	logs  *logs
}

// setup makes a queue on a database of its own, on the wall clock.
func setup(t *testing.T, change ...func(*jobs.Options)) *bundle {
	t.Helper()
	b := &bundle{db: dbtest.New(t), logs: &logs{}}
	t.Cleanup(func() {
		if !t.Failed() {
			require.Empty(t, b.logs.errors, "errors were logged")
		}
	})
	b.queue = b.another(t, "node-1", change...)
	return b
}

// another makes one more queue on the same database.
func (b *bundle) another(t *testing.T, node string, change ...func(*jobs.Options)) *jobs.Queue {
	t.Helper()
	opt := jobs.Options{NodeID: node, Now: time.Now, Logger: slog.New(b.logs), Poll: 100 * time.Millisecond}
	if b.clock != nil {
		opt.Now, opt.Movable = b.clock.Now, true
	}
	for _, c := range change {
		c(&opt)
	}
	q, err := jobs.New(b.db, opt)
	require.NoError(t, err)
	return q
}

// setupAt is setup with a clock that stands still until the test moves it.
func setupAt(t *testing.T, now time.Time) *bundle {
	t.Helper()
	c := clocktest.At(now)
	b := setup(t, func(o *jobs.Options) { o.Now, o.Movable = c.Now, true })
	b.clock = c
	return b
}

func handle[A jobs.Args](t *testing.T, q *jobs.Queue, h jobs.Handling, fn func(ctx context.Context, j jobs.Job[A]) error) {
	t.Helper()
	require.NoError(t, q.Declare(jobs.Handle(fn, h)))
}

func start(t *testing.T, q *jobs.Queue) {
	t.Helper()
	require.NoError(t, q.Start(t.Context()))
	t.Cleanup(func() { stop(t, q) })
}

func stop(t *testing.T, q *jobs.Queue) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
	defer cancel()
	require.NoError(t, q.Stop(ctx))
}

func (b *bundle) enqueue(t *testing.T, a jobs.Args, opts ...jobs.Option) {
	t.Helper()
	require.NoError(t, b.queue.Enqueue(t.Context(), a, opts...))
}

type row struct {
	ID          int64
	State       string
	Attempt     int
	ScheduledAt time.Time
}

// rows reads the queue's own table, which no module does.
func (b *bundle) rows(t *testing.T, kind string) []row {
	t.Helper()
	var list []row
	assert.NoError(t, b.db.From(t.Context()).NewSelect().Table("river_job").
		ColumnExpr("id, state, attempt, scheduled_at").Where("kind = ?", kind).Order("id").Scan(t.Context(), &list))
	return list
}

// await waits for the only job of a kind to reach a state and an attempt.
func (b *bundle) await(t *testing.T, kind, state string, attempt int) row {
	t.Helper()
	var last row
	require.Eventually(t, func() bool {
		list := b.rows(t, kind)
		if len(list) != 1 {
			return false
		}
		last = list[0]
		return last.State == state && last.Attempt == attempt
	}, patience, tick, "job %s is to be %s at attempt %d", kind, state, attempt)
	return last
}

// note is a write of a handler that a test can see.
func (b *bundle) note(ctx context.Context, action string) error {
	return audit.New(b.db, time.Now).Record(ctx, audit.Change{OwnerID: 1, UserID: 1, Action: action, ObjectType: "test", ObjectID: 7})
}

func (b *bundle) notes(t *testing.T) int {
	t.Helper()
	entries, err := audittest.Of(t.Context(), b.db, 1, "test", 7)
	require.NoError(t, err)
	return len(entries)
}

// left makes the job look as if a node had been killed while running it.
func (b *bundle) left(t *testing.T, node string, attempt int) {
	t.Helper()
	list := "'[\"" + node + "\"]'"
	if b.db.Engine() == db.Postgres {
		list = "ARRAY['" + node + "']"
	}
	require.NoError(t, b.db.InTx(t.Context(), func(ctx context.Context) error {
		_, err := b.db.From(ctx).ExecContext(ctx,
			"UPDATE river_job SET state = 'running', attempt = ?, attempted_at = ?, attempted_by = "+list, attempt, time.Now())
		return err
	}))
}

// logs keeps what was logged as an error.
type logs struct {
	mu     sync.Mutex
	errors []string
}

func (l *logs) Enabled(_ context.Context, level slog.Level) bool { return level >= slog.LevelError }

func (l *logs) Handle(_ context.Context, r slog.Record) error {
	line := r.Message
	r.Attrs(func(a slog.Attr) bool {
		line += " " + a.String()
		return true
	})
	if strings.Contains(line, "attempting to resign") {
		return nil // gives up after a second, which a busy machine may need
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.errors = append(l.errors, line)
	return nil
}

func (l *logs) WithAttrs([]slog.Attr) slog.Handler { return l }

func (l *logs) WithGroup(string) slog.Handler { return l }

// take returns and forgets the errors, so that a test can say it expects them.
func (l *logs) take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	taken := l.errors
	l.errors = nil
	return taken
}

// counter counts the runs of a handler.
type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) add(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[name]++
	return c.n[name]
}

func (c *counter) of(name string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n[name]
}
