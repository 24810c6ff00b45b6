package app

import (
	"time"

	"allot/internal/exchange/event"
	"allot/internal/exchange/webhook"
	"allot/internal/exchange/webhook/webhookdb"
	"allot/internal/exchange/webhook/webhookhttp"
)

// buildExchange makes what other systems are sent.
func (a *App) buildExchange() {
	receivers := event.New(with(a, event.Deps{
		Publications: a.Publications, Contracts: a.Contracts, RateContracts: a.RateContracts, Mappings: a.Mappings,
		Availability: a.Availability, LinkBase: a.linkTo,
	}))
	a.Webhooks = webhook.New(with(a, webhook.Deps{
		Store: webhookdb.New(a.DB), Accounts: a.Accounts, Notify: a.Notify, Receivers: receivers, Events: a.Events, Jobs: a.Queue,
		Audit: a.Audit, Box: a.secrets, Guard: a.outbound,
		Poster: func(timeout time.Duration) webhook.Poster {
			return observedPoster{webhookhttp.NewPoster(a.outbound, timeout), a}
		}, Now: a.now, Logger: a.log, NodeID: a.dir.NodeID(),
		Keep: time.Duration(a.cfg.WebhookKeep) * 24 * time.Hour,
	}))
}
