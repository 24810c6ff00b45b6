package outbox_test

import (
	"context"
	"errors"
	"flag"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
	"allot/internal/platform/request"
	"allot/internal/testkit/dbtest"
)

// TestMain runs many tests at once whatever the machine: they wait more than
// they work.
func TestMain(m *testing.M) {
	_ = flag.Set("test.parallel", "6")
	m.Run()
}

var errBoom = errors.New("boom")

const (
	patience = 20 * time.Second
	tick     = 10 * time.Millisecond
)

type roomSold struct {
	Owner int64 `json:"owner"`
	Room  int64 `json:"room"`
}

func (roomSold) EventKind() string   { return "room.sold" }
func (e roomSold) EventOwner() int64 { return e.Owner }

type roomFreed struct{ roomSold }

func (roomFreed) EventKind() string { return "room.freed" }

// node is what one process has: an outbox with its queue.
type node struct {
	db    *db.DB
	queue *jobs.Queue
	box   *outbox.Outbox
}

func newNode(t *testing.T, d *db.DB, id string, now func() time.Time) *node {
	t.Helper()
	quiet := slog.New(slog.DiscardHandler)
	q, err := jobs.New(d, jobs.Options{NodeID: id, Now: time.Now, Logger: quiet, Poll: 100 * time.Millisecond})
	require.NoError(t, err)
	box, err := outbox.New(d, q, now, quiet)
	require.NoError(t, err)
	return &node{d, q, box}
}

// run starts the node and stops it with the test.
func (n *node) run(t *testing.T) {
	t.Helper()
	require.NoError(t, n.queue.Start(t.Context()))
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() { n.box.Run(ctx) })
	t.Cleanup(func() {
		cancel()
		wg.Wait()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience)
		defer cancel()
		assert.NoError(t, n.queue.Stop(ctx))
	})
}

func (n *node) publish(t *testing.T, events ...outbox.Event) {
	t.Helper()
	require.NoError(t, n.db.InTx(t.Context(), func(ctx context.Context) error { return n.publishAll(ctx, events) }))
}

func (n *node) publishAll(ctx context.Context, events []outbox.Event) error {
	for _, ev := range events {
		if err := n.box.Publish(ctx, ev); err != nil {
			return err
		}
	}
	return nil
}

// ledger is a subscriber that writes: one audit entry an event.
func (n *node) ledger(name string) func(context.Context, outbox.Stored) error {
	return func(ctx context.Context, ev outbox.Stored) error {
		var sold roomSold
		if err := ev.Decode(&sold); err != nil {
			return err
		}
		return audit.New(n.db, time.Now).Record(ctx, audit.Change{OwnerID: 1, UserID: 1, Action: name, ObjectType: "room", ObjectID: sold.Room})
	}
}

// entries counts what ledgers wrote, by subscriber and room.
func entries(t *testing.T, d *db.DB) map[[2]string]int {
	t.Helper()
	var rows []struct{ Action, ObjectID string }
	assert.NoError(t, d.From(t.Context()).NewSelect().Model((*audit.Entry)(nil)).Column("action", "object_id").Scan(t.Context(), &rows))
	got := map[[2]string]int{}
	for _, r := range rows {
		got[[2]string{r.Action, r.ObjectID}]++
	}
	return got
}

func stored(t *testing.T, d *db.DB) int { t.Helper(); return count[outbox.Stored](t, d) }

func count[M any](t *testing.T, d *db.DB) int {
	t.Helper()
	n, err := d.From(t.Context()).NewSelect().Model((*M)(nil)).Count(t.Context())
	if err != nil {
		t.Error(err) // require would end the wrong goroutine
	}
	return int(n)
}

func TestOutbox_Publish(t *testing.T) {
	t.Parallel()

	t.Run("is refused outside a transaction", func(t *testing.T) {
		t.Parallel()
		n := newNode(t, dbtest.New(t), "node-1", time.Now)
		require.ErrorContains(t, n.box.Publish(t.Context(), roomSold{1, 7}), "room.sold")
		require.Zero(t, stored(t, n.db))
	})

	t.Run("leaves no event where the change fails", func(t *testing.T) {
		t.Parallel()
		n := newNode(t, dbtest.New(t), "node-1", time.Now)
		err := n.db.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(n.box.Publish(ctx, roomSold{1, 7}), errBoom)
		})
		require.ErrorIs(t, err, errBoom)
		require.Zero(t, stored(t, n.db))
	})
}

