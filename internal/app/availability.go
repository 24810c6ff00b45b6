package app

import (
	"allot/internal/allotment"
	"allot/internal/allotment/allotmentdb"
	"allot/internal/rooming"
	"allot/internal/rooming/roomingdb"
)

// buildAvailability makes what hotels have left, and who holds it.
func (a *App) buildAvailability() (err error) {
	a.Allotments, err = allotment.New(allotment.Deps{
		Store: allotmentdb.New(a.db), Properties: a.Properties, Contracts: a.Contracts, RateContracts: a.RateContracts,
		Settings: a.Settings, Plans: a.Billing, Notify: a.Notify, Events: a.events,
		Jobs: a.jobs, Mail: a.mail, Blobs: a.blobs, Audit: a.audit, Now: a.now,
	})
	if err != nil {
		return err
	}
	a.Rooming = rooming.New(rooming.Deps{
		Store: roomingdb.New(a.db), Properties: a.Properties, Publications: a.Publications, Contracts: a.Contracts, RateContracts: a.RateContracts,
		Allotments: a.Allotments, Settings: a.Settings, Notify: a.Notify, Audit: a.audit, Now: a.now,
	})
	a.Allotments.Reservations = a.Rooming.Reservations
	return nil
}
