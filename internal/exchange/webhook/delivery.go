package webhook

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"time"

	"allot/internal/platform/apperr"
)

// Status is the outcome of a delivery.
type Status string

// The statuses of deliveries.
const (
	StatusPending Status = "pending"
	StatusSuccess Status = "success"
	StatusFailed  Status = "failed"
)

// ladder has the pauses before the retries, each counted from the attempt before.
var ladder = []time.Duration{5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 8 * time.Hour, 24 * time.Hour}

const (
	// maxPause bounds what an endpoint can ask for with Retry-After.
	maxPause = 24 * time.Hour
	// maxAttempts bounds the attempts of one delivery, with those asked for by hand.
	maxAttempts = 50
)

// Delivery is one message on its way to one endpoint.
type Delivery struct {
	ID           int64           `bun:"id,pk,autoincrement"`
	OwnerID      int64           `bun:"owner_id"`
	EndpointID   int64           `bun:"endpoint_id"`
	DeliveryID   string          `bun:"delivery_id"` // what the receiver knows it by
	Event        string          `bun:"event"`
	EventID      int64           `bun:"event_id"` // of the outbox; 0 for Ping
	ReplayID     *int64          `bun:"replay_id"`
	Payload      json.RawMessage `bun:"payload,type:text"` // the exact body of the request
	Size         int64           `bun:"size"`              // bytes of the payload and of the answers that are kept
	Status       Status          `bun:"status"`
	ResponseCode *int            `bun:"response_code"`
	ResponseBody string          `bun:"response_body"`
	Error        string          `bun:"error"`
	Problems     Reason          `bun:"problems,type:text,nullzero"` // Error with codes
	AttemptCount int             `bun:"attempt_count"`
	RetriesLeft  int             `bun:"retries_left"`
	IsManual     bool            `bun:"is_manual"` // the next attempt was asked for by a user
	NextRetryAt  *time.Time      `bun:"next_retry_at"`
	DueAt        *time.Time      `bun:"due_at"`
	NodeID       *string         `bun:"node_id"` // that is sending it
	CreatedAt    time.Time       `bun:"created_at"`
	FinishedAt   *time.Time      `bun:"finished_at"`

	Attempts []Attempt `bun:"-"`
}

// Attempt is one request of a delivery.
type Attempt struct {
	ID                int64     `bun:"id,pk,autoincrement"`
	OwnerID           int64     `bun:"owner_id"`
	WebhookDeliveryID int64     `bun:"webhook_delivery_id"`
	Number            int       `bun:"number"`
	IsManual          bool      `bun:"is_manual"`
	StartedAt         time.Time `bun:"started_at"`
	DurationMS        int64     `bun:"duration_ms"`
	ResponseCode      *int      `bun:"response_code"`
	ResponseBody      string    `bun:"response_body"`
	Error             string    `bun:"error"`
	Problems          Reason    `bun:"problems,type:text,nullzero"`
}

var (
	// ErrNoDelivery says that a delivery is not there, or not any more.
	ErrNoDelivery = apperr.New(apperr.NotFound, "not_found", "there is no such delivery, or it is not kept any more: use replay to send its event again")
	// ErrDelivered refuses to send again what has arrived.
	ErrDelivered = apperr.New(apperr.Conflict, "already_delivered", "the delivery was successful: use replay to send its event again")
	// ErrSending refuses to hurry a delivery that is being sent.
	ErrSending = apperr.New(apperr.Conflict, "delivery_in_progress", "the delivery is being sent at this moment")
	// ErrTooManyAttempts refuses one more attempt of a delivery.
	ErrTooManyAttempts = apperr.New(apperr.Conflict, "too_many_attempts", "a delivery has at most 50 attempts: use replay to send its event again")
)

// envelope is the body of every request.
type envelope struct {
	Event      string          `json:"event"`
	Timestamp  time.Time       `json:"timestamp"`
	DeliveryID string          `json:"delivery_id"`
	Data       json.RawMessage `json:"data"`
}

// newDelivery makes a delivery that is due now. at is when the event happened.
func newDelivery(e Endpoint, kind string, id int64, at, now time.Time, data json.RawMessage) (Delivery, error) {
	d := Delivery{
		OwnerID: e.OwnerID, EndpointID: e.ID, DeliveryID: "whd_" + rand.Text(), Event: kind, EventID: id,
		Status: StatusPending, RetriesLeft: len(ladder), NextRetryAt: &now, DueAt: &now, CreatedAt: now,
	}
	var err error
	d.Payload, err = json.Marshal(envelope{kind, at.UTC(), d.DeliveryID, data})
	if err != nil {
		return d, fmt.Errorf("encode delivery of event %d: %w", id, err)
	}
	d.Size = int64(len(d.Payload))
	return d, nil
}

// sending reports whether a node is sending the delivery.
func (d Delivery) sending(now time.Time) bool {
	return d.NodeID != nil && d.DueAt != nil && d.DueAt.After(now)
}

// retry prepares one attempt now that a user asked for. After a failed delivery
// it is the only one; of a waiting one it takes the place of the next.
func (d *Delivery) retry(now time.Time) error {
	switch {
	case d.Status == StatusSuccess:
		return ErrDelivered
	case d.Status == StatusPending && d.sending(now):
		return ErrSending
	case d.AttemptCount >= maxAttempts:
		return ErrTooManyAttempts
	}
	if d.Status == StatusFailed {
		d.RetriesLeft = 0
	}
	d.Status, d.IsManual, d.FinishedAt, d.NodeID = StatusPending, true, nil, nil
	d.NextRetryAt, d.DueAt = &now, &now
	return nil
}

// outcome is what became of an attempt.
type outcome struct {
	code       *int
	body       string
	err        Reason
	retryAfter time.Duration
	gone       bool // the endpoint asked for no more
}

func (o outcome) success() bool { return o.code != nil && *o.code >= 200 && *o.code <= 299 }

// recordOutcome puts the outcome of an attempt onto the delivery. A success counts also
// for one that was ended meanwhile, because its endpoint was disabled.
func (d *Delivery) recordOutcome(o outcome, started, now time.Time) {
	wasPending := d.Status == StatusPending
	d.AttemptCount++
	d.Size += int64(len(o.body))
	d.ResponseCode, d.ResponseBody, d.IsManual, d.NodeID = o.code, o.body, false, nil
	switch {
	case o.success():
		d.Status, d.Error, d.Problems = StatusSuccess, "", nil
		d.end(now)
	case !wasPending:
	case d.RetriesLeft == 0 || o.gone:
		d.fail(o.err, now)
	default:
		pause := max(ladder[len(ladder)-d.RetriesLeft], min(o.retryAfter, maxPause))
		next := started.Add(pause)
		d.RetriesLeft--
		d.Error, d.Problems, d.NextRetryAt, d.DueAt = o.err.String(), o.err, &next, &next
	}
}

func (d *Delivery) fail(reason Reason, now time.Time) {
	d.Status, d.Error, d.Problems, d.IsManual, d.NodeID = StatusFailed, reason.String(), reason, false, nil
	d.end(now)
}

func (d *Delivery) end(now time.Time) { d.NextRetryAt, d.DueAt, d.FinishedAt = nil, nil, &now }
