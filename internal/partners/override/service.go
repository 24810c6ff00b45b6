package override

import (
	"context"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

// Store is the database of the module. A missing record is apperr.ErrNotFound.
// Every method is limited to the records of the given operator or hotel.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertOverride(ctx context.Context, ov *Override) error
	UpdateOverride(ctx context.Context, ov Override) error
	DeleteOverride(ctx context.Context, operator, id int64) error
	// ExistingOverride finds the stored override of the same operator,
	// property, kind, category and record.
	ExistingOverride(ctx context.Context, ov Override) (Override, error)
	OperatorOverride(ctx context.Context, operator, id int64) (Override, error)
	HotelOverride(ctx context.Context, hotel, id int64) (Override, error)
	// FactsOverrides lists the overrides of facts of an operator, by id.
	FactsOverrides(ctx context.Context, operator int64, f FactsFilter, req page.Request) ([]Override, int, error)
	// PropertyOverrides lists the overrides of an operator for one property, by
	// id.
	PropertyOverrides(ctx context.Context, operator, property int64) ([]Override, error)
	// HotelOverrides lists the overrides of all partners for properties of a
	// hotel, by id.
	HotelOverrides(ctx context.Context, hotel int64, f ApprovalFilter, req page.Request) ([]Override, int, error)
	// PropertyFactsOverrides lists the overrides of all operators of the facts
	// of one property.
	PropertyFactsOverrides(ctx context.Context, hotel, property int64) ([]Override, error)
	// ApprovedOverrides lists the overrides of an operator that have an
	// approved value.
	ApprovedOverrides(ctx context.Context, operator int64, properties []int64) ([]Override, error)

	InsertFile(ctx context.Context, f *OwnFile) error
	DeleteFile(ctx context.Context, operator, id int64) error
	CountFiles(ctx context.Context, operator, property int64) (int, error)
	// FilePosition returns the place of an own photo among those of its operator and property,
	// oldest first, from 1.
	FilePosition(ctx context.Context, f OwnFile) (int, error)
	// MostFiles returns the number of own photos of each operator for the property with the most.
	MostFiles(ctx context.Context, operators []int64) (map[int64]int, error)
	// OperatorFiles lists the own photos of an operator, by id.
	OperatorFiles(ctx context.Context, operator int64, properties []int64) ([]OwnFile, error)
	// HotelFiles lists the own photos of partners for properties of a hotel.
	HotelFiles(ctx context.Context, hotel int64, properties []int64) ([]OwnFile, error)
	FilesInUse(ctx context.Context, keys []string) (map[string]bool, error)
}

// Plans limits what an account can have.
type Plans interface {
	AdmitCounted(ctx context.Context, owner int64, f plan.Feature, used int) error
	// RequireWithin refuses a change to a record that is beyond the plan.
	RequireWithin(ctx context.Context, owner int64, f plan.Feature, position func(ctx context.Context) (int, error)) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store        Store
	Catalogue    *facts.Catalogue
	Accounts     *account.Service
	Plans        Plans
	Settings     *settings.Service
	Notify       *notify.Service
	Properties   *property.Service
	Photos       *photo.Service
	Publications *publication.Service
	Contracts    *contract.Service
	Jobs         *jobs.Queue
	Audit        *audit.Trail
	Mail         mailer.Sender
	Box          *secret.Box
	Now          func() time.Time
	// LinkBase returns the base address of links in letters, without a trailing
	// slash.
	LinkBase func() string
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{jobs.Handle(s.sendLetter, jobs.Handling{Queue: jobs.QueueMail})}
}

// Subscriptions listen to publications.
func (s *Service) Subscriptions() []outbox.Subscription {
	return []outbox.Subscription{{Name: "override_source", Fn: s.published, Kinds: []string{property.Updated{}.EventKind()}}}
}

// FilesInUse tells which files of properties the module still shows.
func (s *Service) FilesInUse(ctx context.Context, keys []string) (map[string]bool, error) {
	return s.store.FilesInUse(ctx, keys)
}

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// visible finds a published property whose hotel has a contract with the
// operator that grants a right. Any other property is apperr.ErrNotFound.
func (s *Service) visible(ctx context.Context, operator, propertyID int64, right contract.Right) (publication.Card, contract.Contract, error) {
	card, err := s.deps.Publications.Card(ctx, propertyID)
	if err != nil {
		return card, contract.Contract{}, err
	}
	c, err := s.deps.Contracts.Between(ctx, card.OwnerID, operator)
	if err != nil {
		return card, c, err
	}
	if !c.Allows(operator, right) {
		return card, c, apperr.ErrNotFound
	}
	return card, c, nil
}

// change runs fn on a property that an operator may see, in a transaction. It
// locks the property, so that overrides of it, their approval and its
// publication are serialized.
func (s *Service) change(ctx context.Context, operator, propertyID int64, right contract.Right,
	fn func(ctx context.Context, c contract.Contract, v publication.Version) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		card, c, err := s.visible(ctx, operator, propertyID, right)
		if err != nil {
			return err
		}
		if _, err := s.deps.Properties.Lock(ctx, card.OwnerID, propertyID); err != nil {
			return err
		}
		v, err := s.deps.Publications.Current(ctx, propertyID)
		if err != nil {
			return err
		}
		return fn(ctx, c, v)
	})
}
