package allotment

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/mailing"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/inventory/allotment/reading"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/partners/contract"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
)

// Store is what the module asks of its database. A missing record is
// apperr.ErrNotFound. Rows of days, pool and loans carry the version of the
// write that last changed them.
type Store interface {
	reading.Store
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Raise takes the lock of a property, raises its stamp and returns its next
	// version.
	Raise(ctx context.Context, owner, property int64, scope WriteScope) (reading.Version, error)
	// RaiseByCalendar is Raise for the property of a calendar.
	RaiseByCalendar(ctx context.Context, owner, calendar int64, scope WriteScope) (property int64, v reading.Version, err error)
	// LockVersion is Raise without another version.
	LockVersion(ctx context.Context, owner, property int64) error
	// InsertProperty makes the row that Raise locks.
	InsertProperty(ctx context.Context, owner, property int64) error

	InsertCalendar(ctx context.Context, c *rules.Calendar) error

	// Blocks are those of one calendar, by room and season.
	Blocks(ctx context.Context, owner, calendar int64) ([]rules.Block, error)

	// Days are the records of one calendar, of some rooms in a season.
	Days(ctx context.Context, owner, calendar int64, rooms []int64, season civil.Range) ([]rules.Day, error)
	SaveDays(ctx context.Context, days []rules.Day) error
	// ListDays returns a page of them.
	ListDays(ctx context.Context, owner, calendar int64, f reading.DayFilter, req page.Request) ([]rules.Day, int, error)

	Pools(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]rules.Pool, error)
	SavePools(ctx context.Context, pools []rules.Pool) error
	// Loans are what rules of a property lend in a season.
	Loans(ctx context.Context, property int64, season civil.Range) ([]rules.Loan, error)
	SaveLoans(ctx context.Context, loans []rules.Loan) error

	CalendarStore
	ShareStore
	UnitStore
}

// Plans says what an account may have.
type Plans interface {
	// Admit refuses one more of a feature than the plan allows, and keeps
	// others from adding one until the transaction ends.
	Admit(ctx context.Context, owner int64, f plan.Feature, count func(ctx context.Context, owner int64) (int, error)) error
}

// Deps is what the service works with.
type Deps struct {
	Store         Store
	Properties    *property.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Settings      *settings.Service
	Users         reading.Users
	Plans         Plans
	Notify        *notify.Service
	Events        *outbox.Outbox
	Mailings      *mailing.Service
	Blobs         blob.Store
	Audit         *audit.Trail
	Now           func() time.Time

	// Reservations are those of the reader.
	Reservations func(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]reading.Reservation, error)

	// SnapshotBytes and GridBytes bound what is kept in memory of availability
	// and of answers made from it; 0 is 160 and 64 MiB.
	SnapshotBytes, GridBytes int
}

// Service is the module's front: it reads and writes.
type Service struct {
	*reading.Reader
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service {
	s := &Service{Deps: d, store: d.Store}
	s.Reader = reading.New(reading.Deps{
		Store: d.Store, Properties: d.Properties, Users: d.Users, Reservations: d.Reservations, Now: s.now,
		SnapshotBytes: d.SnapshotBytes, GridBytes: d.GridBytes,
	})
	return s
}

// ContentFuncs are who writes the module's mailings.
func (s *Service) ContentFuncs() map[string]mailing.ContentFunc {
	return map[string]mailing.ContentFunc{chartDocument: s.makeMessage}
}

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
