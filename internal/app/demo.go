package app

import (
	"context"

	"allot/internal/demo"
	"allot/internal/exchange/partnerapi/partnerapidb"
)

// SeedDemo makes what is not there yet of the demo's data and returns its users. It
// moves the clock of the program meanwhile, so the program must not run yet.
func (a *App) SeedDemo(ctx context.Context, o demo.Options) ([]demo.User, error) {
	real := a.parts.Now
	clock := demo.NewClock(real)
	a.parts.Now = clock.Now
	defer func() { a.parts.Now = real }()
	return demo.Seed(ctx, demo.Services{
		Accounts: a.Accounts, Settings: a.Settings, Plans: a.Plans, Subscriptions: a.Subscriptions,
		Properties: a.Properties, Photos: a.Photos, Publications: a.Publications,
		Contracts: a.Contracts, RateContracts: a.RateContracts, Mappings: a.Mappings, Overrides: a.Overrides,
		Allotments: a.Allotments, StopSales: a.StopSales, Rooming: a.Rooming,
		Invoices: a.Invoices, Profiles: a.Profiles, EInvoices: a.EInvoices,
		Notify: a.Notify, Keys: a.Keys, KeyStats: partnerapidb.NewStats(a.DB), Connections: a.Connections,
		DB: a.DB, Events: a.Events, Clock: clock, LoadCities: a.Reference.Load, Examples: a.seedExamples,
	}, o)
}

// SchemaVersion returns the version of the database's schema.
func (a *App) SchemaVersion(ctx context.Context) (int64, error) {
	current, _, err := a.DB.SchemaVersion(ctx)
	return current, err
}
