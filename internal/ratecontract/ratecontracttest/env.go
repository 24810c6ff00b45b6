// Package ratecontracttest gives tests of any module an installation with rate
// contracts: real services, store and HTTP server on a database of its own.
package ratecontracttest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/contract/contracttest"
	"allot/internal/facts"
	"allot/internal/platform/civil"
	"allot/internal/property"
	"allot/internal/ratecontract"
	"allot/internal/ratecontract/ratecontractdb"
	"allot/internal/ratecontract/ratecontracthttp"
)

// Env is an installation with everything up to rate contracts.
type Env struct {
	*contracttest.Env

	RateContracts *ratecontract.Service
	// RateStore is what the service works on.
	RateStore *ratecontractdb.Store
}

// New builds an installation. change may replace what the service works with.
func New(tb testing.TB, change ...func(*ratecontract.Deps)) *Env {
	tb.Helper()
	e := &Env{Env: contracttest.New(tb)}
	e.RateStore = ratecontractdb.New(e.DB)
	deps := ratecontract.Deps{
		Store: e.RateStore, Accounts: e.Accounts, Properties: e.Properties, Publications: e.Publications,
		Contracts: e.Contracts, Settings: e.Settings, Notify: e.Notify.Notify, Audit: e.Audit, Now: e.Clock.Now,
	}
	for _, c := range change {
		c(&deps)
	}
	e.RateContracts = ratecontract.New(deps)
	ratecontracthttp.Register(e.Server, e.RateContracts)
	return e
}

// Units makes a room type of so many units.
func (e *Env) Units(tb testing.TB, who *accounttest.Who, property int64, units int) int64 {
	tb.Helper()
	return e.Save(tb, who, property, facts.CategoryRooms, facts.Record{"name": "Double", "room_total_units": units})
}

// Granted makes an active rate contract of the clock's year with rows. change
// may make it another.
func (e *Env) Granted(tb testing.TB, hotel, operator *accounttest.Who, p property.Property, rows []ratecontract.RoomAllotment, change ...func(*ratecontract.Change)) ratecontract.RateContract {
	tb.Helper()
	name, status := "Summer", ratecontract.StatusActive
	from, to := civil.MustParse("2030-01-01"), civil.MustParse("2030-12-31")
	c := ratecontract.Change{
		PropertyID: &p.ID, PartnerID: &operator.User.OwnerID, Name: &name, StartDate: &from, EndDate: &to, Status: &status, Rooms: &rows,
	}
	for _, f := range change {
		f(&c)
	}
	r, err := e.RateContracts.Create(hotel.Context(tb), hotel.Caller, c)
	require.NoError(tb, err)
	return r.RateContract
}
