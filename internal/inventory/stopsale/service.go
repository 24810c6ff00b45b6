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

// Store is what the module asks of its database. A missing record is
// apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// InsertEvent and UpdateEvent refuse a day that has an event with ErrExists.
	InsertEvent(ctx context.Context, e *Event) error
	UpdateEvent(ctx context.Context, e Event) error
	DeleteEvent(ctx context.Context, owner, id int64) error
	Event(ctx context.Context, owner, id int64) (Event, error)
	// Events are those of rooms of an account, by room and date.
	Events(ctx context.Context, owner int64, rooms []int64, w Window) ([]Event, error)
	// Days are the same of rooms of any of the accounts, and no more than what
	// partners see of them.
	Days(ctx context.Context, owners, rooms []int64, w Window) ([]RoomDay, error)

	// Touch sets when the stop sale of a property was last changed.
	Touch(ctx context.Context, owner, property int64, at time.Time) error
	// Touched tells when, by property; one that never was is left out.
	Touched(ctx context.Context, owners, properties []int64) (map[int64]time.Time, error)

	// Revisions are those of accounts' days and of their drafts, in their order.
	Revisions(ctx context.Context, accounts []int64) (days, drafts []int64, err error)

	// InsertSource refuses a name that the account has with ErrSourceExists,
	// and leaves the transaction usable.
	InsertSource(ctx context.Context, src *Source) error
	Source(ctx context.Context, owner int64, key string) (Source, error)
	Sources(ctx context.Context, owner int64, req page.Request) ([]Source, int, error)
	CountSources(ctx context.Context, owner int64) (int, error)
}

// Deps is what the service works with.
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

// Service is the module's front.
type Service struct {
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, store: d.Store} }

// ContentFuncs returns the functions that write the module's mailings, by document.
func (s *Service) ContentFuncs() map[string]mailing.ContentFunc {
	return map[string]mailing.ContentFunc{whatChart: s.makeMessage}
}

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) today(p property.Property) (civil.Date, error) {
	today, err := civil.Today(s.now(), p.Timezone)
	if err != nil {
		return 0, fmt.Errorf("today at property %d: %w", p.ID, err)
	}
	return today, nil
}

// property finds a property that the caller may work on.
func (s *Service) property(ctx context.Context, who auth.Caller, id int64) (property.Property, error) {
	return s.Properties.Own(ctx, who, id)
}
