package jobs_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/jobs"
	"allot/internal/testkit/clocktest"
)

type errand struct {
	For  []int64 `json:"for"`
	Name string  `json:"name"`
}

func (errand) Kind() string { return "errand" }

func (e errand) Accounts() []int64 { return e.For }

// holds are the accounts that are held.
type holds struct {
	mu   sync.Mutex
	list []int64
}

func (h *holds) set(accounts ...int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.list = accounts
}

func (h *holds) any(_ context.Context, accounts []int64) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.ContainsFunc(accounts, func(id int64) bool { return slices.Contains(h.list, id) }), nil
}

// setupHeld is setup with accounts that can be held, on a clock that the test moves.
func setupHeld(t *testing.T) (*bundle, *holds) {
	t.Helper()
	h, c := &holds{}, clocktest.New()
	b := setup(t, func(o *jobs.Options) { o.Now, o.Movable, o.Suspended = c.Now, true, h.any })
	b.clock = c
	return b, h
}

// state waits until the job of an errand is in a state, and returns its row.
func (b *bundle) state(t *testing.T, i int, state string) row {
	t.Helper()
	require.Eventually(t, func() bool { return b.rows(t, "errand")[i].State == state }, patience, tick)
	return b.rows(t, "errand")[i]
}

func TestOptions_Suspended(t *testing.T) {
	t.Parallel()

	t.Run("a job waits while one of its accounts is held, loses no attempt, and runs a minute after at the latest", func(t *testing.T) {
		t.Parallel()
		b, h := setupHeld(t)
		var runs counter
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Hour}}, func(_ context.Context, j jobs.Job[errand]) error {
			runs.add(j.Args.Name)
			return nil
		})
		h.set(7)
		b.enqueue(t, errand{[]int64{3, 7}, "held"})
		b.enqueue(t, errand{[]int64{3, 0}, "other"})
		b.enqueue(t, errand{nil, "nobody's"})
		start(t, b.queue)
		b.state(t, 1, "completed")
		b.state(t, 2, "completed")
		for range 3 { // more often than it has attempts
			waits := b.state(t, 0, "scheduled")
			require.Zero(t, waits.Attempt)
			require.WithinDuration(t, b.clock.Now().Add(time.Minute), waits.ScheduledAt, 10*time.Second)
			b.clock.Advance(time.Minute + time.Second)
			require.Eventually(t, func() bool { return b.rows(t, "errand")[0].ScheduledAt.After(b.clock.Now()) }, patience, tick, "it is looked at again")
		}
		require.Zero(t, runs.of("held"))
		h.set()
		b.clock.Advance(time.Minute + time.Second)
		require.Equal(t, 1, b.state(t, 0, "completed").Attempt)
		require.Equal(t, 1, runs.of("held"))
	})

	t.Run("a job that does many things stops between two of them, and goes on later", func(t *testing.T) {
		t.Parallel()
		b, h := setupHeld(t)
		var done counter
		handle(t, b.queue, jobs.Handling{}, func(ctx context.Context, _ jobs.Job[errand]) error {
			for done.of("things") < 5 {
				if err := jobs.Continue(ctx); err != nil {
					return err
				}
				if done.add("things") == 2 {
					h.set(7)
				}
			}
			return nil
		})
		b.enqueue(t, errand{[]int64{7}, "long"})
		start(t, b.queue)
		require.Zero(t, b.state(t, 0, "scheduled").Attempt)
		require.Equal(t, 2, done.of("things"))
		h.set()
		b.clock.Advance(time.Minute + time.Second)
		b.state(t, 0, "completed")
		require.Equal(t, 5, done.of("things"))
	})

	t.Run("what a held job wrote in its transaction is undone", func(t *testing.T) {
		t.Parallel()
		b, h := setupHeld(t)
		handle(t, b.queue, jobs.Handling{InTx: true}, func(ctx context.Context, _ jobs.Job[errand]) error {
			h.set(7)
			if err := b.note(ctx, "written"); err != nil {
				return err
			}
			return jobs.Continue(ctx)
		})
		b.enqueue(t, errand{[]int64{7}, "tx"})
		start(t, b.queue)
		b.state(t, 0, "scheduled")
		require.Zero(t, b.notes(t))
	})

	t.Run("a question that fails is a failed attempt", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(o *jobs.Options) {
			o.Suspended = func(context.Context, []int64) (bool, error) { return false, errBoom }
		})
		handle(t, b.queue, jobs.Handling{Retry: []time.Duration{time.Hour}}, func(context.Context, jobs.Job[errand]) error { return nil })
		b.enqueue(t, errand{[]int64{7}, "asked"})
		start(t, b.queue)
		require.Equal(t, 1, b.state(t, 0, "retryable").Attempt)
	})
}
