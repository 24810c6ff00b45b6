package app

import (
	"allot/internal/app/build"
	"allot/internal/billing/subscription/subscriptionhttp"
	"allot/internal/content/facts"
	"allot/internal/content/photo/photohttp"
	"allot/internal/content/property/propertyhttp"
	"allot/internal/content/publication/publicationhttp"
	"allot/internal/content/reference/referencehttp"
	"allot/internal/exchange/bulkexport/bulkexporthttp"
	"allot/internal/exchange/connection/connectionhttp"
	"allot/internal/exchange/partnerapi/partnerapihttp"
	"allot/internal/exchange/webhook/webhookhttp"
	"allot/internal/exchange/widget/widgethttp"
	"allot/internal/identity/account/accounthttp"
	"allot/internal/identity/notify/notifyhttp"
	"allot/internal/identity/plan/planhttp"
	"allot/internal/identity/settings/settingshttp"
	"allot/internal/insight/admin/adminhttp"
	"allot/internal/insight/live/livehttp"
	"allot/internal/insight/report/reporthttp"
	"allot/internal/inventory/allotment/allotmenthttp"
	"allot/internal/inventory/availability/availabilityhttp"
	"allot/internal/inventory/rooming/roominghttp"
	"allot/internal/inventory/stopsale/stopsalehttp"
	"allot/internal/invoicing/einvoice/einvoicehttp"
	"allot/internal/invoicing/invoice/invoicehttp"
	"allot/internal/invoicing/profile/profilehttp"
	"allot/internal/partners/contract/contracthttp"
	"allot/internal/partners/mapping/mappinghttp"
	"allot/internal/partners/marketplace/marketplacehttp"
	"allot/internal/partners/override/overridehttp"
	"allot/internal/partners/portfolio/portfoliohttp"
	"allot/internal/partners/ratecontract/ratecontracthttp"
	"allot/internal/platform/httpx"
)

// registerRoutes adds every module's operations. Their services are not called
// here, so the OpenAPI document can be written without a database.
func (a *App) registerRoutes(s *httpx.Server) {
	accounthttp.Register(s, accounthttp.Deps{Accounts: a.Accounts, Settings: a.Settings, Plans: a.Plans, Unread: a.Notify.Unread})
	settingshttp.Register(s, settingshttp.Deps{Settings: a.Settings, Accounts: a.Accounts, Plans: a.Plans})
	propertyhttp.Register(s, propertyhttp.Deps{Properties: a.Properties, Catalogue: facts.Load()})
	photohttp.Register(s, a.Photos)
	publicationhttp.Register(s, publicationhttp.Deps{Publications: a.Publications})
	contracthttp.Register(s, contracthttp.Deps{Contracts: a.Contracts, Settings: a.Settings})
	marketplacehttp.Register(s, marketplacehttp.Deps{Marketplace: a.Marketplace})
	ratecontracthttp.Register(s, a.RateContracts)
	mappinghttp.Register(s, a.Mappings)
	overridehttp.Register(s, overridehttp.Deps{Overrides: a.Overrides, Catalogue: facts.Load()})
	portfoliohttp.Register(s, portfoliohttp.Deps{Portfolio: a.Portfolio, Publications: a.Publications, Plans: a.Plans})
	allotmenthttp.Register(s, allotmenthttp.Deps{Allotments: a.Allotments})
	stopsalehttp.Register(s, a.StopSales)
	roominghttp.Register(s, a.Rooming)
	invoicehttp.Register(s, a.Invoices)
	einvoicehttp.Register(s, a.EInvoices)
	profilehttp.Register(s, a.Profiles)
	availabilityhttp.Register(s, a.Availability)
	partnerapihttp.Register(s, a.Keys)
	partnerapihttp.RegisterStats(s, a.APIStats)
	widgethttp.Register(s, a.Widgets)
	webhookhttp.Register(s, a.Webhooks)
	connectionhttp.Register(s, connectionhttp.Deps{Connections: a.Connections, Availability: a.Availability})
	reporthttp.Register(s, a.Reports)
	notifyhttp.Register(s, notifyhttp.Deps{Notify: a.Notify})
	livehttp.Register(s, a.Live)
	referencehttp.Register(s, referencehttp.Deps{Reference: a.Reference})
	planhttp.Register(s, planhttp.Deps{Plans: a.Plans, DB: a.DB, Audit: a.Audit})
	subscriptionhttp.Register(s, subscriptionhttp.Deps{Subscriptions: a.Subscriptions, Plans: a.Plans})
	a.registerAlpineBits(s)
	bulkexporthttp.Register(s, a.Exports)
	partnerapihttp.RegisterTestCall(s)
	adminhttp.Register(s, adminhttp.Deps{
		DB: a.DB, Jobs: a.Queue, Audit: a.Audit, Accounts: a.Accounts, Settings: a.Settings, Plans: a.Plans, Bills: a.Subscriptions, Kept: a.KeptMail,
		Figures: adminhttp.Figures{Webhooks: a.Webhooks, Events: a.Events, Free: a.dir.Free, Version: build.Current().String()},
	})
}
