package rooming

import (
	"context"
	"fmt"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/notify"
	"allot/internal/identity/settings"
	"allot/internal/inventory/allotment"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Store is the database of the module. A missing record is
// apperr.ErrNotFound, one that refers to what was just removed ErrGone. account
// is one of the two sides of a ledger. Ledgers come with their counts.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertLedger(ctx context.Context, l *Ledger) error
	UpdateLedger(ctx context.Context, l Ledger) error
	DeleteLedger(ctx context.Context, l Ledger) error
	Ledger(ctx context.Context, account, id int64) (Ledger, error)
	// ByReference lists the ledgers of a property that a side sent under a
	// reference, newest first.
	ByReference(ctx context.Context, owner, property int64, writer Actor, partner *int64, reference string) ([]Ledger, error)
	// LockLedger locks the ledger and its entries.
	LockLedger(ctx context.Context, account, id int64) (Ledger, error)
	// Ledgers lists those of a reader, newest first.
	Ledgers(ctx context.Context, reader Reader, f Filter, req page.Request) ([]Ledger, int, error)
	CountEntries(ctx context.Context, owner, ledger int64) (EntryCounts, error)

	// InsertEntries sets their ids.
	InsertEntries(ctx context.Context, entries []Entry) error
	UpdateEntry(ctx context.Context, e Entry) error
	DeleteEntry(ctx context.Context, e Entry) error
	// MoveEntries changes the status of every entry of a ledger that has one of
	// some statuses.
	MoveEntries(ctx context.Context, l Ledger, from []EntryStatus, to Moved, at time.Time) error
	Entry(ctx context.Context, account, id int64) (Entry, error)
	// Entries lists a page of a ledger's entries, in the order they were
	// written.
	Entries(ctx context.Context, owner, ledger int64, req page.Request) ([]Entry, error)
	// EntriesIn lists the entries of a ledger that have one of some statuses.
	EntriesIn(ctx context.Context, owner, ledger int64, states []EntryStatus) ([]Entry, error)
	// LedgersAfter lists the next ledgers of a reader, by id.
	LedgersAfter(ctx context.Context, reader Reader, f Filter, after int64, limit int) ([]Ledger, error)
	// PropertiesOf lists the properties of a reader's ledgers, by id.
	PropertiesOf(ctx context.Context, reader Reader, f Filter) ([]int64, error)
	// EntriesOf lists the entries of some ledgers, by ledger in the order they
	// were written.
	EntriesOf(ctx context.Context, owners, ledgers []int64) ([]Entry, error)
	// Revisions returns the revisions of everything that a reader's ledgers
	// show.
	Revisions(ctx context.Context, reader Reader, sources []int64) (Revisions, error)
	// EntriesByID lists the entries with some ids of ledgers that the account is a side of.
	EntriesByID(ctx context.Context, account int64, ids []int64) ([]Entry, error)
	// Booked lists the pending and confirmed entries on calendars with a night
	// in a season, by arrival, each with the calendar of its ledger.
	Booked(ctx context.Context, owner int64, calendars []int64, season civil.Range) ([]Entry, error)
	// Stays lists the entries of a property that are not pending, by id.
	Stays(ctx context.Context, owner, property int64, f StayFilter) ([]Entry, error)
	// Sent lists the pending entries with a night in a season of ledgers of a
	// property that were sent and have no calendar yet, by arrival.
	Sent(ctx context.Context, owner, property int64, season civil.Range) ([]Entry, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store         Store
	Properties    *property.Service
	Publications  *publication.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Allotments    *allotment.Service
	Settings      *settings.Service
	Notify        *notify.Service
	Audit         *audit.Trail
	Now           func() time.Time
	// Offered tells what an operator is shown of the nights of a property.
	Offered func(ctx context.Context, operator, property int64, nights civil.Range) (Offer, error)
}

// Offer is what an operator is shown of the days of a property. Nil: nothing.
type Offer func(room int64, night civil.Date) Night

// Night is what an operator is shown of a room on a day.
type Night struct {
	Closed  bool
	Counted bool // the number of units is shown
	Units   int  // that are left of its own
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// Now returns the time of the module's clock.
func (s *Service) Now() time.Time { return s.deps.Now() }

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) today(p property.Property) (civil.Date, error) {
	today, err := civil.Today(s.now(), p.Timezone)
	if err != nil {
		return 0, fmt.Errorf("today at property %d: %w", p.ID, err)
	}
	return today, nil
}
