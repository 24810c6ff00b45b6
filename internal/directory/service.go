package directory

import (
	"context"
	"time"

	"allot/internal/account"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/platform/auth"
	"allot/internal/platform/jobs"
	"allot/internal/platform/page"
	"allot/internal/publication"
	"allot/internal/settings"
)

// Search is a question to the store: a filter in its folded form, for whom.
type Search struct {
	Filter
	AccountType auth.AccountType
	// Only and Except are accounts; empty: no such condition.
	Only, Except []int64
}

// Store is what the module asks of its database.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// ClaimEntry makes e the entry of an account that has none, and keeps others
	// from building it until the transaction ends. It tells whether it is stale.
	ClaimEntry(ctx context.Context, e Entry) (stale bool, err error)
	SaveEntry(ctx context.Context, e Entry, countries []string) error
	DeleteEntry(ctx context.Context, owner int64) error
	// Stale lists accounts whose entries wait to be built.
	Stale(ctx context.Context, limit int) ([]int64, error)

	// Properties lists the published properties of an account by name.
	Properties(ctx context.Context, owner int64) ([]Property, error)
	SaveProperties(ctx context.Context, list []Property) error
	DeleteProperty(ctx context.Context, owner, id int64) error
	DeleteProperties(ctx context.Context, owner int64) error

	Entries(ctx context.Context, q Search, req page.Request) ([]Entry, int, error)
	// Countries are those that each account is found by, in order.
	Countries(ctx context.Context, owners []int64) (map[int64][]string, error)
}

// Deps is what the service works with.
type Deps struct {
	Store        Store
	Catalogue    *facts.Catalogue
	Accounts     *account.Service
	Settings     *settings.Service
	Publications *publication.Service
	Contracts    *contract.Service
	Now          func() time.Time
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
	return []jobs.Declaration{jobs.Handle(s.buildStale, jobs.Handling{}), jobs.Every(time.Hour, buildStaleArgs{})}
}

// now is the time as both databases keep it.
func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }
