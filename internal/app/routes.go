package app

import (
	"allot/internal/account/accounthttp"
	"allot/internal/allotment/allotmenthttp"
	"allot/internal/availability/availabilityhttp"
	"allot/internal/billing/billinghttp"
	"allot/internal/contract/contracthttp"
	"allot/internal/directory/directoryhttp"
	"allot/internal/facts"
	"allot/internal/invoice/invoicehttp"
	"allot/internal/mapping/mappinghttp"
	"allot/internal/notify/notifyhttp"
	"allot/internal/override/overridehttp"
	"allot/internal/partnerapi/partnerapihttp"
	"allot/internal/photo/photohttp"
	"allot/internal/platform/httpx"
	"allot/internal/portfolio/portfoliohttp"
	"allot/internal/property/propertyhttp"
	"allot/internal/publication/publicationhttp"
	"allot/internal/ratecontract/ratecontracthttp"
	"allot/internal/reference/referencehttp"
	"allot/internal/report/reporthttp"
	"allot/internal/rooming/roominghttp"
	"allot/internal/settings/settingshttp"
	"allot/internal/staff/staffhttp"
	"allot/internal/stopsale/stopsalehttp"
)

// registerRoutes adds every module's operations. Their services are not called
// here, so the OpenAPI document can be written without a database.
func (a *App) registerRoutes(s *httpx.Server) {
	accounthttp.Register(s, accounthttp.Deps{Accounts: a.Accounts, Settings: a.Settings, Billing: a.Billing, Unread: a.Notify.Unread})
	settingshttp.Register(s, settingshttp.Deps{Settings: a.Settings, Accounts: a.Accounts, Billing: a.Billing})
	propertyhttp.Register(s, propertyhttp.Deps{Properties: a.Properties, Catalogue: facts.Load()})
	photohttp.Register(s, a.Photos)
	publicationhttp.Register(s, publicationhttp.Deps{Publications: a.Publications})
	contracthttp.Register(s, contracthttp.Deps{Contracts: a.Contracts, Settings: a.Settings})
	directoryhttp.Register(s, directoryhttp.Deps{Directory: a.Directory})
	ratecontracthttp.Register(s, a.RateContracts)
	mappinghttp.Register(s, a.Mappings)
	overridehttp.Register(s, overridehttp.Deps{Overrides: a.Overrides, Catalogue: facts.Load()})
	portfoliohttp.Register(s, portfoliohttp.Deps{Portfolio: a.Portfolio, Publications: a.Publications, Billing: a.Billing})
	allotmenthttp.Register(s, allotmenthttp.Deps{Allotments: a.Allotments})
	stopsalehttp.Register(s, a.StopSales)
	roominghttp.Register(s, a.Rooming)
	invoicehttp.Register(s, a.now)
	availabilityhttp.Register(s, a.Availability)
	partnerapihttp.Register(s, a.Keys)
	partnerapihttp.RegisterStats(s, a.APIStats)
	reporthttp.Register(s, a.Reports)
	notifyhttp.Register(s, notifyhttp.Deps{Notify: a.Notify})
	referencehttp.Register(s, referencehttp.Deps{Reference: a.Reference})
	billinghttp.Register(s, a.Billing)
	partnerapihttp.RegisterTestCall(s)
	staffhttp.Register(s, staffhttp.Deps{DB: a.DB, Jobs: a.Queue, Audit: a.Audit, Kept: a.KeptMail})
}
