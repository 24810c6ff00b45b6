package app

import (
	"allot/internal/exchange/bulkexport"
	"allot/internal/exchange/bulkexport/bulkexportdb"
	"allot/internal/platform/lang"
)

// buildExports makes what writes large files.
func (a *App) buildExports() {
	a.Exports = bulkexport.New(with(a, bulkexport.Deps{
		Store: bulkexportdb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Properties: a.Properties, Publications: a.Publications,
		Portfolio: a.Portfolio, Availability: a.Availability, Invoices: a.Invoices, EInvoices: a.EInvoices, Notify: a.Notify,
		Jobs: a.Queue, Blobs: a.Blobs, Audit: a.Audit, Box: a.secrets, Now: a.now, CountryName: a.countryName, Ended: a.counters.exported,
	}))
}

// countryName returns the English name of a country, or the code of one that is not known.
func (a *App) countryName(code string) string {
	for _, c := range a.Reference.Countries(lang.Offered[0]) {
		if c.Code == code {
			return c.Name
		}
	}
	return code
}
