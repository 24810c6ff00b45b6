package app

import (
	"allot/internal/exchange/connection"
	"allot/internal/exchange/connection/connectiondb"
	"allot/internal/exchange/connection/connectionhttp"
)

// buildConnections makes the ways to property management systems.
func (a *App) buildConnections() {
	a.Connections = connection.New(with(a, connection.Deps{
		Store: connectiondb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Properties: a.Properties, Allotments: a.Allotments,
		Availability: a.Availability, Notify: a.Notify, Jobs: a.Queue, Audit: a.Audit, Box: a.secrets, Bans: a.bans,
		Remote: connectionhttp.Remote{Client: a.outbound.Client(connection.CallTimeout)}, Now: a.now, Logger: a.log, Ended: a.counters.synced,
	}))
}
