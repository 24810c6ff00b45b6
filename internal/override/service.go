package override

import (
	"context"
	"time"

	"allot/internal/account"
	"allot/internal/billing"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/notify"
	"allot/internal/photo"
	"allot/internal/platform/apperr"
	"allot/internal/platform/audit"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
	"allot/internal/property"
	"allot/internal/publication"
	"allot/internal/settings"
)

// Store is what the module asks of its database. A missing record is
// apperr.ErrNotFound; each side finds its own only.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertWish(ctx context.Context, w *Wish) error
	UpdateWish(ctx context.Context, w Wish) error
	DeleteWish(ctx context.Context, operator, id int64) error
	// SameWish finds the wish about the same thing, whatever it wants.
	SameWish(ctx context.Context, w Wish) (Wish, error)
	OperatorWish(ctx context.Context, operator, id int64) (Wish, error)
	HotelWish(ctx context.Context, hotel, id int64) (Wish, error)
	// FactsWishes are those for facts of an operator, by id.
	FactsWishes(ctx context.Context, operator int64, f FactsFilter, req page.Request) ([]Wish, int, error)
	// PropertyWishes are all of an operator for one property, by id.
	PropertyWishes(ctx context.Context, operator, property int64) ([]Wish, error)
	// HotelWishes are those of all partners for properties of a hotel, by id.
	HotelWishes(ctx context.Context, hotel int64, f ApprovalFilter, req page.Request) ([]Wish, int, error)
	// SourceWishes are those for facts of one property, of all operators.
	SourceWishes(ctx context.Context, hotel, property int64) ([]Wish, error)
	// ApprovedWishes are those of an operator that something is in force of.
	ApprovedWishes(ctx context.Context, operator int64, properties []int64) ([]Wish, error)

	InsertFile(ctx context.Context, f *OwnFile) error
	DeleteFile(ctx context.Context, operator, id int64) error
	CountFiles(ctx context.Context, operator, property int64) (int, error)
	// OperatorFiles are the own photos of an operator, by id.
	OperatorFiles(ctx context.Context, operator int64, properties []int64) ([]OwnFile, error)
	// HotelFiles are own photos of partners for properties of a hotel.
	HotelFiles(ctx context.Context, hotel int64, properties []int64) ([]OwnFile, error)
	FilesInUse(ctx context.Context, keys []string) (map[string]bool, error)
}

// Plans says what an account may have.
type Plans interface {
	PlanOf(ctx context.Context, owner int64) (billing.Plan, error)
}

// Deps is what the service works with.
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
	// LinkBase is where links in letters lead, without a trailing slash.
	LinkBase func() string
}

// Service is the module's front.
type Service struct {
	Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, store: d.Store} }

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

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

// visible finds a property that an operator may see: published, by a hotel that
// it has a contract with, which opens this part. Any other is not found.
func (s *Service) visible(ctx context.Context, operator, propertyID int64, door contract.Right) (publication.Card, contract.Contract, error) {
	card, err := s.Publications.Card(ctx, propertyID)
	if err != nil {
		return card, contract.Contract{}, err
	}
	c, err := s.Contracts.Between(ctx, card.OwnerID, operator)
	if err != nil {
		return card, c, err
	}
	if !c.Allows(operator, door) {
		return card, c, apperr.ErrNotFound
	}
	return card, c, nil
}

// change runs fn on a property that an operator may see. The property is locked,
// so that wishes for it, their approval and its publication follow one another;
// nothing of it is written.
func (s *Service) change(ctx context.Context, operator, propertyID int64, door contract.Right,
	fn func(ctx context.Context, c contract.Contract, v publication.Version) error,
) error {
	return s.store.InTx(ctx, func(ctx context.Context) error {
		card, c, err := s.visible(ctx, operator, propertyID, door)
		if err != nil {
			return err
		}
		if _, err := s.Properties.Lock(ctx, card.OwnerID, propertyID); err != nil {
			return err
		}
		v, err := s.Publications.Current(ctx, propertyID)
		if err != nil {
			return err
		}
		return fn(ctx, c, v)
	})
}
