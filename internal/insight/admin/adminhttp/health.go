package adminhttp

import (
	"context"
	"net/http"
	"time"

	"allot/internal/exchange/webhook"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
)

// Figures is what the handlers ask of the rest of the program for the health of the
// platform.
type Figures struct {
	Webhooks *webhook.Service
	Events   interface {
		Waiting(ctx context.Context) (n int, oldest time.Time, err error)
	}
	// Free returns the free bytes on the disk of the data folder.
	Free    func() (int64, error)
	Version string
}

type (
	healthResponse struct{ Body healthBody }
	healthBody     struct {
		Version  string         `json:"version" doc:"Of the program that answers"`
		Database databaseHealth `json:"database" doc:"The database and its schema"`
		Disk     *int64         `json:"disk_free_bytes" nullable:"true" doc:"Free on the disk of the data folder; null: it cannot be told"`
		Jobs     map[string]int `json:"jobs" doc:"Jobs by state; discarded ones failed for good"`
		Queues   []queueHealth  `json:"queues" nullable:"false" doc:"What is due and does not run yet, by queue; mail and bulk_mail are letters"`
		Events   eventsHealth   `json:"events" doc:"Events that wait to be told to their subscribers"`
		Webhooks webhooksHealth `json:"webhooks" doc:"Of all accounts together"`
	}
	databaseHealth struct {
		Engine  string `json:"engine" enum:"sqlite,postgres" doc:"Which database it is"`
		Bytes   int64  `json:"bytes" doc:"What it takes"`
		Schema  int64  `json:"schema" doc:"Version of the schema"`
		Current bool   `json:"current" doc:"The schema is the one that this program knows"`
	}
	queueHealth struct {
		Queue  string     `json:"queue" doc:"Name of the queue"`
		Jobs   int        `json:"jobs" doc:"How many are due"`
		Oldest *time.Time `json:"oldest" nullable:"true" doc:"Since when the oldest is due; null: none is"`
	}
	eventsHealth struct {
		Waiting int        `json:"waiting" doc:"How many wait"`
		Oldest  *time.Time `json:"oldest" nullable:"true" doc:"Since when the oldest waits; null: none does"`
	}
	webhooksHealth struct {
		Active    int        `json:"active" doc:"Endpoints that are written to"`
		Failing   int        `json:"failing" doc:"Of these, those whose last attempts all failed"`
		Disabled  int        `json:"disabled" doc:"Endpoints that were switched off because they failed for days"`
		Waiting   int        `json:"waiting" doc:"Deliveries that wait, also for an attempt that is hours away"`
		Due       int        `json:"due" doc:"Of these, due now"`
		OldestDue *time.Time `json:"oldest_due" nullable:"true" doc:"Since when the oldest is due; null: none is"`
	}
)

func (h *handlers) registerHealth(s *httpx.Server) {
	httpx.Register(s, httpx.Op{
		ID: "getPlatformHealth", Method: http.MethodGet, Path: "/api/admin/health/", Tag: tag, Rule: staff,
		Summary:     "How the platform is doing",
		Description: "Jobs, letters, events and webhooks that wait, the size of the database, and versions. The figures are those of the metrics, for people.",
	}, h.health)
}

func (h *handlers) health(ctx context.Context, _ *struct{}) (*healthResponse, error) {
	body := healthBody{Version: h.Figures.Version, Queues: []queueHealth{}}
	for _, read := range []func(context.Context, *healthBody) error{h.databaseHealth, h.jobsHealth, h.eventsHealth, h.webhooksHealth} {
		if err := read(ctx, &body); err != nil {
			return nil, err
		}
	}
	if free, err := h.Figures.Free(); err == nil {
		body.Disk = &free
	}
	return &healthResponse{Body: body}, nil
}

func (h *handlers) databaseHealth(ctx context.Context, body *healthBody) error {
	bytes, err := h.DB.Size(ctx)
	if err != nil {
		return err
	}
	current, newest, err := h.DB.SchemaVersion(ctx)
	body.Database = databaseHealth{Engine: string(h.DB.Engine()), Bytes: bytes, Schema: current, Current: current == newest}
	return err
}

func (h *handlers) jobsHealth(ctx context.Context, body *healthBody) (err error) {
	if body.Jobs, err = h.Jobs.Counts(ctx); err != nil {
		return err
	}
	backlogs, err := h.Jobs.Backlogs(ctx)
	due := map[jobs.QueueName]jobs.Backlog{}
	for _, b := range backlogs {
		due[b.Queue] = b
	}
	for _, q := range []jobs.QueueName{jobs.QueueGeneral, jobs.QueueMail, jobs.QueueBulkMail, jobs.QueueExports, jobs.QueueSyncs} {
		body.Queues = append(body.Queues, queueHealth{Queue: string(q), Jobs: due[q].Jobs, Oldest: since(due[q].Oldest)})
	}
	return err
}

func (h *handlers) eventsHealth(ctx context.Context, body *healthBody) error {
	n, oldest, err := h.Figures.Events.Waiting(ctx)
	body.Events = eventsHealth{Waiting: n, Oldest: since(oldest)}
	return err
}

func (h *handlers) webhooksHealth(ctx context.Context, body *healthBody) error {
	b, err := h.Figures.Webhooks.Backlog(ctx)
	body.Webhooks = webhooksHealth{
		Active: b.Active, Failing: b.Failing, Disabled: b.Disabled, Waiting: b.Pending, Due: b.Due, OldestDue: since(b.OldestDue),
	}
	return err
}

// since returns a time for an answer, nil for none.
func since(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
