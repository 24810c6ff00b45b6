// Package roomingtest gives tests of any module an installation with rooming
// ledgers: real services, store and HTTP server on a database of its own.
package roomingtest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/allotment/allotmenttest"
	"allot/internal/mapping"
	"allot/internal/mapping/mappingdb"
	"allot/internal/platform/civil"
	"allot/internal/property"
	"allot/internal/rooming"
	"allot/internal/rooming/roomingdb"
	"allot/internal/rooming/roominghttp"
)

// Env is an installation with everything up to rooming ledgers.
type Env struct {
	*allotmenttest.Env

	Mappings *mapping.Service
	// MappingStore is what the mappings are kept in.
	MappingStore *mappingdb.Store
	Rooming      *rooming.Service
	// RoomingStore is what the service works on.
	RoomingStore *roomingdb.Store
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: allotmenttest.New(tb)}
	e.RoomingStore, e.MappingStore = roomingdb.New(e.DB), mappingdb.New(e.DB)
	e.Mappings = mapping.New(mapping.Deps{
		Store: e.MappingStore, Contracts: e.Contracts, Publications: e.Publications, Audit: e.Audit, Now: e.Clock.Now,
	})
	e.Rooming = rooming.New(rooming.Deps{
		Store: e.RoomingStore, Properties: e.Properties, Publications: e.Publications, Contracts: e.Contracts, RateContracts: e.RateContracts,
		Mappings: e.Mappings, Allotments: e.Allotments, Settings: e.Settings, Notify: e.Notify.Notify, Audit: e.Audit, Now: e.Clock.Now,
	})
	e.Allotments.Reservations = e.Rooming.Reservations
	roominghttp.Register(e.Server, e.Rooming)
	return e
}

// Ledger makes a ledger of a hotel for an operator, or for nobody, that books on
// a calendar.
func (e *Env) Ledger(tb testing.TB, hotel, operator *accounttest.Who, p property.Property, calendar int64) rooming.Ledger {
	tb.Helper()
	name, at := "Group", &calendar
	c := rooming.LedgerChange{PropertyID: &p.ID, CalendarID: &at, Name: &name}
	if operator != nil {
		partner := &operator.User.OwnerID
		c.PartnerID = &partner
	}
	l, err := e.Rooming.Create(hotel.Context(tb), hotel.Caller, c)
	require.NoError(tb, err)
	return l.Ledger
}

// Pending adds an entry to a ledger.
func (e *Env) Pending(tb testing.TB, who *accounttest.Who, ledger, room int64, arrival civil.Date, nights, units int) rooming.Entry {
	tb.Helper()
	departure := arrival.Add(nights)
	list, err := e.Rooming.AddEntries(who.Context(tb), who.Caller, ledger,
		[]rooming.EntryChange{{RoomID: &room, Arrival: &arrival, Departure: &departure, Units: &units}}, false)
	require.NoError(tb, err)
	return list[0].Entry
}
