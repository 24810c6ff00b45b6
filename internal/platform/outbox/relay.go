package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/platform/request"
)

const (
	batch = 200
	// few is how many events are handed over in the transaction that takes them, without a job. Of more, each
	// has a transaction of its own, so that none is open for long and several workers share them.
	few = 8
	// atMost bounds that transaction.
	atMost = 10 * time.Second
	// interval is the pause between two looks for events that nobody has told of: those of a
	// process that was killed.
	interval = 15 * time.Second
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
	for look := o.Relay; ; {
		n, err := look(ctx)
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
			look = o.relayNow
		case <-tick.C:
			look = o.Relay
		}
	}
}

// Relay hands the waiting events to their subscribers and returns the number of events: a few at once,
// many by a job for each event and subscriber. What a subscriber fails with is left to jobs too.
// Concurrent nodes take different events.
func (o *Outbox) Relay(ctx context.Context) (taken int, err error) {
	// Reading first avoids a write transaction on SQLite while nothing waits.
	waiting, err := o.db.From(ctx).NewSelect().Model((*Stored)(nil)).Where("relayed_at IS NULL").Exists(ctx)
	if err != nil || !waiting {
		return 0, err
	}
	return o.relayNow(ctx)
}

func (o *Outbox) relayNow(ctx context.Context) (taken int, err error) {
	taken, err = o.relay(ctx, o.handOver)
	if _, failed := errors.AsType[*subscriberError](err); failed && ctx.Err() == nil {
		taken, err = o.relay(ctx, o.enqueue)
	}
	return taken, err
}

func (o *Outbox) relay(ctx context.Context, pass func(ctx context.Context, events []Stored) error) (taken int, err error) {
	err = o.db.InTx(ctx, func(ctx context.Context) error {
		events, err := o.takeWaiting(ctx)
		if taken = len(events); err != nil || taken == 0 {
			return err
		}
		return pass(ctx, events)
	})
	return taken, err
}

// takeWaiting returns events that wait, oldest first, and marks them relayed.
func (o *Outbox) takeWaiting(ctx context.Context) (events []Stored, err error) {
	waiting := o.db.From(ctx).NewSelect().Model((*Stored)(nil)).Column("id").Where("relayed_at IS NULL").Order("id").Limit(batch)
	if o.db.Engine() == db.Postgres {
		waiting = waiting.For("UPDATE SKIP LOCKED")
	}
	_, err = o.db.From(ctx).NewUpdate().Model((*Stored)(nil)).Set("relayed_at = ?", o.now().UTC()).
		Where("id IN (?)", waiting).Returning("id, kind, owner_id, payload, request_id, created_at").Exec(ctx, &events)
	if err != nil {
		return nil, fmt.Errorf("take waiting events: %w", err)
	}
	slices.SortFunc(events, func(a, b Stored) int { return cmp.Compare(a.ID, b.ID) })
	return events, nil
}

// handOver calls the subscribers of a few events, in the transaction of ctx.
func (o *Outbox) handOver(ctx context.Context, events []Stored) error {
	if len(events) > few {
		return o.enqueue(ctx, events)
	}
	subs, err := o.wanted(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, atMost)
	defer cancel()
	for _, ev := range events {
		for _, s := range listeners(subs, ev.Kind) {
			if err := call(ctx, s, ev); err != nil {
				return &subscriberError{s.Name, err}
			}
		}
	}
	return nil
}

// call has a subscriber handle an event, for the request that caused it.
func call(ctx context.Context, s Subscription, ev Stored) (err error) {
	defer func() {
		if v := recover(); v != nil { // the job that follows tells where
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return s.Fn(request.With(ctx, request.Meta{ID: ev.RequestID}), ev)
}

// subscriberError is what a subscriber failed with.
type subscriberError struct {
	name string
	err  error
}

func (e *subscriberError) Error() string { return e.name + ": " + e.err.Error() }

func (e *subscriberError) Unwrap() error { return e.err }

// enqueue makes a job for each event and subscriber.
func (o *Outbox) enqueue(ctx context.Context, events []Stored) error {
	subs, err := o.wanted(ctx)
	if err != nil {
		return err
	}
	var work []jobs.Args
	for _, ev := range events {
		for _, s := range listeners(subs, ev.Kind) {
			work = append(work, deliverArgs{EventID: ev.ID, Subscriber: s.Name, request: ev.RequestID})
		}
	}
	return o.jobs.EnqueueAll(ctx, work)
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
