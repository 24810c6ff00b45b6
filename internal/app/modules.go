package app

import (
	"context"

	"allot/internal/account"
	"allot/internal/account/accountdb"
	"allot/internal/apikey"
	"allot/internal/apikey/apikeydb"
	"allot/internal/apistats"
	"allot/internal/apistats/apistatsdb"
	"allot/internal/billing"
	"allot/internal/billing/billingdb"
	"allot/internal/facts"
	"allot/internal/mailing"
	"allot/internal/mailing/mailingdb"
	"allot/internal/notify"
	"allot/internal/notify/notifydb"
	"allot/internal/photo"
	"allot/internal/photo/photodb"
	"allot/internal/platform/auth"
	"allot/internal/platform/passwd"
	"allot/internal/platform/ratelimit"
	"allot/internal/property"
	"allot/internal/property/propertydb"
	"allot/internal/publication"
	"allot/internal/publication/publicationdb"
	"allot/internal/reference"
	"allot/internal/settings"
	"allot/internal/settings/settingsdb"
)

// buildModules makes the services, bottom to top.
func (a *App) buildModules(context.Context) error {
	for _, build := range []func() error{a.buildReference, a.buildAccounts, a.buildContent, a.buildPartners, a.buildAvailability} {
		if err := build(); err != nil {
			return err
		}
	}
	return nil
}

// buildReference makes what is the same for everybody.
func (a *App) buildReference() (err error) {
	a.Reference, err = reference.New(reference.Deps{Now: a.now, Lists: optionLists()})
	return err
}

