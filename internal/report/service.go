package report

import (
	"time"

	"allot/internal/account"
	"allot/internal/allotment"
	"allot/internal/availability"
	"allot/internal/platform/audit"
	"allot/internal/platform/civil"
	"allot/internal/property"
)

// Deps is what the service works with.
type Deps struct {
	Accounts   *account.Service
	Properties *property.Service
	Allotments *allotment.Service
	Portfolios *availability.Service
	Audit      *audit.Trail
	Now        func() time.Time
}

// Service is the module's front.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// today is that of UTC: the properties of a report lie in many time zones.
func (s *Service) today() civil.Date { return civil.Of(s.Now().UTC()) }
