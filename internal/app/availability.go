package app

import (
	"context"

	"allot/internal/allotment"
	"allot/internal/allotment/allotmentdb"
	"allot/internal/availability"
	"allot/internal/facts"
	"allot/internal/property"
	"allot/internal/report"
	"allot/internal/rooming"
	"allot/internal/rooming/roomingdb"
	"allot/internal/stopsale"
	"allot/internal/stopsale/stopsaledb"
)

// buildAvailability makes what hotels have left, and who holds it.
func (a *App) buildAvailability() error {
	a.StopSales = stopsale.New(stopsale.Deps{
		Store: stopsaledb.New(a.db), Catalogue: facts.Load(), Accounts: a.Accounts, Properties: a.Properties, Publications: a.Publications,
		Contracts: a.Contracts, Mappings: a.Mappings, Settings: a.Settings, Mailings: a.mailings, Events: a.events, Audit: a.audit,
		Blobs: a.blobs, Now: a.now,
	})
	a.Allotments = allotment.New(allotment.Deps{
		Store: allotmentdb.New(a.db), Properties: a.Properties, Contracts: a.Contracts, RateContracts: a.RateContracts,
		Settings: a.Settings, Users: a.Accounts, Plans: a.Billing, Notify: a.Notify, Events: a.events,
		Mailings: a.mailings, Blobs: a.blobs, Audit: a.audit, Now: a.now,
	})
	a.Properties.Hooks = a.Allotments.Hooks()
	a.Properties.Hooks.Created = a.Portfolio.PropertyCreated
	refuse := a.Properties.Hooks.Deleting
	a.Properties.Hooks.Deleting = func(ctx context.Context, p property.Property) error {
		if err := refuse(ctx, p); err != nil {
			return err
		}
		return a.Portfolio.PropertyDeleting(ctx, p)
	}
	a.Rooming = rooming.New(rooming.Deps{
		Store: roomingdb.New(a.db), Properties: a.Properties, Publications: a.Publications, Contracts: a.Contracts, RateContracts: a.RateContracts,
		Mappings: a.Mappings, Allotments: a.Allotments, Settings: a.Settings, Notify: a.Notify, Audit: a.audit, Now: a.now,
	})
	a.Allotments.Reservations = a.Rooming.Reservations
	a.Availability = availability.New(availability.Deps{
		Properties: a.Properties, Publications: a.Publications, Contracts: a.Contracts, RateContracts: a.RateContracts, Mappings: a.Mappings,
		Allotments: a.Allotments, Revisions: a.db.Revisions, Epoch: a.db.Epoch(), Now: a.now,
	})
	a.Reports = report.New(report.Deps{
		Accounts: a.Accounts, Properties: a.Properties, Allotments: a.Allotments, Portfolios: a.Availability, Audit: a.audit, Now: a.now,
	})
	return nil
}
