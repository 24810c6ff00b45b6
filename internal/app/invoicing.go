package app

import (
	"allot/internal/invoicing/profile"
	"allot/internal/invoicing/profile/profiledb"
)

// buildInvoicing makes what hotels and tour operators bill each other with.
func (a *App) buildInvoicing() {
	a.Profiles = profile.New(with(a, profile.Deps{
		Store: profiledb.New(a.DB), Accounts: a.Accounts, Settings: a.Settings, Audit: a.Audit, Now: a.now,
	}))
}
