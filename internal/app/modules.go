package app

import (
	"context"
	"time"

	"allot/internal/account"
	"allot/internal/account/accountdb"
	"allot/internal/account/accounthttp"
	"allot/internal/apikey"
	"allot/internal/apikey/apikeydb"
	"allot/internal/apikey/apikeyhttp"
	"allot/internal/billing"
	"allot/internal/billing/billingdb"
	"allot/internal/billing/billinghttp"
	"allot/internal/notify"
	"allot/internal/notify/notifydb"
	"allot/internal/notify/notifyhttp"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
	"allot/internal/platform/passwd"
	"allot/internal/settings"
	"allot/internal/settings/settingsdb"
	"allot/internal/staff/staffhttp"
)

// buildModules makes the services, bottom to top.
func (a *App) buildModules(context.Context) error {
	hasher, err := passwd.New(passwd.Options{})
	if err != nil {
		return err
	}
	a.Settings = settings.New(settingsdb.New(a.db), a.now)
	a.Accounts, err = account.New(account.Deps{
		Store: accountdb.New(a.db), Hasher: hasher, Bans: a.bans, Events: a.events, Jobs: a.jobs, Audit: a.audit,
		Mail: a.mail, Blobs: a.blobs, Now: a.now, Logger: a.log,
		LinkBase: a.linkTo,
		Hooks: account.Hooks{
			Registered: func(ctx context.Context, u account.User, in account.RegisterInput) error {
				return a.Settings.CreateCompany(ctx, u.ID, in.CompanyName, in.Country, u.Email)
			},
			UnknownProperties: noProperties,
		},
	})
	if err != nil {
		return err
	}
	a.Billing = billing.New(billing.Deps{Store: billingdb.New(a.db), Accounts: a.Accounts, Audit: a.audit, Now: a.now})
	a.Notify, err = notify.New(notify.Deps{
		Store: notifydb.New(a.db), Accounts: a.Accounts, Jobs: a.jobs, Audit: a.audit, Mail: a.mail, Now: a.now,
		LinkBase: a.linkTo, WantsMail: mailByDefault,
	})
	if err != nil {
		return err
	}
	a.Keys = apikey.New(apikey.Deps{
		Store: apikeydb.New(a.db), Accounts: a.Accounts, Billing: a.Billing, Audit: a.audit, Now: a.now, Logger: a.log,
		Hooks: apikey.Hooks{Contract: noContract},
	})
	return nil
}

// linkTo is where links in letters lead.
func (a *App) linkTo() string { return a.linkBase.Load().(string) } //nolint:forcetypeassert // only setLinkBase stores it

// noProperties is true of every account until there is a property module.
func noProperties(_ context.Context, _ int64, ids []int64) ([]int64, error) { return ids, nil }

// mailByDefault is what every user wants until preferences are kept.
func mailByDefault(_ context.Context, _ int64, kind string) (bool, error) {
	k, _ := notify.FindKind(kind)
	return k.ByMail, nil
}

// noContract is true of every account until there is a contract module.
func noContract(context.Context, int64, int64) (bool, error) { return false, nil }

// registerRoutes adds every module's operations. Their services are not called
// here, so the OpenAPI document can be written without a database.
func (a *App) registerRoutes(s *httpx.Server) {
	accounthttp.Register(s, accounthttp.Deps{Accounts: a.Accounts, Settings: a.Settings, Billing: a.Billing, Unread: a.Notify.Unread})
	billinghttp.Register(s, a.Billing)
	notifyhttp.Register(s, notifyhttp.Deps{Notify: a.Notify})
	apikeyhttp.Register(s, a.Keys)
	staffhttp.Register(s, staffhttp.Deps{DB: a.db, Jobs: a.jobs, Audit: a.audit, Kept: a.kept})
}

type purgeBlobsArgs struct{}

func (purgeBlobsArgs) Kind() string { return "blob_purge" }

// keepTrash is how long a deleted file can still be taken up by a backup that
// had begun before.
const keepTrash = 24 * time.Hour

func (a *App) declareJobs() error {
	err := jobs.Handle(a.jobs, func(ctx context.Context, _ jobs.Job[purgeBlobsArgs]) error {
		return a.blobs.Purge(ctx, a.now().Add(-keepTrash))
	}, jobs.Handling{})
	if err != nil {
		return err
	}
	a.jobs.Every(6*time.Hour, purgeBlobsArgs{})
	return nil
}
