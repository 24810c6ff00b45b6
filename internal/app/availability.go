package app

import (
	"context"

	"allot/internal/content/facts"
	"allot/internal/insight/live"
	"allot/internal/insight/report"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/inventory/availability"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/rooming/roomingdb"
	"allot/internal/inventory/stopsale"
	"allot/internal/inventory/stopsale/stopsaledb"
	"allot/internal/platform/civil"
)

// buildAvailability makes what hotels have left, and who holds it.
func (a *App) buildAvailability() {
	a.StopSales = stopsale.New(with(a, stopsale.Deps{
		Store: stopsaledb.New(a.DB), Catalogue: facts.Load(), Accounts: a.Accounts, Properties: a.Properties, Publications: a.Publications,
		Contracts: a.Contracts, Mappings: a.Mappings, Settings: a.Settings, Mailings: a.Mailings, Events: a.Events, Audit: a.Audit,
		Blobs: a.Blobs, Now: a.now,
	}))
	a.Allotments = allotment.New(with(a, allotment.Deps{
		Store: allotmentdb.New(a.DB), Properties: a.Properties, Contracts: a.Contracts, RateContracts: a.RateContracts,
		Settings: a.Settings, Users: a.Accounts, Plans: a.Plans, Notify: a.Notify, Events: a.Events,
		Mailings: a.Mailings, Blobs: a.Blobs, Audit: a.Audit, Now: a.now, Reservations: a.reservations, Changed: a.counters.changed,
	}))
	a.Rooming = rooming.New(with(a, rooming.Deps{
		Store: roomingdb.New(a.DB), Properties: a.Properties, Publications: a.Publications, Contracts: a.Contracts, RateContracts: a.RateContracts,
		Mappings: a.Mappings, Allotments: a.Allotments, Settings: a.Settings, Notify: a.Notify, Audit: a.Audit, Now: a.now,
		Offered: func(ctx context.Context, operator, property int64, nights civil.Range) (rooming.Offer, error) {
			return a.Availability.Offered(ctx, operator, property, nights)
		},
	}))
	a.Availability = availability.New(with(a, availability.Deps{
		Properties: a.Properties, Publications: a.Publications, Contracts: a.Contracts, RateContracts: a.RateContracts, Mappings: a.Mappings,
		Allotments: a.Allotments, Stamps: a.DB, Epoch: a.DB.Epoch(), Now: a.now,
	}))
	a.Reports = report.New(with(a, report.Deps{
		Accounts: a.Accounts, Properties: a.Properties, Allotments: a.Allotments, Portfolios: a.Availability, Audit: a.Audit, Now: a.now,
	}))
	a.Live = live.New(with(a, live.Deps{Portfolios: a.Availability, Versions: a.Allotments, Stamps: a.DB, Epoch: a.DB.Epoch(), Logger: a.log}))
}
