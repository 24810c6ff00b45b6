package report

import (
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/availability"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
)

// Deps are the dependencies of the service.
type Deps struct {
	Accounts   *account.Service
	Properties *property.Service
	Allotments *allotment.Service
	Portfolios *availability.Service
	Audit      *audit.Trail
	Now        func() time.Time
}

// Service implements the module.
type Service struct{ deps Deps }

// New creates the service.
func New(d Deps) *Service { return &Service{d} }

// today is in UTC: the properties of a report are in many time zones.
func (s *Service) today() civil.Date { return civil.Of(s.deps.Now().UTC()) }
