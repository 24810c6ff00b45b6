package stopsale

import (
	"context"
	"fmt"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/mailing"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
)

// Store is the database of the module. It returns apperr.ErrNotFound for a missing
// record.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// InsertEvent and UpdateEvent return ErrExists if the day has an event.
	InsertEvent(ctx context.Context, e *Event) error
	UpdateEvent(ctx context.Context, e Event) error
	DeleteEvent(ctx context.Context, owner, id int64) error
	Event(ctx context.Context, owner, id int64) (Event, error)
	// Events lists those of rooms of an account, by room and date.
	Events(ctx context.Context, owner int64, rooms []int64, w Window) ([]Event, error)
	// Days is Events for rooms of several accounts, with only what partners see.
	Days(ctx context.Context, owners, rooms []int64, w Window) ([]RoomDay, error)

	// Touch sets when the stop sale of a property was last changed.
	Touch(ctx context.Context, owner, property int64, at time.Time) error
	// Touched returns the times by property; one never changed is left out.
	Touched(ctx context.Context, owners, properties []int64) (map[int64]time.Time, error)

	// Revisions returns the stamps of the accounts' days and drafts, in order.
	Revisions(ctx context.Context, accounts []int64) (days, drafts []int64, err error)

	// InsertSource returns ErrSourceExists if the account has the name, and leaves
	// the transaction usable.
	InsertSource(ctx context.Context, src *Source) error
	Source(ctx context.Context, owner int64, key string) (Source, error)
	Sources(ctx context.Context, owner int64, req page.Request) ([]Source, int, error)
	CountSources(ctx context.Context, owner int64) (int, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store        Store
	Catalogue    *facts.Catalogue
	Accounts     *account.Service
	Properties   *property.Service
	Publications *publication.Service
	Contracts    *contract.Service
	Mappings     *mapping.Service
	Settings     *settings.Service
	Mailings     *mailing.Service
	Events       *outbox.Outbox
	Audit        *audit.Trail
	Blobs        blob.Store
	Now          func() time.Time
}

// Service reads and writes the legacy stop sale.
type Service struct {
	deps  Deps
	store Store
}

// New returns the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// Now returns the time of the module's clock.
func (s *Service) Now() time.Time { return s.deps.Now() }

// ContentFuncs returns the functions that write the module's mailings, by document.
func (s *Service) ContentFuncs() map[string]mailing.ContentFunc {
	return map[string]mailing.ContentFunc{chartDocument: s.makeMessage}
}

// now returns the time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) today(p property.Property) (civil.Date, error) {
	today, err := civil.Today(s.now(), p.Timezone)
	if err != nil {
		return 0, fmt.Errorf("today at property %d: %w", p.ID, err)
	}
	return today, nil
}

// property returns a property in the caller's scope.
func (s *Service) property(ctx context.Context, who auth.Caller, id int64) (property.Property, error) {
	return s.deps.Properties.Own(ctx, who, id)
}
