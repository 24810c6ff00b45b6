package app

import (
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/einvoice/einvoicedb"
	"allot/internal/invoicing/invoice"
	"allot/internal/invoicing/invoice/invoicedb"
	"allot/internal/invoicing/profile"
	"allot/internal/invoicing/profile/profiledb"
)

// buildInvoicing makes what hotels and tour operators bill each other with.
func (a *App) buildInvoicing() {
	a.Profiles = profile.New(with(a, profile.Deps{
		Store: profiledb.New(a.DB), Accounts: a.Accounts, Settings: a.Settings, Audit: a.Audit, Now: a.now,
	}))
	a.Invoices = invoice.New(with(a, invoice.Deps{
		Store: invoicedb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Notify: a.Notify, Properties: a.Properties,
		Contracts: a.Contracts, Rooming: a.Rooming, Parties: a.Profiles, Events: a.Events, Jobs: a.Queue, Audit: a.Audit, Mail: a.mail,
		Blobs: a.Blobs, Pictures: a.pictures, Logger: a.log, Now: a.now, LinkBase: a.linkTo, Serves: a.serves, ZUGFeRD: a.cfg.ZUGFeRD != "off",
	}))
	a.EInvoices = einvoice.New(with(a, einvoice.Deps{
		Store: einvoicedb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Invoices: a.Invoices, Audit: a.Audit, Now: a.now,
		VATID: a.Profiles.VATID,
	}))
}
