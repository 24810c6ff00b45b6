package app

import (
	"time"

	"allot/internal/content/facts"
	"allot/internal/exchange/event"
	"allot/internal/exchange/webhook"
	"allot/internal/exchange/webhook/webhookdb"
	"allot/internal/exchange/webhook/webhookhttp"
	"allot/internal/exchange/widget"
	"allot/internal/exchange/widget/widgetdb"
	"allot/internal/platform/ratelimit"
)

// buildExchange makes what other systems and the hotels' own sites are sent.
func (a *App) buildExchange() {
	a.Widgets = widget.New(with(a, widget.Deps{
		Store: widgetdb.New(a.DB), Catalogue: facts.Load(), Accounts: a.Accounts, Properties: a.Properties, Publications: a.Publications,
		Allotments: a.Allotments, Audit: a.Audit, Stamps: a.DB, Now: a.now,
		Requests: ratelimit.NewAddresses(a.cfg.LimitWidgets, widget.LimitWindow, a.now).Share(a.counter, "widgets"),
	}))
	receivers := event.New(with(a, event.Deps{
		Plans:        a.Plans,
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
