package portfolio

import (
	"allot/internal/contract"
	"allot/internal/facts"
	"allot/internal/mapping"
	"allot/internal/override"
	"allot/internal/property"
	"allot/internal/publication"
	"allot/internal/settings"
)

// Deps is what the service works with.
type Deps struct {
	Catalogue    *facts.Catalogue
	Properties   *property.Service
	Publications *publication.Service
	Contracts    *contract.Service
	Mappings     *mapping.Service
	Overrides    *override.Service
	Settings     *settings.Service
}

// Service is the module's front.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
