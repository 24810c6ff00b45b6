package portfolio

import (
	"context"

	"allot/internal/content/facts"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/identity/account"
	"allot/internal/identity/notify"
	"allot/internal/identity/settings"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/override"
)

// Store is the database of the module.
type Store interface {
	// InsertWaits stores the waits that do not exist yet, and returns them.
	InsertWaits(ctx context.Context, waits []Wait) ([]Wait, error)
	DeleteWaits(ctx context.Context, property int64) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Store        Store
	Accounts     *account.Service
	Catalogue    *facts.Catalogue
	Properties   *property.Service
	Publications *publication.Service
	Contracts    *contract.Service
	Mappings     *mapping.Service
	Overrides    *override.Service
	Settings     *settings.Service
	Notify       *notify.Service
}

// Service implements the module.
type Service struct {
	deps  Deps
	store Store
}

// New creates the service.
func New(d Deps) *Service { return &Service{deps: d, store: d.Store} }
