package availability

import (
	"cmp"
	"context"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/inventory/allotment"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/db"
	"allot/internal/platform/lru"
)

const (
	defaultPlainBytes  = 48 << 20
	defaultZippedBytes = 32 << 20
	portfolioBytes     = 24 << 20
)

// Deps is what the service works with.
type Deps struct {
	Properties    *property.Service
	Publications  *publication.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Allotments    *allotment.Service
	// Revisions tells whether what accounts tell their readers has changed.
	Revisions func(ctx context.Context, area db.Area, accounts []int64) ([]int64, error)
	// Epoch names the history of the database: see db.DB.
	Epoch string
	Now   func() time.Time

	// PlainBytes and ZippedBytes bound what is kept in memory of encoded
	// properties, as they are and compressed; 0 is 48 and 32 MiB.
	PlainBytes, ZippedBytes int
}

// Service is the module's front.
type Service struct {
	Deps
	portfolios *lru.Cache[Reader, *Portfolio]
	plain      *lru.Cache[fragmentKey, fragment]
	zipped     *lru.Cache[fragmentKey, fragment]
}

// New makes the service.
func New(d Deps) *Service {
	return &Service{
		Deps:       d,
		portfolios: lru.New[Reader, *Portfolio](portfolioBytes),
		plain:      lru.New[fragmentKey, fragment](cmp.Or(d.PlainBytes, defaultPlainBytes)),
		zipped:     lru.New[fragmentKey, fragment](cmp.Or(d.ZippedBytes, defaultZippedBytes)),
	}
}
