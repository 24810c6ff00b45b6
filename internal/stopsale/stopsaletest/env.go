// Package stopsaletest gives tests of any module an installation with the legacy
// stop sale: real services, store and HTTP server on a database of its own.
package stopsaletest

import (
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/account/accounttest"
	"allot/internal/facts"
	"allot/internal/platform/civil"
	"allot/internal/platform/outbox"
	"allot/internal/portfolio/portfoliotest"
	"allot/internal/stopsale"
	"allot/internal/stopsale/stopsaledb"
	"allot/internal/stopsale/stopsalehttp"
)

// Env is an installation with everything up to the legacy stop sale.
type Env struct {
	*portfoliotest.Env

	StopSales *stopsale.Service
	// StopStore is what the service works on.
	StopStore *stopsaledb.Store
}

// New builds an installation.
func New(tb testing.TB) *Env {
	tb.Helper()
	e := &Env{Env: portfoliotest.New(tb)}
	e.StopStore = stopsaledb.New(e.DB)
	e.StopSales = stopsale.New(stopsale.Deps{
		Store: e.StopStore, Catalogue: e.Catalogue, Accounts: e.Accounts, Properties: e.Properties, Publications: e.Publications,
		Contracts: e.Contracts, Mappings: e.Mappings, Settings: e.Settings, Mailings: e.Mailings, Events: e.Events, Audit: e.Audit,
		Blobs: e.Blobs, Now: e.Clock.Now,
	})
	stopsalehttp.Register(e.Server, e.StopSales)
	return e
}

// Room makes a room type of three units.
func (e *Env) Room(tb testing.TB, who *accounttest.Who, property int64, name, code string) int64 {
	tb.Helper()
	return e.Save(tb, who, property, facts.CategoryRooms, facts.Record{"name": name, "code": code, "room_total_units": 3})
}

// Mark sets a day of a room.
func (e *Env) Mark(tb testing.TB, who *accounttest.Who, room int64, day string, color stopsale.Color) stopsale.Event {
	tb.Helper()
	date := civil.MustParse(day)
	ev, err := e.StopSales.CreateEvent(who.Context(tb), who.Caller, stopsale.EventChange{Room: &room, Date: &date, Color: &color})
	require.NoError(tb, err)
	return ev.Event
}

// Told lists what the outbox holds of the kinds, oldest first.
func (e *Env) Told(tb testing.TB, kinds ...string) []outbox.Stored {
	tb.Helper()
	all := []outbox.Stored{}
	require.NoError(tb, e.DB.From(tb.Context()).NewSelect().Model(&all).Order("id").Scan(tb.Context()))
	list := []outbox.Stored{}
	for _, ev := range all {
		for _, kind := range kinds {
			if ev.Kind == kind {
				list = append(list, ev)
			}
		}
	}
	return list
}
