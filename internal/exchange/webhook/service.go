package webhook

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"allot/internal/exchange/event"
	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbound"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/secret"
)

// Store is what the module asks of its database; a missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	// AfterCommit runs fn once the transaction of ctx has committed.
	AfterCommit(ctx context.Context, fn func())
	// TellDue has the senders of all nodes look for what is due once the transaction of ctx has
	// committed; HearDue calls fn then.
	TellDue(ctx context.Context)
	HearDue(fn func()) (stop func())

	InsertEndpoint(ctx context.Context, e *Endpoint) error
	UpdateEndpoint(ctx context.Context, e Endpoint) error
	DeleteEndpoint(ctx context.Context, owner, id int64) error
	Endpoint(ctx context.Context, owner, id int64) (Endpoint, error)
	LockEndpoint(ctx context.Context, owner, id int64) (Endpoint, error)
	Endpoints(ctx context.Context, owner int64, req page.Request) ([]Endpoint, int, error)
	CountEndpoints(ctx context.Context, owner int64) (int, error)
	// ActiveEndpoints returns those of several accounts, by id.
	ActiveEndpoints(ctx context.Context, owners []int64) ([]Endpoint, error)
	// AnyActive reports whether any account has an active endpoint.
	AnyActive(ctx context.Context) (bool, error)
	// EndpointsAfter walks the endpoints of all accounts.
	EndpointsAfter(ctx context.Context, at time.Time, id int64, limit int) ([]Endpoint, error)

	InsertDeliveries(ctx context.Context, list []Delivery) error
	UpdateDelivery(ctx context.Context, d Delivery) error
	Delivery(ctx context.Context, owner, id int64) (Delivery, error)
	DeliveryByPublicID(ctx context.Context, owner int64, deliveryID string) (Delivery, error)
	LockDelivery(ctx context.Context, owner, id int64) (Delivery, error)
	Deliveries(ctx context.Context, owner, endpoint int64, f DeliveryFilter, req page.Request) ([]Delivery, int, error)
	// FailPending ends the waiting deliveries of an endpoint.
	FailPending(ctx context.Context, owner, endpoint int64, reason Reason, now time.Time) error
	InsertAttempt(ctx context.Context, a *Attempt) error
	// Attempts returns those of several deliveries, in order.
	Attempts(ctx context.Context, deliveries []int64) ([]Attempt, error)

	// DueEndpoints lists the endpoints with deliveries that are due, of all accounts.
	DueEndpoints(ctx context.Context, now time.Time) ([]Due, error)
	// Backlog counts what waits, and the endpoints, of all accounts.
	Backlog(ctx context.Context, now time.Time) (Backlog, error)
	// Claim takes due deliveries of an endpoint for a node until a time.
	Claim(ctx context.Context, endpoint int64, limit int, now, until time.Time, node string) ([]Delivery, error)
	// Unclaim makes deliveries due again that a node has claimed.
	Unclaim(ctx context.Context, ids []int64, node string, now time.Time) error
	// Release makes what a node has claimed due again.
	Release(ctx context.Context, node string, now time.Time) error

	InsertReplay(ctx context.Context, r *Replay) error
	UpdateReplay(ctx context.Context, r Replay) error
	Replay(ctx context.Context, owner, id int64) (Replay, error)
	LockReplay(ctx context.Context, owner, id int64) (Replay, error)
	LastReplay(ctx context.Context, owner, endpoint int64) (Replay, error)

	PurgeDeliveries(ctx context.Context, before time.Time, limit int) (int, error)
	// Trim deletes ended deliveries of an endpoint beyond the newest so many.
	Trim(ctx context.Context, owner, endpoint int64, keep int) error
	TrimReplays(ctx context.Context, owner, endpoint int64, keep int) error
	// TrimBytes deletes the oldest ended deliveries of an account beyond so many bytes, at
	// most so many at once, and returns how many.
	TrimBytes(ctx context.Context, owner, bytes int64, limit int) (int, error)
	// Pending sums what waits for an endpoint, up to a number of deliveries.
	Pending(ctx context.Context, owner, endpoint int64, limit int) (Waiting, error)
}

// DeliveryFilter selects deliveries of an endpoint; what is zero selects all.
type DeliveryFilter struct {
	Status   Status
	Event    string
	From, To time.Time
}

// Due is an endpoint with deliveries that are due.
type Due struct {
	ID      int64
	OwnerID int64
	Failing bool
}

