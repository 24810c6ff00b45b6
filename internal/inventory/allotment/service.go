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
	"allot/internal/platform/stamp"
)

// Store is the database of the module. It returns apperr.ErrNotFound for a missing
// record. Rows of days, pool and loans carry the version of the write that last
// changed them.
type Store interface {
	reading.Store
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	AfterCommit(ctx context.Context, fn func())

	// Raise locks the availability of a property, raises its stamp and returns its
	// next version.
	Raise(ctx context.Context, owner, property int64, scope WriteScope) (reading.Version, error)
	// RaiseByCalendar is Raise for the property of a calendar.
	RaiseByCalendar(ctx context.Context, owner, calendar int64, scope WriteScope) (property int64, v reading.Version, err error)
	// RaiseAll is Raise for the days of some properties of an account, in order of their ids,
	// so that two who raise several do not wait for each other. It returns the versions of
	// those that are there.
	RaiseAll(ctx context.Context, owner int64, properties []int64) (map[int64]int64, error)
	// LockVersion locks as Raise does, without a new version.
	LockVersion(ctx context.Context, owner, property int64) error
	// InsertProperty creates the row that Raise locks.
	InsertProperty(ctx context.Context, owner, property int64) error

	InsertCalendar(ctx context.Context, c *rules.Calendar) error

	// Blocks lists those of one calendar, by room and season.
	Blocks(ctx context.Context, owner, calendar int64) ([]rules.Block, error)

	// ReadDraft reads what a write of days needs.
	ReadDraft(ctx context.Context, q DraftQuery) (DraftRows, error)
	SaveDays(ctx context.Context, days []rules.Day) error
	// ListDays returns a page of them.
	ListDays(ctx context.Context, owner, calendar int64, f reading.DayFilter, req page.Request) ([]rules.Day, int, error)

	Pools(ctx context.Context, owner int64, rooms []int64, season civil.Range) ([]rules.Pool, error)
	SavePools(ctx context.Context, pools []rules.Pool) error
	// Loans returns the units that rules of a property lend in a season.
	Loans(ctx context.Context, property int64, season civil.Range) ([]rules.Loan, error)
	SaveLoans(ctx context.Context, loans []rules.Loan) error

	WakeStore
	CalendarStore
	ShareStore
	UnitStore
}

// DraftQuery names what is read to change days of a calendar.
type DraftQuery struct {
	OwnerID, PropertyID, CalendarID int64

	Season civil.Range
	Rooms  []int64 // of the days
	Pool   []int64 // rooms whose pool is read too
	Loans  bool    // between them
	Blocks bool    // of the calendar
}

// DraftRows is what is stored of that.
type DraftRows struct {
	Days   []rules.Day
	Pools  []rules.Pool
	Loans  []rules.Loan
	Blocks []rules.Block // by room and season
}

// Plans enforces the limits of an account's plan.
type Plans interface {
	// Admit refuses one more of a feature than the plan allows, and keeps other
	// transactions from adding one until this one ends.
	Admit(ctx context.Context, owner int64, f plan.Feature, count func(ctx context.Context, owner int64) (int, error)) error
	// PlanOf returns the plan of an account.
	PlanOf(ctx context.Context, owner int64) (plan.Plan, error)
	// RequireWithin refuses a change to a record that is beyond the plan.
	RequireWithin(ctx context.Context, owner int64, f plan.Feature, position func(ctx context.Context) (int, error)) error
	// Lapsed lists the accounts of which a plan has ended by date in the last days.
	Lapsed(ctx context.Context, days int) ([]int64, error)
}

// Deps are the dependencies of the service.
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

	// Reservations returns those of the reader.
	Reservations func(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]reading.Reservation, error)

	// Changed is told how many room-days a write has changed, after its commit; nil:
	// nobody is.
	Changed func(kind WriteKind, cells int)

	// SnapshotBytes and GridBytes bound the cached snapshots and encoded grids; 0 is
	// 160 and 64 MiB.
	SnapshotBytes, GridBytes int
}

// Service reads and writes the availability of front: it reads and writes.
type Service struct {
	*reading.Reader
	deps  Deps
	store Store
	terms *stamp.Cache[int64, *terms] // by account
}

// New returns the service.
func New(d Deps) *Service {
	s := &Service{deps: d, store: d.Store, terms: newTermsCache(d.Store.Source())}
	s.Reader = reading.New(reading.Deps{
		Store: d.Store, Properties: d.Properties, Users: d.Users, Reservations: d.Reservations, Now: s.now,
		SnapshotBytes: d.SnapshotBytes, GridBytes: d.GridBytes,
	})
	return s
}

// ContentFuncs returns the functions that write the module's mailings.
func (s *Service) ContentFuncs() map[string]mailing.ContentFunc {
	return map[string]mailing.ContentFunc{chartDocument: s.makeMessage}
}

// now returns the time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }
