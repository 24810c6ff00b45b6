// Package allotmenttest gives tests of any module an installation with
// calendars: real services, stores and HTTP server on a database of its own.
package allotmenttest

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/allotment"
	"allot/internal/allotment/allotmentdb"
	"allot/internal/allotment/allotmenthttp"
	"allot/internal/facts"
	"allot/internal/platform/warning"
	"allot/internal/property"
	"allot/internal/ratecontract"
	"allot/internal/ratecontract/ratecontracttest"
)

// Env is an installation with everything up to calendars.
type Env struct {
	*ratecontracttest.Env

	Allotments *allotment.Service
	// AllotmentStore is what the service works on.
	AllotmentStore *allotmentdb.Store
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{}
	e.Env = ratecontracttest.New(tb, func(d *ratecontract.Deps) {
		d.Hooks = ratecontract.Hooks{
			Changed: func(ctx context.Context, r ratecontract.RateContract) ([]warning.Warning, error) {
				return e.Allotments.RateContractChanged(ctx, r)
			},
			Deleted: func(ctx context.Context, r ratecontract.RateContract) error {
				return e.Allotments.RateContractDeleted(ctx, r)
			},
		}
	})
	e.AllotmentStore = allotmentdb.New(e.DB)
	e.Allotments = allotment.New(allotment.Deps{
		Store: e.AllotmentStore, Properties: e.Properties, Contracts: e.Contracts, RateContracts: e.RateContracts,
		Settings: e.Settings, Users: e.Accounts, Plans: e.Billing, Notify: e.Notify.Notify, Events: e.Events,
		Mailings: e.Mailings, Blobs: e.Blobs, Audit: e.Audit, Now: e.Clock.Now,
	})
	e.Properties.Hooks = e.Allotments.Hooks()
	allotmenthttp.Register(e.Server, allotmenthttp.Deps{Allotments: e.Allotments})
	return e
}

// House makes a hotel on a plan without limits with one property, whose room
// types have so many units each.
func (e *Env) House(tb testing.TB, units ...int) (who *accounttest.Who, p property.Property, rooms []int64) {
	tb.Helper()
	who, p = e.Hotel(tb, "Hotel Aurora")
	for i, n := range units {
		rooms = append(rooms, e.Save(tb, who, p.ID, facts.CategoryRooms, facts.Record{"name": string(rune('A'+i)) + " room", "room_total_units": n}))
	}
	return who, p, rooms
}

// Master returns the calendar that the property has by itself.
func (e *Env) Master(tb testing.TB, who *accounttest.Who, p property.Property) allotment.Calendar {
	tb.Helper()
	c, err := e.Allotments.Master(who.Context(tb), who.User.OwnerID, p.ID)
	require.NoError(tb, err)
	return c
}
