package app

import (
	"context"
	"time"

	"allot/internal/account"
	"allot/internal/account/accountdb"
	"allot/internal/account/accounthttp"
	"allot/internal/billing"
	"allot/internal/platform/auth"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
	"allot/internal/platform/passwd"
	"allot/internal/settings"
	"allot/internal/settings/settingsdb"
	"allot/internal/settings/settingshttp"
	"allot/internal/staff/staffhttp"
)

// buildModules makes the services, bottom to top.
func (a *App) buildModules(context.Context) error {
	hasher, err := passwd.New(passwd.Options{})
	if err != nil {
		return err
	}
	a.Billing = billing.New()
	a.Accounts, err = account.New(account.Deps{
		Store: accountdb.New(a.db), Hasher: hasher, Bans: a.bans, Events: a.events, Jobs: a.jobs, Audit: a.audit,
		Mail: a.mail, Blobs: a.blobs, Now: a.now, Logger: a.log,
		LinkBase: func() string { return a.linkBase.Load().(string) }, //nolint:forcetypeassert // only setLinkBase stores it
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
	a.Settings, err = settings.New(settings.Deps{
		Store: settingsdb.New(a.db), Accounts: a.Accounts, Audit: a.audit, Jobs: a.jobs, Blobs: a.blobs, Now: a.now,
	})
	return err
}

// noProperties is true of every account until there is a property module.
func noProperties(_ context.Context, _ int64, ids []int64) ([]int64, error) { return ids, nil }

// noNotifications is true of every user until there is a notification module.
func noNotifications(context.Context, auth.Caller) (int, error) { return 0, nil }

// registerRoutes adds every module's operations. Their services are not called
// here, so the OpenAPI document can be written without a database.
func (a *App) registerRoutes(s *httpx.Server) {
	accounthttp.Register(s, accounthttp.Deps{Accounts: a.Accounts, Settings: a.Settings, Billing: a.Billing, Unread: noNotifications})
	settingshttp.Register(s, settingshttp.Deps{Settings: a.Settings, Accounts: a.Accounts, Billing: a.Billing})
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