func TestOutbox_Subscribe(t *testing.T) {
	t.Parallel()

	t.Run("a subscriber gets the events of its kinds as they were published, soon after the commit", func(t *testing.T) {
		t.Parallel()
		at := time.Date(2030, 5, 1, 12, 0, 0, 0, time.UTC)
		n := newNode(t, dbtest.New(t), "node-1", func() time.Time { return at })
		type delivery struct {
			ev      outbox.Stored
			request string
		}
		got := make(chan delivery, 10)
		n.box.Subscribe(outbox.Subscription{Name: "listener", Fn: func(ctx context.Context, ev outbox.Stored) error {
			got <- delivery{ev, request.From(ctx).ID}
			return nil
		}, Kinds: []string{"room.freed", "room.moved"}})
		n.run(t)
		ctx := request.With(t.Context(), request.Meta{ID: "req-1"})
		require.NoError(t, n.db.InTx(ctx, func(ctx context.Context) error {
			return n.publishAll(ctx, []outbox.Event{roomSold{1, 7}, roomFreed{roomSold{2, 8}}})
		}))
		committed := time.Now()
		d := <-got
		t.Logf("from commit to subscriber: %s", time.Since(committed))
		require.Equal(t, "room.freed", d.ev.Kind)
		require.EqualValues(t, 2, d.ev.OwnerID)
		require.JSONEq(t, `{"owner":2,"room":8}`, string(d.ev.Payload))
		require.Equal(t, "req-1", d.ev.RequestID)
		require.Equal(t, "req-1", d.request, "work that the subscriber asks for belongs to the same request")
		require.WithinDuration(t, at, d.ev.CreatedAt, 0)
		var freed roomFreed
		require.NoError(t, d.ev.Decode(&freed))
		require.Equal(t, roomFreed{roomSold{2, 8}}, freed)
		require.Error(t, d.ev.Decode(new(int)))
		require.Empty(t, got)
	})

	t.Run("one that fails holds up no other", func(t *testing.T) {
		t.Parallel()
		n := newNode(t, dbtest.New(t), "node-1", time.Now)
		n.box.Subscribe(outbox.Subscription{Name: "broken", Fn: func(context.Context, outbox.Stored) error { return errBoom }, Kinds: []string{"room.sold"}})
		n.box.Subscribe(outbox.Subscription{Name: "ledger", Fn: n.ledger("ledger"), Kinds: []string{"room.sold"}})
		n.run(t)
		for i := range 20 {
			n.publish(t, roomSold{1, int64(i)})
		}
		require.Eventually(t, func() bool { return count[audit.Entry](t, n.db) == 20 }, patience, tick)
	})

	for name, end := range map[string]func() error{"fails": func() error { return errBoom }, "panics": func() error { panic(errBoom) }} {
		t.Run("one that writes before it "+name+" has written nothing, and is tried again by a job", func(t *testing.T) {
			t.Parallel()
			n := newNode(t, dbtest.New(t), "node-1", time.Now)
			write, failed := n.ledger("ledger"), atomic.Bool{}
			n.box.Subscribe(outbox.Subscription{Name: "ledger", Kinds: []string{"room.sold"}, Fn: func(ctx context.Context, ev outbox.Stored) error {
				err := write(ctx, ev)
				if !failed.Swap(true) {
					return errors.Join(err, end())
				}
				return err
			}})
			n.publish(t, roomSold{1, 7})
			taken, err := n.box.Relay(t.Context())
			require.NoError(t, err)
			require.Equal(t, 1, taken)
			require.Zero(t, count[audit.Entry](t, n.db))
			n.run(t)
			require.Eventually(t, func() bool { return count[audit.Entry](t, n.db) == 1 }, patience, tick)
		})
	}

	t.Run("a job for a subscriber that is gone dies, visibly", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		old := newNode(t, d, "node-1", time.Now)
		old.box.Subscribe(outbox.Subscription{Name: "retired", Fn: old.ledger("retired"), Kinds: []string{"room.sold"}})
		require.NoError(t, old.sell(t.Context(), 0, 10, nil)) // too many to be handed over without jobs
		_, err := old.box.Relay(t.Context())
		require.NoError(t, err)

		n := newNode(t, d, "node-2", time.Now)
		n.run(t)
		require.Eventually(t, func() bool {
			list, _, err := n.queue.Dead(t.Context(), 10, 0)
			return err == nil && len(list) == 10 && assert.Contains(t, list[0].LastError, "retired")
		}, patience, tick)
	})
}
