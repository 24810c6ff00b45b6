package property

import (
	"context"
	"time"

	"allot/internal/content/facts"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/jobs"
	"allot/internal/platform/outbox"
	"allot/internal/platform/page"
	"allot/internal/platform/picture"
)

// Store is the module's database; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertProperty(ctx context.Context, p *Property) error
	UpdateProperty(ctx context.Context, p Property) error
	DeleteProperty(ctx context.Context, owner, id int64) error
	Property(ctx context.Context, owner, id int64) (Property, error)
	LockProperty(ctx context.Context, owner, id int64) (Property, error)
	// OwnerOf returns the owner of a property of any account.
	OwnerOf(ctx context.Context, id int64) (int64, error)
	Properties(ctx context.Context, owner int64, f Filter, req page.Request) ([]Property, int, error)
	SomeProperties(ctx context.Context, owners, ids []int64) ([]Property, error)
	Zones(ctx context.Context, owners, ids []int64) ([]Zone, error)
	PropertyIDs(ctx context.Context, owner int64) ([]int64, error)
	// UnpublishedProperties lists the properties without a published version, by id; empty ids
	// select all.
	UnpublishedProperties(ctx context.Context, owners, ids []int64) ([]Unpublished, error)
	// TouchContent raises the stamp of what the owner's partners see: another name or
	// place of a property that is not published, or another time zone.
	TouchContent(ctx context.Context, owner int64)
	CodeTaken(ctx context.Context, owner, id int64, code string) (bool, error)
	CountProperties(ctx context.Context, owner int64) (int, error)
	// CountsOf is CountProperties for several accounts; those without a property are missing.
	CountsOf(ctx context.Context, owners []int64) (map[int64]int, error)
	// Position returns the place of a property among those of its account, oldest first, from 1.
	Position(ctx context.Context, owner, id int64) (int, error)
	// ByCode lists the properties of some accounts that have the code.
	ByCode(ctx context.Context, owners []int64, code string) ([]int64, error)
	KnownProperties(ctx context.Context, owner int64, ids []int64) ([]int64, error)
	LogosInUse(ctx context.Context, keys []string) (map[string]bool, error)

	Records(ctx context.Context, owner, property int64, category string) ([]Record, error)
	// RecordsOf lists the records of one category, by property and position.
	RecordsOf(ctx context.Context, owners, properties []int64, category string) ([]Record, error)
	Record(ctx context.Context, owner, id int64) (Record, error)
	InsertRecords(ctx context.Context, records []Record) error
	UpdateRecords(ctx context.Context, records []Record) error
	DeleteRecord(ctx context.Context, owner, property int64, category string, id int64) error
}

// Plans limits what an account can have.
type Plans interface {
	// Admit refuses one more of a feature than the plan allows, and locks the account until the
	// transaction ends.
	Admit(ctx context.Context, owner int64, f plan.Feature, count func(ctx context.Context, owner int64) (int, error)) error
	// RequireWithin refuses a change to a record that is beyond the plan.
	RequireWithin(ctx context.Context, owner int64, f plan.Feature, position func(ctx context.Context) (int, error)) error
	// LimitsOf returns how many of a feature each account's plan allows.
	LimitsOf(ctx context.Context, owners []int64, f plan.Feature) (map[int64]int, error)
}

// Accounts tells which accounts are suspended.
type Accounts interface {
	Suspended(ctx context.Context, owners ...int64) ([]int64, error)
}

// Companies returns the company of an account, whose settings a new property starts with.
type Companies interface {
	Company(ctx context.Context, owner int64) (*settings.Company, error)
}

// Hooks are told of a change in its transaction, while the property is locked;
// an error undoes the change.
type Hooks struct {
	// Created runs after a property was created.
	Created func(ctx context.Context, p Property) error
	// Changed runs after a property was changed.
	Changed func(ctx context.Context, before, after Property) error
	// Deleting runs before a property is deleted.
	Deleting func(ctx context.Context, p Property) error
	// RoomsChanged runs after rooms were created or changed; recounted are those that are new
	// or have another number of units.
	RoomsChanged func(ctx context.Context, p Property, recounted []int64) error
	// RoomDeleting runs before a room is deleted.
	RoomDeleting func(ctx context.Context, p Property, room int64) error
	// FilesInUse tells which files of properties other modules still show; it is
	// asked before one is swept away.
	FilesInUse func(ctx context.Context, keys []string) (map[string]bool, error)
}

// Deps is what the service works with.
type Deps struct {
	Store     Store
	Catalogue *facts.Catalogue
	Accounts  Accounts
	Plans     Plans
	Companies Companies
	Events    *outbox.Outbox
	Jobs      *jobs.Queue
	Audit     *audit.Trail
	Blobs     blob.Store
	// Pictures decodes and checks uploaded logos.
	Pictures *picture.Gate
	Now      func() time.Time
	// ZoneOf returns the IANA time zone of the place of a property.
	ZoneOf func(p Property) (string, error)
	Hooks  Hooks
}

// Service implements the operations of the module.
type Service struct {
	deps  Deps
	store Store
}

// New makes the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }

// JobHandlers declares the module's jobs.
func (s *Service) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{
		jobs.Handle(s.removeFiles, jobs.Handling{}), jobs.Handle(s.sweepFiles, jobs.Handling{}), jobs.Every(24*time.Hour, sweepArgs{}),
	}
}

// now returns the time in UTC, in microseconds as both databases store it.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }
