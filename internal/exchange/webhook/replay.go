package webhook

import (
	"slices"
	"strings"
	"time"

	"allot/internal/platform/apperr"
)

// ReplayStatus says how far a replay is.
type ReplayStatus string

// The statuses of replays.
const (
	ReplayRunning ReplayStatus = "running"
	ReplayDone    ReplayStatus = "done"
	// ReplayLimited ended early, because it made as many deliveries as one replay may.
	ReplayLimited ReplayStatus = "limited"
)

// Replay sends the events of a range of time once more to one endpoint.
type Replay struct {
	ID         int64        `bun:"id,pk,autoincrement" json:"id"`
	OwnerID    int64        `bun:"owner_id" json:"-"`
	EndpointID int64        `bun:"endpoint_id" json:"endpoint"`
	From       time.Time    `bun:"from_time" json:"from"`
	To         time.Time    `bun:"to_time" json:"to"`
	EventTypes []string     `bun:"event_types,type:text" json:"event_types"`
	Status     ReplayStatus `bun:"status" json:"status"`
	Deliveries int          `bun:"deliveries" json:"deliveries"`
	SourceID   int64        `bun:"source_id" json:"-"`
	AfterTime  time.Time    `bun:"after_time" json:"-"`
	AfterID    int64        `bun:"after_id" json:"-"`
	CreatedAt  time.Time    `bun:"created_at" json:"created_at"`
	FinishedAt *time.Time   `bun:"finished_at" json:"finished_at"`
}

const (
	// maxReplay bounds the deliveries of one replay.
	maxReplay = 10_000
	// replayAtOnce is how many events are read and rendered between two transactions.
	replayAtOnce = 25
)

// ErrReplaying refuses a second replay of an endpoint.
var ErrReplaying = apperr.New(apperr.Conflict, "replay_running", "a replay of this endpoint is running: wait until it is done")

// ReplayInput is what a replay is asked for with. Without event types it is those
// that the endpoint is subscribed to; without To, until now.
type ReplayInput struct {
	From, To   time.Time
	EventTypes []string
}

// replay checks the input; keep is how far back events are stored.
func (in ReplayInput) replay(e Endpoint, now time.Time, keep time.Duration) (Replay, error) {
	var f apperr.Fields
	if in.To.IsZero() || in.To.After(now) {
		in.To = now
	}
	f.Check(!in.From.IsZero(), "from", "is required")
	f.Checkf(in.From.IsZero() || !in.From.Before(now.Add(-keep)), "from", "must be at most %d days ago: older events are not kept", int(keep.Hours()/24))
	f.Check(in.From.Before(in.To), "to", "must be after from")
	if len(in.EventTypes) == 0 {
		in.EventTypes = e.EventTypes
	}
	for _, kind := range in.EventTypes {
		f.Checkf(e.wants(kind), "event_types", "must be types that the endpoint is subscribed to: %s", strings.Join(e.EventTypes, ", "))
	}
	types := slices.DeleteFunc(slices.Compact(slices.Sorted(slices.Values(in.EventTypes))), func(kind string) bool { return kind == Ping })
	return Replay{
		OwnerID: e.OwnerID, EndpointID: e.ID, From: in.From.UTC(), To: in.To.UTC(), EventTypes: types,
		Status: ReplayRunning, AfterTime: in.From.UTC(), CreatedAt: now,
	}, f.Err()
}
