package ratecontract

import (
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/partners/warning"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/platform/page"
)

// Store is the database of the module. A missing record is
// apperr.ErrNotFound; contracts come with their rows and as they were written.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// InsertRateContract and UpdateRateContract refuse a number that another
	// contract of the account has with ErrNumberTaken.
	InsertRateContract(ctx context.Context, r *RateContract) error
	UpdateRateContract(ctx context.Context, r RateContract) error
	DeleteRateContract(ctx context.Context, owner, id int64) error
	// ReplaceRows replaces the rows of a contract.
	ReplaceRows(ctx context.Context, r RateContract) error
	// RateContract finds one that the account may see: its own, or one that was
	// granted to it and is no draft.
	RateContract(ctx context.Context, account, id int64) (RateContract, error)
	LockRateContract(ctx context.Context, owner, id int64) (RateContract, error)
	// RateContracts come without their rows, which CountRows counts by contract.
	RateContracts(ctx context.Context, reader Reader, f Filter, ended Ended, req page.Request) ([]RateContract, int, error)
	CountRows(ctx context.Context, list []RateContract) (map[int64]int, error)
	// OfProperties lists the contracts of some properties, oldest first.
	OfProperties(ctx context.Context, owner int64, properties []int64) ([]RateContract, error)
	// Operators returns the operator of every contract of an account.
	Operators(ctx context.Context, owner int64) (map[int64]int64, error)
	// GrantedTo lists the contracts of an operator without drafts and without
	// their rows, oldest first.
	GrantedTo(ctx context.Context, operator int64) ([]RateContract, error)
	// EndingIn lists the active contracts whose last day is in the season,
	// without their rows.
	EndingIn(ctx context.Context, reader Reader, season civil.Range) ([]RateContract, error)
	// NextNumber increments the counter of generated numbers of an account in a
	// year.
	NextNumber(ctx context.Context, owner int64, year int) (int, error)
	NumberTaken(ctx context.Context, owner, id int64, number string) (bool, error)
}

// Hooks run in the transaction of a change; an error undoes the change. Nil
type Hooks struct {
	// Changed runs after a contract was created or changed; the caller gets its
	// warnings. was is the status before, empty for a new one.
	Changed func(ctx context.Context, r RateContract, was Status) ([]warning.Warning, error)
	// Deleted runs before a contract is deleted.
	Deleted func(ctx context.Context, r RateContract) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store      Store
	Accounts   *account.Service
	Properties *property.Service
	// Publications returns the published name of a property.
	Publications *publication.Service
	Contracts    *contract.Service
	Settings     *settings.Service
	Notify       *notify.Service
	Audit        *audit.Trail
	Now          func() time.Time
	Hooks        Hooks
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// now returns the current time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

func (s *Service) record(ctx context.Context, action string, id int64, before, after *RateContract) error {
	c := audit.Change{Action: action, ObjectType: "rate_contract", ObjectID: id}
	if before != nil {
		c.Before = *before
	}
	if after != nil {
		c.After = *after
	}
	return s.deps.Audit.Record(ctx, c)
}
