package app

import (
	"context"
	"errors"

	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/photo/photodb"
	"allot/internal/content/property"
	"allot/internal/content/property/propertydb"
	"allot/internal/content/publication"
	"allot/internal/content/publication/publicationdb"
	"allot/internal/content/reference"
	"allot/internal/exchange/partnerapi"
	"allot/internal/exchange/partnerapi/partnerapidb"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/mailing"
	"allot/internal/identity/mailing/mailingdb"
	"allot/internal/identity/notify"
	"allot/internal/identity/notify/notifydb"
	"allot/internal/identity/passwd"
	"allot/internal/identity/plan"
	"allot/internal/identity/plan/plandb"
	"allot/internal/identity/settings"
	"allot/internal/identity/settings/settingsdb"
	"allot/internal/platform/ratelimit"
)

// buildModules makes the services, bottom to top.
func (a *App) buildModules(context.Context) error {
	if err := errors.Join(a.buildReference(), a.buildAccounts()); err != nil {
		return err
	}
	a.buildContent()
	a.buildPartners()
	a.buildAvailability()
	a.buildInvoicing()
	a.buildBilling()
	a.buildExchange()
	a.buildConnections()
	a.buildAlpineBits()
	a.buildExports()
	return nil
}

// buildReference makes what is the same for everybody.
func (a *App) buildReference() (err error) {
	a.Reference, err = reference.New(with(a, reference.Deps{Now: a.now, Lists: optionLists()}))
	return err
}

// buildAccounts makes who is on the platform, what they pay for and how they
// have set things up.
func (a *App) buildAccounts() error {
	hasher, err := passwd.New(a.parts.Passwords)
	if err != nil {
		return err
	}
	users, keys := accountdb.New(a.DB), partnerapidb.New(a.DB)
	a.Accounts = account.New(with(a, account.Deps{
		Store: users, Hasher: hasher, Bans: a.bans, Events: a.Events, Jobs: a.Queue, Audit: a.Audit,
		Mail: a.mail, Blobs: a.Blobs, Pictures: a.pictures, Now: a.now, Logger: a.log, LinkBase: a.linkTo, Serves: a.serves,
		Registration: account.Registration(a.cfg.Registration), ConfirmEmails: a.cfg.ConfirmsEmails(), LettersKept: a.KeptMail != nil,
		Registrations: ratelimit.NewAddresses(a.cfg.LimitRegistrations, account.LimitWindow, a.now).Share(a.counter, "registrations"),
		Resets:        ratelimit.NewAddresses(a.cfg.LimitResets, account.LimitWindow, a.now).Share(a.counter, "resets"),
		Hooks:         a.accountHooks(),
	}))
	a.Plans = plan.New(with(a, plan.Deps{Store: plandb.New(a.DB), Accounts: a.Accounts, Audit: a.Audit, Now: a.now, Uses: a.planUses, Changed: a.closingChanged}))
	a.Keys = partnerapi.New(with(a, partnerapi.Deps{
		Store: keys, Accounts: a.Accounts, Plans: a.Plans, Audit: a.Audit, Now: a.now, Logger: a.log, Hooks: a.keyHooks(),
	}))
	a.APIStats = partnerapi.NewStats(with(a, partnerapi.StatsDeps{Store: partnerapidb.NewStats(a.DB), Keys: a.Keys, Now: a.now, Logger: a.log}))
	a.Notify = notify.New(with(a, notify.Deps{
		Store: notifydb.New(a.DB), Accounts: a.Accounts, Jobs: a.Queue, Audit: a.Audit, Mail: a.mail, Now: a.now,
		LinkBase: a.linkTo, Serves: a.serves, WantsMail: a.wantsMail,
	}))
	a.Settings = settings.New(with(a, settings.Deps{
		Store: settingsdb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Events: a.Events, Audit: a.Audit, Blobs: a.Blobs, Pictures: a.pictures,
		Box: a.secrets, LinkBase: a.linkTo, Now: a.now,
		ZoneOf: func(c settings.Company) (string, error) {
			return a.Reference.ZoneOf(reference.Place{Country: c.Country, City: c.City})
		},
		Kinds: notificationKinds(),
	}))
	a.Mailings = mailing.New(with(a, mailing.Deps{
		Store: mailingdb.New(a.DB), Accounts: a.Accounts, Plans: a.Plans, Settings: a.Settings, Jobs: a.Queue, Audit: a.Audit, Mail: a.mail,
		Now: a.now, Logger: a.log, Hooks: a.mailingHooks(),
	}))
	return nil
}

// notificationKinds tells the settings, which know no notification, what a
// user can choose from.
func notificationKinds() []settings.NotificationKind {
	list := make([]settings.NotificationKind, len(notify.Kinds))
	for i, k := range notify.Kinds {
		list[i] = settings.NotificationKind{Kind: string(k.Kind), Default: k.ByMail, For: k.For}
	}
	return list
}

// buildContent makes what a hotel says about itself.
func (a *App) buildContent() {
	a.Properties = property.New(with(a, property.Deps{
		Store: propertydb.New(a.DB), Catalogue: facts.Load(), Accounts: a.Accounts, Plans: a.Plans, Companies: a.Settings,
		Events: a.Events, Jobs: a.Queue, Audit: a.Audit, Blobs: a.Blobs, Pictures: a.pictures, Now: a.now,
		ZoneOf: func(p property.Property) (string, error) {
			return a.Reference.ZoneOf(reference.Place{
				Country: p.Country, State: p.State, City: p.City, Latitude: p.Latitude, Longitude: p.Longitude,
			})
		},
		Hooks: a.propertyHooks(),
	}))
	a.Photos = photo.New(with(a, photo.Deps{
		Store: photodb.New(a.DB), Properties: a.Properties, Plans: a.Plans, Audit: a.Audit, Blobs: a.Blobs,
		Pictures: a.pictures, Now: a.now,
	}))
	a.Publications = publication.New(with(a, publication.Deps{
		Store: publicationdb.New(a.DB), Catalogue: facts.Load(), Accounts: a.Accounts, Properties: a.Properties, Photos: a.Photos,
		Settings: a.Settings, Notify: a.Notify, Events: a.Events, Audit: a.Audit, Mailings: a.Mailings, Blobs: a.Blobs,
		Box: a.secrets, Now: a.now, LinkBase: a.linkTo, Published: a.published,
		AutoReview: a.cfg.PublishReview == "auto", EnforceGate: a.cfg.PublishGate == "enforce",
	}))
}

// serves reports whether a path of ours leads somewhere. It is asked when letters
// are written, long after the server was built.
func (a *App) serves(path string) bool { return a.Server().Serves(path) }

// linkTo is where links in letters lead.
func (a *App) linkTo() string { return a.linkBase.Load().(string) }