// buildAccounts makes who is on the platform, what they pay for and how they
// have set things up.
func (a *App) buildAccounts() error {
	hasher, err := passwd.New(passwd.Options{})
	if err != nil {
		return err
	}
	users, keys := accountdb.New(a.db), apikeydb.New(a.db)
	users.OnChange(keys.UserChanged)
	a.Accounts, err = account.New(account.Deps{
		Store: users, Hasher: hasher, Bans: a.bans, Events: a.events, Jobs: a.jobs, Audit: a.audit,
		Mail: a.mail, Blobs: a.blobs, Pictures: a.pictures, Now: a.now, Logger: a.log, LinkBase: a.linkTo, Serves: a.serves,
		Registration: account.Registration(a.cfg.Registration), ConfirmEmails: a.cfg.ConfirmsEmails(),
		Registrations: ratelimit.NewAddresses(a.cfg.LimitRegistrations, account.LimitWindow, a.now),
		Resets:        ratelimit.NewAddresses(a.cfg.LimitResets, account.LimitWindow, a.now),
		Hooks: account.Hooks{
			Registered: func(ctx context.Context, u account.User, in account.RegisterInput) error {
				if err := a.Settings.CreateCompany(ctx, u.ID, in.CompanyName, in.Country, u.Email); err != nil {
					return err
				}
				if err := a.Directory.Registered(ctx, u); err != nil {
					return err
				}
				return a.Contracts.Registered(ctx, u, in)
			},
			Confirmed: func(ctx context.Context, u account.User) error {
				if err := a.Directory.Confirmed(ctx, u); err != nil {
					return err
				}
				return a.Contracts.Join(ctx, u)
			},
			SpendLetters: func(ctx context.Context, owner int64, letters int) error {
				return a.Billing.SpendLetters(ctx, owner, letters)
			},
			UnknownProperties: func(ctx context.Context, owner int64, ids []int64) ([]int64, error) {
				return a.Properties.Unknown(ctx, owner, ids)
			},
			SubUserRemoved: func(ctx context.Context, who auth.Caller, user int64) error {
				return a.Keys.RevokeKeysOf(ctx, who, user)
			},
		},
	})
	if err != nil {
		return err
	}
	a.Billing = billing.New(billing.Deps{Store: billingdb.New(a.db), Accounts: a.Accounts, Audit: a.audit, Now: a.now})
	a.Keys = apikey.New(apikey.Deps{
		Store: keys, Accounts: a.Accounts, Billing: a.Billing, Audit: a.audit, Now: a.now, Logger: a.log,
		Hooks: apikey.Hooks{Contract: func(ctx context.Context, account, id int64) (bool, error) {
			return a.Contracts.IsSide(ctx, account, id)
		}},
	})
	a.APIStats, err = apistats.New(apistats.Deps{Store: apistatsdb.New(a.db), Keys: a.Keys, Jobs: a.jobs, Now: a.now, Logger: a.log})
	if err != nil {
		return err
	}
	a.Keys.Hooks.Revoked = a.APIStats.Revoked
	a.Notify, err = notify.New(notify.Deps{
		Store: notifydb.New(a.db), Accounts: a.Accounts, Jobs: a.jobs, Audit: a.audit, Mail: a.mail, Now: a.now,
		LinkBase: a.linkTo, Serves: a.serves,
		WantsMail: func(ctx context.Context, user int64, kind string) (bool, error) {
			return a.Settings.WantsMail(ctx, user, kind)
		},
	})
	if err != nil {
		return err
	}
	a.Settings, err = settings.New(settings.Deps{
		Store: settingsdb.New(a.db), Accounts: a.Accounts, Plans: a.Billing, Events: a.events, Audit: a.audit, Jobs: a.jobs, Blobs: a.blobs, Pictures: a.pictures,
		Box: a.secrets, LinkBase: a.linkTo, Now: a.now,
		ZoneOf: func(c settings.Company) (string, error) {
			return a.Reference.ZoneOf(reference.Place{Country: c.Country, City: c.City})
		},
		Kinds: notificationKinds(),
	})
	if err != nil {
		return err
	}
	a.mailings, err = mailing.New(mailing.Deps{
		Store: mailingdb.New(a.db), Accounts: a.Accounts, Plans: a.Billing, Settings: a.Settings, Jobs: a.jobs, Audit: a.audit, Mail: a.mail,
		Now: a.now, Logger: a.log,
	})
	return err
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
func (a *App) buildContent() error {
	var err error
	a.Properties, err = property.New(property.Deps{
		Store: propertydb.New(a.db), Catalogue: facts.Load(), Plans: a.Billing, Companies: a.Settings,
		Events: a.events, Jobs: a.jobs, Audit: a.audit, Blobs: a.blobs, Pictures: a.pictures, Now: a.now,
		ZoneOf: func(p property.Property) (string, error) {
			return a.Reference.ZoneOf(reference.Place{
				Country: p.Country, State: p.State, City: p.City, Latitude: p.Latitude, Longitude: p.Longitude,
			})
		},
	})
	if err != nil {
		return err
	}
	a.Photos = photo.New(photo.Deps{
		Store: photodb.New(a.db), Properties: a.Properties, Plans: a.Billing, Audit: a.audit, Blobs: a.blobs,
		Pictures: a.pictures, Now: a.now,
	})
	a.Publications = publication.New(publication.Deps{
		Store: publicationdb.New(a.db), Catalogue: facts.Load(), Accounts: a.Accounts, Properties: a.Properties, Photos: a.Photos,
		Settings: a.Settings, Notify: a.Notify, Events: a.events, Jobs: a.jobs, Audit: a.audit, Mailings: a.mailings, Blobs: a.blobs,
		Box: a.secrets, Now: a.now, LinkBase: a.linkTo,
		AutoReview: a.cfg.PublishReview == "auto", EnforceGate: a.cfg.PublishGate == "enforce",
	})
	return nil
}

// serves tells whether a path of ours leads somewhere. It is asked when letters
// are written, long after the server was built.
func (a *App) serves(path string) bool { return a.server.Serves(path) }

// linkTo is where links in letters lead.
func (a *App) linkTo() string { return a.linkBase.Load().(string) } //nolint:forcetypeassert // only setLinkBase stores it