// Backlog is what waits to be sent to all accounts together, for metrics.
type Backlog struct {
	Pending   int       // deliveries, those whose next attempt is hours away included
	Due       int       // of these, now
	OldestDue time.Time // zero if none is due
	Active    int       // endpoints
	Failing   int       // of these, whose last attempts all failed
	Disabled  int       // endpoints that were switched off
}

// Events is what the module asks of the outbox.
type Events interface {
	Event(ctx context.Context, id int64) (outbox.Stored, error)
	Between(ctx context.Context, owner int64, from, to time.Time, after int64, limit int) ([]outbox.Stored, error)
}

// Response is what a receiver answered.
type Response struct {
	Code       int
	Body       []byte // its beginning
	RetryAfter time.Duration
}

// Poster sends requests to receivers, through the guard.
type Poster interface {
	// Post sends a body. The answer says when to try again, counted from now.
	Post(ctx context.Context, url string, header map[string]string, body []byte, now time.Time) (Response, error)
}

// Deps is what the service works with.
type Deps struct {
	Store     Store
	Accounts  *account.Service
	Notify    *notify.Service
	Receivers *event.Service
	Events    Events
	Jobs      *jobs.Queue
	Audit     *audit.Trail
	Box       *secret.Box
	Guard     *outbound.Guard
	// Poster makes what sends requests that take no longer than a time.
	Poster func(timeout time.Duration) Poster
	Now    func() time.Time
	Logger *slog.Logger
	// NodeID names this process among those that share the database.
	NodeID string
	// Keep is how long deliveries are kept; zero: 30 days.
	Keep time.Duration
	// KeepBytes bounds what ended deliveries of an account take; zero: 100 MiB.
	KeepBytes int64
	// PendingBytes bounds what waits for an endpoint; zero: 50 MiB.
	PendingBytes int64
	// Timeout bounds one attempt; zero: 30 seconds.
	Timeout time.Duration
	// Poll is how often is looked for what time has made due, or a node that was killed; zero: 15 s.
	Poll time.Duration
}

const (
	defaultKeep = 30 * 24 * time.Hour
	// defaultTimeout is the time that a receiver has to answer.
	defaultTimeout = 30 * time.Second
	defaultPoll    = 15 * time.Second

	// maxTries bounds how often an account makes us connect to addresses that it typed.
	maxTries  = 60
	triesTime = time.Hour
)

// Service is the module's front.
type Service struct {
	deps   Deps
	store  Store
	tries  *ratelimit.Windows[int64]
	growth growth
	sender *sender
}

// New makes the service.
func New(d Deps) *Service {
	if d.Keep <= 0 {
		d.Keep = defaultKeep
	}
	if d.KeepBytes <= 0 {
		d.KeepBytes = defaultKeepBytes
	}
	if d.PendingBytes <= 0 {
		d.PendingBytes = defaultPendingBytes
	}
	if d.Timeout <= 0 {
		d.Timeout = defaultTimeout
	}
	if d.Poll <= 0 {
		d.Poll = defaultPoll
	}
	s := &Service{deps: d, store: d.Store, tries: ratelimit.New[int64](maxTries, triesTime, ratelimit.MaxStrangers, d.Now)}
	s.sender = newSender(s)
	return s
}

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// charge counts what connects to an address that the account typed.
func (s *Service) charge(owner int64) error {
	if c := s.tries.Take(owner); !c.Allowed {
		return ErrTooOften.After(c.Reset)
	}
	return nil
}

func (s *Service) record(ctx context.Context, action string, owner, id int64, before, after any) error {
	return s.deps.Audit.Record(ctx, audit.Change{OwnerID: owner, Action: action, ObjectType: "webhook_endpoint", ObjectID: id, Before: before, After: after})
}

// Subscriptions names what the module listens to. What is published waits for some receivers, which
// may make their first endpoint meanwhile.
func (s *Service) Subscriptions() []outbox.Subscription {
	others := slices.DeleteFunc(slices.Clone(event.Kinds), func(kind string) bool { return kind == event.Published })
	return []outbox.Subscription{
		{Name: "webhook.publications", Fn: s.deliver, Kinds: []string{event.Published}},
		{Name: "webhook.deliveries", Fn: s.deliver, Kinds: others, Wanted: s.store.AnyActive},
	}
}

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.runReplay, jobs.Handling{}), jobs.Handle(s.deliverLate, jobs.Handling{InTx: true}),
		jobs.Handle(s.boundAccount, jobs.Handling{}),
		jobs.Handle(s.clean, jobs.Handling{}), jobs.Every(time.Hour, cleanArgs{}),
	}
}
