package availability

import (
	"time"

	"allot/internal/allotment"
	"allot/internal/contract"
	"allot/internal/mapping"
	"allot/internal/publication"
	"allot/internal/ratecontract"
)

// Deps is what the service works with.
type Deps struct {
	Publications  *publication.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Allotments    *allotment.Service
	Now           func() time.Time
}

// Service is the module's front.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
