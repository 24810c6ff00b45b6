package reading

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/inventory/allotment/rules"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/stamp"
)

// Store is what the reader asks of the database. A missing record is
// apperr.ErrNotFound.
type Store interface {
	// Writing reports whether ctx carries a transaction, which sees what nobody
	// else does yet.
	Writing(ctx context.Context) bool
	// Source is where stamps are read.
	Source() stamp.Source

	// PropertyBlocks are the blocks of properties that reach into a season, by
	// calendar, room and season.
	PropertyBlocks(ctx context.Context, owners, properties []int64, season civil.Range) ([]rules.Block, error)
	// DaysSince gives each day of an extent, without its note.
	DaysSince(ctx context.Context, x Extent, each func(rules.Day)) error
	// PoolsSince is DaysSince for the pool.
	PoolsSince(ctx context.Context, x Extent, each func(rules.Pool)) error
	// LoansSince is DaysSince for what rules lend.
	LoansSince(ctx context.Context, x Extent, each func(rules.Loan)) error

	// Version is that of the last committed write.
	Version(ctx context.Context, owner, property int64) (Version, error)
	// Versions is Version for properties of some accounts, by property.
	Versions(ctx context.Context, owners, properties []int64) (map[int64]Version, error)
	Calendar(ctx context.Context, owner, id int64) (rules.Calendar, error)
	// Calendars are those of a property: the Master, then the others by age.
	Calendars(ctx context.Context, owner, property int64) ([]rules.Calendar, error)
	// CalendarsOf is Calendars for properties of some accounts, mixed.
	CalendarsOf(ctx context.Context, owners, properties []int64) ([]rules.Calendar, error)
	// SharesOf are the rules of properties of some accounts by age, those at rest too.
	SharesOf(ctx context.Context, owners, properties []int64) ([]rules.Share, error)
	// CalendarDays are the records of a calendar that say something.
	CalendarDays(ctx context.Context, owner, calendar int64, f DayFilter) ([]rules.Day, error)
	// Units are what all systems report of a property in a season, by room and
	// date.
	Units(ctx context.Context, owner, property int64, season civil.Range) ([]rules.Units, error)
}

// Users names users of an account.
type Users interface {
	Emails(ctx context.Context, owner int64, ids []int64) (map[int64]string, error)
}

// Deps is what the reader works with.
type Deps struct {
	Store      Store
	Properties *property.Service
	Users      Users
	// Reservations are the rooming entries of calendars that touch a season, for
	// the timeline.
	Reservations func(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]Reservation, error)
	Now          func() time.Time

	// SnapshotBytes and GridBytes bound what is kept in memory of availability
	// and of answers made from it; 0 is 160 and 64 MiB.
	SnapshotBytes, GridBytes int
}

// Reader answers what the availability of properties is. It writes nothing.
type Reader struct {
	deps   Deps
	store  Store
	now    func() time.Time
	caches *caches
}

// New returns a reader with empty caches.
func New(d Deps) *Reader {
	return &Reader{deps: d, store: d.Store, now: d.Now, caches: newCaches(d)}
}

// Master returns the Master calendar of a property.
func (r *Reader) Master(ctx context.Context, owner, property int64) (rules.Calendar, error) {
	list, err := r.store.Calendars(ctx, owner, property)
	if err == nil && len(list) == 0 {
		err = apperr.ErrNotFound
	}
	if err != nil {
		return rules.Calendar{}, err
	}
	return list[0], nil
}

// Version returns that of the last acknowledged write to the availability of a
// property. Each write makes the next number.
func (r *Reader) Version(ctx context.Context, owner, property int64) (int64, error) {
	v, err := r.store.Version(ctx, owner, property)
	return v.Number, err
}
