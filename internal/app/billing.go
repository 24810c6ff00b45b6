package app

import (
	"allot/internal/app/config"
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
		Store: subscriptiondb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Notify: a.Notify, Jobs: a.Queue, Audit: a.Audit, Mail: a.mail,
		Processor: a.processor(), ParseEvent: func(payload []byte, header string) (processor.Event, error) {
			return stripeproc.ParseEvent(payload, header, a.cfg.StripeWebhookSecret)
		},
		Installation: a.installationName, ZUGFeRD: a.cfg.ZUGFeRD != "off", Logger: a.log, Now: a.now,
	}))
}

// processor is what the settings say that accounts pay with.
func (a *App) processor() processor.Processor {
	switch a.cfg.PaymentsBy() {
	case config.PaymentsStripe:
		return stripeproc.New(stripeproc.Config{SecretKey: a.cfg.StripeSecretKey, APIURL: a.cfg.StripeAPIURL, Log: a.log})
	case config.PaymentsSandbox:
		return sandbox.New(sandboxdb.New(a.DB), a.now)
	}
	return processor.Off{}
}

// installationName tells the payments of several installations apart. The installation is
// known once the database is open.
func (a *App) installationName() string { return a.installation.Name() }
