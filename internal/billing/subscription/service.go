package subscription

import (
	"context"
	"log/slog"
	"time"

	"allot/internal/billing/processor"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/page"
	"allot/internal/platform/ratelimit"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	Subscription(ctx context.Context, owner int64) (Subscription, error)
	// OwnerOf finds an account by the id of its customer at the processor.
	OwnerOf(ctx context.Context, customer string) (int64, error)
	SaveSubscription(ctx context.Context, s Subscription) error
	// Due lists what the job has to look at, the longest due first, after one that it has looked at.
	Due(ctx context.Context, today civil.Date, after Due, limit int) ([]Due, error)

	Cards(ctx context.Context, owner int64) ([]Card, error)
	InsertCard(ctx context.Context, c *Card) error
	DeleteCard(ctx context.Context, owner, id int64) error
	// SetPrimary makes a card the only primary one of its account.
	SetPrimary(ctx context.Context, owner, id int64) error

	Address(ctx context.Context, owner int64) (Address, error)
	SaveAddress(ctx context.Context, a Address) error
	Seller(ctx context.Context) (Seller, error)
	// LockSeller returns the seller, or first if there is none, and locks it.
	LockSeller(ctx context.Context, first Seller) (Seller, error)
	SaveSeller(ctx context.Context, s Seller) error

	Pending(ctx context.Context, owner int64) (Charge, error)
	Charge(ctx context.Context, id int64) (Charge, error)
	ChargeOf(ctx context.Context, owner int64, payment string) (Charge, error)
	InsertCharge(ctx context.Context, c *Charge) error
	UpdateCharge(ctx context.Context, c Charge) error

	// NextNumber returns the next number of a bill in a year and keeps others waiting until
	// the transaction ends.
	NextNumber(ctx context.Context, year int) (int, error)
	// InsertBill stores an entry of the history; one with the same reference is left as it is.
	InsertBill(ctx context.Context, b *Bill) error
	// OwnerOfBill returns the account that a bill was written for.
	OwnerOfBill(ctx context.Context, number string) (int64, error)
	Bills(ctx context.Context, owner int64, req page.Request) ([]Bill, int, error)
	Bill(ctx context.Context, owner int64, number string) (Bill, error)
	// BillOf returns the entry that a payment left, without its document.
	BillOf(ctx context.Context, owner int64, reference string) (Bill, error)

	// AddEvent stores the id of an event of the processor, and reports whether it is new.
	AddEvent(ctx context.Context, id string, at time.Time) (added bool, err error)
	PurgeEvents(ctx context.Context, before time.Time) error
}

// Deps is what the service works with.
type Deps struct {
	Store     Store
	Accounts  *account.Service
	Plans     *plan.Service
	Settings  *settings.Service
	Notify    *notify.Service
	Jobs      *jobs.Queue
	Audit     *audit.Trail
	Mail      mailer.Sender
	Processor processor.Processor
	// ParseEvent checks the signature of a message of the processor and reads it.
	ParseEvent func(payload []byte, header string) (processor.Event, error)
	// Installation tells the payments of several installations with one processor apart.
	Installation func() string
	ZUGFeRD      bool
	Logger       *slog.Logger
	Now          func() time.Time
}

// Service implements the operations of the module.
type Service struct {
	deps     Deps
	store    Store
	printing chan struct{}
	asking   *ratelimit.Windows[int64]
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{
		deps: d, store: d.Store, printing: make(chan struct{}, printedAtOnce),
		asking: ratelimit.New[int64](maxAsked, askedWindow, ratelimit.MaxStrangers, d.Now),
	}
}

// maxAsked is how often the users of an account may have the processor asked in askedWindow:
// enough for a bad day with several cards, too little to try out stolen ones.
const (
	maxAsked    = 30
	askedWindow = time.Hour
)

var errAskedTooOften = apperr.New(apperr.TooMany, "payment_limit", "too many cards and payments were tried")

// count counts a request that asks the processor, where there is one.
func (s *Service) count(who auth.Caller) error {
	if err := s.accepts(); err != nil {
		return err
	}
	c := s.asking.Take(who.OwnerID)
	if c.Allowed {
		return nil
	}
	return errAskedTooOften.Withf("%d cards and payments can be tried an hour; try again after %s", maxAsked, s.now().Add(c.Reset).Format(time.RFC3339)).
		With("limit", maxAsked).After(c.Reset)
}

func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) today() civil.Date { return civil.Of(s.now()) }

// Payments says with which processor accounts pay, if they do.
func (s *Service) Payments() processor.Kind { return s.deps.Processor.Kind() }

// Sandbox reports whether payments are only played through.
func (s *Service) Sandbox() bool { return s.Payments() == processor.KindSandbox }

// accepts refuses what needs money where payments are off.
func (s *Service) accepts() error {
	if s.Payments() == processor.KindOff {
		return processor.ErrOff
	}
	return nil
}

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.findDue, jobs.Handling{}), jobs.Every(time.Hour, dueArgs{}),
		jobs.Handle(s.renewDue, jobs.Handling{}),
		jobs.Handle(s.settleLate, jobs.Handling{Retry: settleRetry}),
		jobs.Handle(s.detachCard, jobs.Handling{}),
		jobs.Handle(s.sendLetter, jobs.Handling{Timeout: time.Minute, Queue: jobs.QueueMail}),
		jobs.Handle(s.purgeEvents, jobs.Handling{}), jobs.Every(24*time.Hour, purgeArgs{}),
	}
}
