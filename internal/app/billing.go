package app

import (
	"allot/internal/billing/processor"
	"allot/internal/billing/sandbox"
	"allot/internal/billing/sandbox/sandboxdb"
	"allot/internal/billing/stripeproc"
	"allot/internal/billing/subscription"
	"allot/internal/billing/subscription/subscriptiondb"
)

// buildBilling makes what accounts pay the platform with.
func (a *App) buildBilling() {
	a.Subscriptions = subscription.New(with(a, subscription.Deps{
		Store: subscriptiondb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Notify: a.Notify, Jobs: a.Queue, Audit: a.Audit,
		Processor: a.processor(), ParseEvent: func(payload []byte, header string) (processor.Event, error) {
			return stripeproc.ParseEvent(payload, header, a.cfg.StripeWebhookSecret)
		},
		Installation: a.installationName, ZUGFeRD: a.cfg.ZUGFeRD != "off", Logger: a.log, Now: a.now,
	}))
}

// processor is Stripe where a key is set, else the sandbox.
func (a *App) processor() processor.Processor {
	if a.cfg.StripeSecretKey == "" {
		return sandbox.New(sandboxdb.New(a.DB), a.now)
	}
	return stripeproc.New(stripeproc.Config{SecretKey: a.cfg.StripeSecretKey, APIURL: a.cfg.StripeAPIURL, Log: a.log})
}

// installationName tells the payments of several installations apart. The installation is
// known once the database is open.
func (a *App) installationName() string { return a.installation.Name() }
