package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
)

const (
	batch = 200
	// interval is the pause between two looks for events that nobody has told of: those of a
	// process that was killed.
	interval = 5 * time.Second
	// Keep is how far back events can be replayed. It is longer than a failed delivery
	// can be retried.
	Keep = 45 * 24 * time.Hour
)

// retry starts soon: a subscriber uses the database only, and what failed mostly
// works a moment later.
var retry = append([]time.Duration{time.Second}, jobs.DefaultRetry...)

// Run relays events to their subscribers until ctx ends.
func (o *Outbox) Run(ctx context.Context) {
	defer o.db.Hear(topic, o.nudge)()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		n, err := o.Relay(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			o.log.ErrorContext(ctx, "events not relayed", "error", err)
		case n == batch:
			continue // more are waiting
		}
		select {
		case <-ctx.Done():
			return
		case <-o.wake:
		case <-tick.C:
		}
	}
}

// Relay enqueues one job for each waiting event and subscriber, and returns the
// number of events. Concurrent nodes take different events.
func (o *Outbox) Relay(ctx context.Context) (taken int, err error) {
	// Reading first avoids a write transaction on SQLite while nothing waits.
	waiting, err := o.db.From(ctx).NewSelect().Model((*Stored)(nil)).Where("relayed_at IS NULL").Exists(ctx)
	if err != nil || !waiting {
		return 0, err
	}
	err = o.db.InTx(ctx, func(ctx context.Context) error {
		taken, err = o.relayBatch(ctx)
		return err
	})
	return taken, err
}

// Waiting returns how many events wait to be relayed, and since when the oldest does,
// for the metrics.
func (o *Outbox) Waiting(ctx context.Context) (n int, oldest time.Time, err error) {
	var row struct {
		N      int
		Oldest bun.NullTime
	}
	err = o.db.From(ctx).NewSelect().Model((*Stored)(nil)).ColumnExpr("count(*) AS n, min(created_at) AS oldest").Where("relayed_at IS NULL").Scan(ctx, &row)
	if err != nil {
		return 0, oldest, fmt.Errorf("count waiting events: %w", err)
	}
	return row.N, row.Oldest.Time, nil
}

func (o *Outbox) relayBatch(ctx context.Context) (int, error) {
	var events []Stored
	q := o.db.From(ctx).NewSelect().Model(&events).Column("id", "kind", "request_id").
		Where("relayed_at IS NULL").Order("id").Limit(batch)
	if o.db.Engine() == db.Postgres {
		q = q.For("UPDATE SKIP LOCKED")
	}
	if err := q.Scan(ctx); err != nil {
		return 0, fmt.Errorf("read waiting events: %w", err)
	}
	if len(events) == 0 {
		return 0, nil
	}
	subs, err := o.wanted(ctx)
	if err != nil {
		return 0, err
	}
	ids := make([]int64, len(events))
	var work []jobs.Args
	for i, ev := range events {
		ids[i] = ev.ID
		for _, name := range listeners(subs, ev.Kind) {
			work = append(work, deliverArgs{EventID: ev.ID, Subscriber: name, request: ev.RequestID})
		}
	}
	if err := o.jobs.EnqueueAll(ctx, work); err != nil {
		return 0, err
	}
	_, err = o.db.From(ctx).NewUpdate().Model((*Stored)(nil)).Set("relayed_at = ?", o.now().UTC()).
		Where("id IN (?)", bun.List(ids)).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("mark events relayed: %w", err)
	}
	return len(events), nil
}

type deliverArgs struct {
	EventID    int64  `json:"event_id"`
	Subscriber string `json:"subscriber"`
	request    string // id of the request that caused the event
}

func (deliverArgs) Kind() string { return "event_deliver" }

func (a deliverArgs) CausedBy() string { return a.request }

func (o *Outbox) deliver(ctx context.Context, j jobs.Job[deliverArgs]) error {
	for _, s := range o.subs {
		if s.Name != j.Args.Subscriber {
			continue
		}
		var ev Stored
		err := o.db.From(ctx).NewSelect().Model(&ev).Where("id = ?", j.Args.EventID).Scan(ctx)
		if err != nil {
			return fmt.Errorf("read event %d: %w", j.Args.EventID, err)
		}
		return s.Fn(ctx, ev)
	}
	return jobs.Cancel(fmt.Errorf("nobody is called %q any more", j.Args.Subscriber))
}

// Redate gives events that wait the present time. Those of the demo's history would be
// purged for their age before they are delivered.
func (o *Outbox) Redate(ctx context.Context) error {
	return o.db.InTx(ctx, func(ctx context.Context) error {
		_, err := o.db.From(ctx).NewUpdate().Model((*Stored)(nil)).Set("created_at = ?", o.now().UTC().Truncate(time.Microsecond)).
			Where("relayed_at IS NULL").Exec(ctx)
		if err != nil {
			return fmt.Errorf("redate events: %w", err)
		}
		return nil
	})
}

type purgeArgs struct{}

func (purgeArgs) Kind() string { return "event_purge" }

// purge deletes events that can no longer be replayed.
func (o *Outbox) purge(ctx context.Context, _ jobs.Job[purgeArgs]) error {
	_, err := o.db.From(ctx).NewDelete().Model((*Stored)(nil)).
		Where("created_at < ? AND relayed_at IS NOT NULL", o.now().UTC().Add(-Keep)).Exec(ctx)
	if err != nil {
		return fmt.Errorf("purge events: %w", err)
	}
	return nil
}
