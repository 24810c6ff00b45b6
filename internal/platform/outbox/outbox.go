// Package outbox stores events in the transaction that caused them and hands
// them to subscribers in this program after it has committed.
//
// Its rule: an event exists if and only if its change does. A subscriber runs
// in a transaction, that which takes the event or that of a job of its own: what
// it writes happens exactly once, and one that fails holds up no other.
package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/platform/request"
)

// Event is implemented by each module's event structs. Their JSON is API.
type Event interface {
	EventKind() string // "availability.updated"
	EventOwner() int64 // account the change happened in
}

// Stored is an event as subscribers see it.
type Stored struct {
	bun.BaseModel `bun:"table:outbox_events" json:"-"`

	ID        int64           `bun:"id,pk,autoincrement"`
	Kind      string          `bun:"kind"`
	OwnerID   int64           `bun:"owner_id"`
	Payload   json.RawMessage `bun:"payload,type:text"`
	RequestID string          `bun:"request_id"`
	CreatedAt time.Time       `bun:"created_at"`
}

// Decode fills ev from the stored payload.
func (s Stored) Decode(ev any) error {
	if err := json.Unmarshal(s.Payload, ev); err != nil {
		return fmt.Errorf("read event %d (%s): %w", s.ID, s.Kind, err)
	}
	return nil
}

// Subscription names a function that gets every event of the kinds. The name is
// stored with jobs under way: never rename it.
type Subscription struct {
	Name  string
	Fn    func(ctx context.Context, ev Stored) error
	Kinds []string
	// Wanted reports whether anybody waits for events at all; nil: somebody always
	// does. It is asked after the events were committed, once for many of them.
	Wanted func(ctx context.Context) (bool, error)
}

// Outbox is the store of events and the list of who listens.
type Outbox struct {
	db   *db.DB
	jobs *jobs.Queue
	now  func() time.Time
	log  *slog.Logger
	subs []Subscription
	wake chan struct{}

	insert *db.Statement
}

// New makes the outbox and declares its jobs.
func New(d *db.DB, q *jobs.Queue, now func() time.Time, log *slog.Logger) (*Outbox, error) {
	o := &Outbox{db: d, jobs: q, now: now, log: log, wake: make(chan struct{}, 1)}
	o.insert = d.Statement("INSERT INTO outbox_events (kind, owner_id, payload, request_id, created_at) VALUES (?, ?, ?, ?, ?)")
	return o, q.Declare(
		jobs.Handle(o.deliver, jobs.Handling{InTx: true, Retry: retry}),
		jobs.Handle(o.purge, jobs.Handling{InTx: true}),
		jobs.Every(24*time.Hour, purgeArgs{}),
	)
}

// Subscribe adds subscriptions, before Run.
func (o *Outbox) Subscribe(list ...Subscription) { o.subs = append(o.subs, list...) }

type discardKey struct{}

// Discard returns a context in which no event is stored. The demo's history is made
// in it, before anybody could have subscribed.
func Discard(ctx context.Context) context.Context { return context.WithValue(ctx, discardKey{}, true) }

var errNoTx = errors.New("an event is published in the transaction of its change")

// Publish stores the event in the transaction of ctx.
func (o *Outbox) Publish(ctx context.Context, ev Event) error {
	if _, ok := o.db.Tx(ctx); !ok {
		return fmt.Errorf("event %s: %w", ev.EventKind(), errNoTx)
	}
	if ctx.Value(discardKey{}) != nil {
		return nil
	}
	payload, err := json.Marshal(ev)
	if err != nil {
		return fmt.Errorf("encode event %s: %w", ev.EventKind(), err)
	}
	err = o.insert.Queue(ctx, ev.EventKind(), ev.EventOwner(), string(payload), request.From(ctx).ID, o.now().UTC().Truncate(time.Microsecond))
	if err != nil {
		return fmt.Errorf("store event %s: %w", ev.EventKind(), err)
	}
	o.db.Tell(ctx, topic)
	return nil
}

// topic is told when events were stored.
const topic = "events"

func (o *Outbox) nudge() {
	select {
	case o.wake <- struct{}{}:
	default: // somebody has nudged already
	}
}

// listeners returns those that listen to a kind.
func listeners(subs []Subscription, kind string) []Subscription {
	return slices.DeleteFunc(slices.Clone(subs), func(s Subscription) bool { return !slices.Contains(s.Kinds, kind) })
}

// wanted returns the subscriptions that somebody waits for.
func (o *Outbox) wanted(ctx context.Context) ([]Subscription, error) {
	var list []Subscription
	for _, s := range o.subs {
		if s.Wanted != nil {
			wanted, err := s.Wanted(ctx)
			if err != nil {
				return nil, fmt.Errorf("ask whether %s is wanted: %w", s.Name, err)
			}
			if !wanted {
				continue
			}
		}
		list = append(list, s)
	}
	return list, nil
}
