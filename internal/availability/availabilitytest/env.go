// Package availabilitytest gives tests of any module an installation in which
// operators read the availability of their hotels: real services, stores and
// HTTP server on a database of its own.
package availabilitytest

import (
	"testing"

	"allot/internal/allotment/allotmenttest"
	"allot/internal/availability"
	"allot/internal/availability/availabilityhttp"
	"allot/internal/mapping"
	"allot/internal/mapping/mappingdb"
)

// Env is an installation with everything up to availability.
type Env struct {
	*allotmenttest.Env

	Mappings     *mapping.Service
	Availability *availability.Service
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: allotmenttest.New(tb)}
	e.Mappings = mapping.New(mapping.Deps{
		Store: mappingdb.New(e.DB), Contracts: e.Contracts, Publications: e.Publications, Audit: e.Audit, Now: e.Clock.Now,
	})
	e.Availability = availability.New(availability.Deps{
		Properties: e.Properties, Publications: e.Publications, Contracts: e.Contracts, RateContracts: e.RateContracts, Mappings: e.Mappings,
		Allotments: e.Allotments, Revisions: e.DB.Revisions, Epoch: e.DB.Epoch(), Now: e.Clock.Now,
	})
	availabilityhttp.Register(e.Server, e.Availability)
	return e
}
