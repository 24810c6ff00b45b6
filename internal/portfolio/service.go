package portfolio

import (
	"context"

	"allot/internal/account"
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/mapping"
	"allot/internal/notify"
	"allot/internal/override"
	"allot/internal/property"
	"allot/internal/publication"
	"allot/internal/settings"
)

// Store is what the module asks of its database.
type Store interface {
	// InsertWaits notes what a hotel is told, and returns what it was not told before.
	InsertWaits(ctx context.Context, waits []Wait) ([]Wait, error)
	DeleteWaits(ctx context.Context, property int64) error
}

// Deps is what the service works with.
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

// Service is the module's front.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
