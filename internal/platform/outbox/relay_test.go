package outbox_test

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/platform/outbox"
	"allot/internal/testkit/dbtest"
)

func TestOutbox_Run(t *testing.T) {
	t.Parallel()

	t.Run("every subscriber handles every event exactly once, with several nodes, rollbacks and failures", func(t *testing.T) {
		t.Parallel()
		const (
			writers   = 5
			perBatch  = 10
			failEvery = 9
		)
		batches := 10
		d := dbtest.New(t)
		if slowSQLite && d.Engine() == db.SQLite {
			batches = 1
		}
		nodes := []*node{newNode(t, d, "node-1", time.Now)}
		if d.Engine() == db.Postgres {
			nodes = append(nodes, newNode(t, d, "node-2", time.Now))
		}
		var fails failures
		for _, n := range nodes {
			n.box.Subscribe(outbox.Subscription{Name: "ledger", Fn: n.ledger("ledger"), Kinds: []string{"room.sold"}})
			n.box.Subscribe(outbox.Subscription{Name: "shaky", Fn: fails.first(failEvery, n.ledger("shaky")), Kinds: []string{"room.sold", "room.freed"}})
			n.run(t)
		}

		var wg sync.WaitGroup
		for w := range writers {
			wg.Go(func() {
				for b := range batches {
					n := nodes[(w+b)%len(nodes)]
					first := int64(1000*w + 10*b)
					undone := n.sell(t.Context(), 100_000+first, perBatch, errBoom)
					assert.Same(t, errBoom, undone)
					if err := n.sell(t.Context(), first, perBatch, nil); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		events := writers * batches * perBatch
		require.Equal(t, events, stored(t, d))
		require.Eventually(t, func() bool { return count[audit.Entry](t, d) >= 2*events }, time.Minute, 5*tick)
		require.Eventually(t, func() bool {
			idle, err := nodes[0].queue.Idle(t.Context())
			return err == nil && idle
		}, patience, tick)
		require.Positive(t, fails.count())
		got := entries(t, d)
		require.Len(t, got, 2*events)
		for who, times := range got {
			require.Equal(t, 1, times, "%v", who)
			room, err := strconv.Atoi(who[1])
			require.NoError(t, err)
			require.Less(t, room, 100_000, "an event of a change that was rolled back")
		}
	})

	t.Run("finds what a node published that runs no workers", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		worker, web := newNode(t, d, "node-1", time.Now), newNode(t, d, "node-2", time.Now)
		worker.box.Subscribe(outbox.Subscription{Name: "ledger", Fn: worker.ledger("ledger"), Kinds: []string{"room.sold"}})
		worker.run(t)
		web.publish(t, roomSold{1, 7})
		require.Eventually(t, func() bool { return count[audit.Entry](t, d) == 1 }, patience, tick)
	})
}

func TestOutbox_Relay(t *testing.T) {
	t.Parallel()

	t.Run("hands over a few at once, many by jobs, each once, those without a subscriber too", func(t *testing.T) {
		t.Parallel()
		n := newNode(t, dbtest.New(t), "node-1", time.Now)
		n.box.Subscribe(outbox.Subscription{Name: "ledger", Fn: n.ledger("ledger"), Kinds: []string{"room.sold"}})
		require.NoError(t, n.sell(t.Context(), 0, 201, nil))
		n.publish(t, roomFreed{})
		for _, want := range []int{200, 2, 0} {
			taken, err := n.box.Relay(t.Context())
			require.NoError(t, err)
			require.Equal(t, want, taken)
		}
		counts, err := n.queue.Counts(t.Context())
		require.NoError(t, err)
		require.Equal(t, map[string]int{"available": 200}, counts)
		require.Equal(t, 1, count[audit.Entry](t, n.db))
	})

	t.Run("makes no jobs for a subscriber that nobody waits for", func(t *testing.T) {
		t.Parallel()
		n := newNode(t, dbtest.New(t), "node-1", time.Now)
		asked, wanted := 0, false
		n.box.Subscribe(outbox.Subscription{Name: "ledger", Fn: n.ledger("ledger"), Kinds: []string{"room.sold"}, Wanted: func(context.Context) (bool, error) {
			asked++
			return wanted, nil
		}})
		for _, wanted = range []bool{false, true} {
			require.NoError(t, n.sell(t.Context(), 0, 10, nil))
			_, err := n.box.Relay(t.Context())
			require.NoError(t, err)
		}
		counts, err := n.queue.Counts(t.Context())
		require.NoError(t, err)
		require.Equal(t, map[string]int{"available": 10}, counts)
		require.Equal(t, 2, asked, "once for many events")
	})
}

func TestOutbox_purge(t *testing.T) {
	t.Parallel()

	t.Run("forgets old events once a day, but none that is still to be relayed", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		now := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
		ago := func(days int) *node {
			return newNode(t, d, fmt.Sprint("past-", days), func() time.Time { return now.AddDate(0, 0, -days) })
		}
		ago(46).publish(t, roomSold{1, 1})
		ago(44).publish(t, roomSold{1, 2})
		_, err := ago(44).box.Relay(t.Context())
		require.NoError(t, err)
		ago(60).publish(t, roomSold{1, 3})

		n := newNode(t, d, "node-1", func() time.Time { return now })
		require.NoError(t, n.queue.Start(t.Context()))
		t.Cleanup(func() { assert.NoError(t, n.queue.Stop(context.WithoutCancel(t.Context()))) })
		require.Eventually(t, func() bool { return stored(t, d) < 3 }, patience, tick)
		var left []outbox.Stored
		require.NoError(t, d.From(t.Context()).NewSelect().Model(&left).Order("id").Scan(t.Context()))
		require.Len(t, left, 2)
		require.JSONEq(t, `{"owner":1,"room":2}`, string(left[0].Payload))
		require.JSONEq(t, `{"owner":1,"room":3}`, string(left[1].Payload))
	})
}

// sell publishes n events in one transaction that ends with result.
func (n *node) sell(ctx context.Context, first int64, count int, result error) error {
	return n.db.InTx(ctx, func(ctx context.Context) error {
		for i := range count {
			if err := n.box.Publish(ctx, roomSold{1, first + int64(i)}); err != nil {
				return err
			}
		}
		return result
	})
}

// failures makes a subscriber fail, after it has written, the first time it
// sees every n-th event.
type failures struct {
	mu   sync.Mutex
	seen map[int64]bool
}

func (f *failures) first(n int64, fn func(context.Context, outbox.Stored) error) func(context.Context, outbox.Stored) error {
	return func(ctx context.Context, ev outbox.Stored) error {
		if err := fn(ctx, ev); err != nil {
			return err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if ev.ID%n != 0 || f.seen[ev.ID] {
			return nil
		}
		if f.seen == nil {
			f.seen = map[int64]bool{}
		}
		f.seen[ev.ID] = true
		return errBoom
	}
}

func (f *failures) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.seen)
}

func TestOutbox_Waiting(t *testing.T) {
	t.Parallel()
	now := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
	n := newNode(t, dbtest.New(t), "node-1", func() time.Time { return now })
	count, oldest, err := n.box.Waiting(t.Context())
	require.NoError(t, err)
	require.Zero(t, count)
	require.Zero(t, oldest)

	n.publish(t, roomSold{Room: 1})
	now = now.Add(time.Minute)
	n.publish(t, roomSold{Room: 2})
	count, oldest, err = n.box.Waiting(t.Context())
	require.NoError(t, err)
	require.Equal(t, 2, count)
	require.WithinDuration(t, now.Add(-time.Minute), oldest, 0)
	_, err = n.box.Relay(t.Context())
	require.NoError(t, err)
	count, _, err = n.box.Waiting(t.Context())
	require.NoError(t, err)
	require.Zero(t, count)
}
