package marketplace

import (
	"context"
	"time"

	"allot/internal/content/facts"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/platform/jobs"
	"allot/internal/platform/page"
)

// Search is a filter in folded form, with the accounts that it is limited to.
type Search struct {
	Filter
	AccountType auth.AccountType
	// Only and Except are accounts; empty: no such condition.
	Only, Except []int64
}

// Store is the database of the module.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// ClaimEntry inserts e if the account has no entry, and locks the entry
	// until the transaction ends. It reports whether it is stale.
	ClaimEntry(ctx context.Context, e Entry) (stale bool, err error)
	SaveEntry(ctx context.Context, e Entry, countries []string) error
	DeleteEntry(ctx context.Context, owner int64) error
	// Stale lists accounts whose entries have to be built.
	Stale(ctx context.Context, limit int) ([]int64, error)

	// Properties lists the published properties of an account by name.
	Properties(ctx context.Context, owner int64) ([]Property, error)
	SaveProperties(ctx context.Context, list []Property) error
	DeleteProperty(ctx context.Context, owner, id int64) error
	DeleteProperties(ctx context.Context, owner int64) error

	Entries(ctx context.Context, q Search, req page.Request) ([]Entry, int, error)
	// Countries returns the countries of each account, in order.
	Countries(ctx context.Context, owners []int64) (map[int64][]string, error)
}

// Deps are the dependencies of the service.
type Deps struct {
	Store        Store
	Catalogue    *facts.Catalogue
	Accounts     *account.Service
	Settings     *settings.Service
	Publications *publication.Service
	Contracts    *contract.Service
	Now          func() time.Time
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
	return []jobs.Declaration{jobs.Handle(s.buildStale, jobs.Handling{}), jobs.Every(time.Hour, buildStaleArgs{})}
}

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }
