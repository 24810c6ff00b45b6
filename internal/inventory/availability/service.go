package availability

import (
	"cmp"
	"time"

	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/inventory/allotment"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/stamp"
)

const (
	defaultPlainBytes  = 48 << 20
	defaultZippedBytes = 32 << 20
	portfolioBytes     = 24 << 20
)

// Deps are the dependencies of the service.
type Deps struct {
	Properties    *property.Service
	Publications  *publication.Service
	Contracts     *contract.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Allotments    *allotment.Service
	Stamps        stamp.Source
	// Epoch identifies the history of the database: see db.DB.
	Epoch string
	Now   func() time.Time

	// PlainBytes and ZippedBytes bound the cached fragments, plain and compressed;
	// 0 is 48 and 32 MiB.
	PlainBytes, ZippedBytes int
}

// Service reads availability for operators and systems.
type Service struct {
	deps       Deps
	portfolios *stamp.Cache[Reader, *Portfolio]
	plain      *stamp.Cache[fragmentKey, fragment]
	zipped     *stamp.Cache[fragmentKey, fragment]
}

// New returns the service.
func New(d Deps) *Service {
	return &Service{
		deps:       d,
		portfolios: stamp.NewCache[Reader]("portfolios", d.Stamps, portfolioBytes, (*Portfolio).bytes),
		plain:      stamp.NewCache[fragmentKey]("feed_plain", d.Stamps, cmp.Or(d.PlainBytes, defaultPlainBytes), fragment.bytes),
		zipped:     stamp.NewCache[fragmentKey]("feed_zipped", d.Stamps, cmp.Or(d.ZippedBytes, defaultZippedBytes), fragment.bytes),
	}
}

// DropAll forgets everything, as after a start, for measurements.
func (s *Service) DropAll() {
	s.portfolios.Clear()
	s.plain.Clear()
	s.zipped.Clear()
}

// Kept returns how many bytes of encoded properties are in memory, plain and compressed.
func (s *Service) Kept() (plain, zipped int) {
	_, plain = s.plain.Kept()
	_, zipped = s.zipped.Kept()
	return plain, zipped
}
