// Package accounttest gives tests of any module a whole account module: real
// service, store, queue, outbox and HTTP server on a database of their own.
//
// Nothing in it is faked but the time, which stands still until the test moves
// it, and the cost of a password hash.
package accounttest

import (
	"context"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"allot/internal/account"
	"allot/internal/account/accountdb"
	"allot/internal/account/accounthttp"
	"allot/internal/auth"
	"allot/internal/billing"
	"allot/internal/billing/billingdb"
	"allot/internal/partnerapi"
	"allot/internal/partnerapi/partnerapidb"
	"allot/internal/partnerapi/partnerapihttp"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/blob"
	"allot/internal/platform/clocktest"
	"allot/internal/platform/db"
	"allot/internal/platform/db/dbtest"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
	"allot/internal/platform/passwd"
	"allot/internal/platform/picture"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/secret"
	"allot/internal/property"
	"allot/internal/settings"
	"allot/internal/settings/settingsdb"
)

const (
	// BaseURL is the public address of the installation under test.
	BaseURL = "https://allot.example"
	// KnownProperty is the only property that accounts have here.
	KnownProperty int64 = 71
	// KnownContract is the only contract that accounts have here.
	KnownContract int64 = 81
	// UnreadNotifications is what every user has.
	UnreadNotifications = 3
	// KindByMail and KindQuiet are the kinds of notification here; only the
	// first comes by e-mail unless the user says otherwise.
	KindByMail = "invoice_received"
	KindQuiet  = "stop_sale"
)

// Env is an installation. Its queue and outbox rest until Start.
type Env struct {
	DB       *db.DB
	Clock    *clocktest.Clock
	Queue    *jobs.Queue
	Events   *outbox.Outbox
	Audit    *audit.Trail
	Bans     *ban.Memory
	Hasher   *passwd.Hasher
	Blobs    *blob.Folder
	Pictures *picture.Gate
	Mail     *mailer.Folder
	Settings *settings.Service
	Billing  *billing.Service
	Keys     *partnerapi.Service
	Store    *accountdb.Store
	Accounts *account.Service
	Server   *httpx.Server
	// DataDir is the folder that blobs and mail lie in.
	DataDir string

	logs   *logs
	people atomic.Int64
}

// New builds an installation. change may replace what the service works with.
// A test during which an error is logged fails, unless it expects one.
func New(tb testing.TB, change ...func(*account.Deps)) *Env {
	tb.Helper()
	e := &Env{DB: dbtest.New(tb), Clock: clocktest.New(), DataDir: tb.TempDir(), logs: &logs{}}
	tb.Cleanup(func() { e.logs.check(tb) })
	log := e.Log()
	root, err := os.OpenRoot(e.DataDir)
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = root.Close() })

	e.Queue, err = jobs.New(e.DB, jobs.Options{NodeID: "test", Workers: 4, Now: e.Clock.Now, Shifted: true, Logger: log})
	require.NoError(tb, err)
	e.Events, err = outbox.New(e.DB, e.Queue, e.Clock.Now, log)
	require.NoError(tb, err)
	e.Hasher, err = passwd.New(passwd.Options{Memory: 8, Iterations: 1, Slots: 4})
	require.NoError(tb, err)
	e.Mail, err = mailer.NewFolder(root, "Allot <allot@allot.example>", e.Clock.Now)
	require.NoError(tb, err)
	e.Audit, e.Blobs = audit.New(e.DB, e.Clock.Now), blob.NewFolder(root, e.Clock.Now)
	e.Pictures = picture.NewGate(picture.MaxMemory, 32)
	e.Bans = ban.NewMemory(ban.Options{}, e.Clock.Now)
	e.Store = accountdb.New(e.DB)
	e.buildService(tb, log, change)
	box, err := secret.New(make([]byte, secret.KeySize))
	require.NoError(tb, err)
	e.Settings, err = settings.New(settings.Deps{
		Store: settingsdb.New(e.DB), Accounts: e.Accounts, Plans: e.Billing, Events: e.Events, Audit: e.Audit, Jobs: e.Queue, Blobs: e.Blobs, Pictures: e.Pictures,
		Box: box, LinkBase: func() string { return BaseURL }, Now: e.Clock.Now,
		ZoneOf: func(settings.Company) (string, error) { return "UTC", nil },
		Kinds: []settings.NotificationKind{
			{Kind: KindByMail, Default: true, For: []auth.AccountType{auth.Accommodation, auth.TourOperator}},
			{Kind: KindQuiet, For: []auth.AccountType{auth.Accommodation, auth.TourOperator, auth.Admin}},
		},
	})
	require.NoError(tb, err)
	e.buildServer(tb, log)
	return e
}

func (e *Env) buildService(tb testing.TB, log *slog.Logger, change []func(*account.Deps)) {
	tb.Helper()
	deps := account.Deps{
		Store: e.Store, Hasher: e.Hasher, Bans: e.Bans, Events: e.Events, Jobs: e.Queue, Audit: e.Audit,
		Mail: e.Mail, Blobs: e.Blobs, Pictures: e.Pictures, Now: e.Clock.Now, Logger: log,
		LinkBase:      func() string { return BaseURL },
		Serves:        func(string) bool { return true },
		Registrations: ratelimit.NewAddresses(0, account.LimitWindow, e.Clock.Now),
		Resets:        ratelimit.NewAddresses(0, account.LimitWindow, e.Clock.Now),
		Hooks: account.Hooks{
			Confirmed: func(context.Context, account.User) error { return nil },
			Registered: func(ctx context.Context, u account.User, in account.RegisterInput) error {
				return e.Settings.CreateCompany(ctx, u.ID, in.CompanyName, in.Country, u.Email)
			},
			SpendLetters: func(ctx context.Context, owner int64, letters int) error {
				return e.Billing.SpendLetters(ctx, owner, letters)
			},
			SubUserRemoved: func(ctx context.Context, who auth.Caller, user int64) error {
				return e.Keys.RevokeKeysOf(ctx, who, user)
			},
			UnknownProperties: func(_ context.Context, _ int64, ids []int64) ([]int64, error) {
				return slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == KnownProperty }), nil
			},
		},
	}
	for _, c := range change {
		c(&deps)
	}
	var err error
	e.Accounts, err = account.New(deps)
	require.NoError(tb, err)
	e.Billing = billing.New(billing.Deps{Store: billingdb.New(e.DB), Accounts: e.Accounts, Audit: e.Audit, Now: e.Clock.Now})
	keys := partnerapidb.New(e.DB)
	e.Store.OnChange(keys.UserChanged)
	e.Keys = partnerapi.New(partnerapi.Deps{
		Store: keys, Accounts: e.Accounts, Billing: e.Billing, Audit: e.Audit, Now: e.Clock.Now, Logger: log,
		Hooks: partnerapi.Hooks{Contract: func(_ context.Context, _, id int64) (bool, error) { return id == KnownContract, nil }},
	})
}

func (e *Env) buildServer(tb testing.TB, log *slog.Logger) {
	tb.Helper()
	e.Server = httpx.NewServer(httpx.Options{
		DB: e.DB, Now: e.Clock.Now, Logger: log, Version: "test", BaseURL: BaseURL,
		TrustedProxies: []netip.Prefix{netip.MustParsePrefix(proxy + "/32")},
		Bans:           e.Bans, Metrics: httpx.NewMetrics(prometheus.NewRegistry()), Authenticate: httpx.Sessions(e.Accounts.Authenticate),
		Gate: &partnerapihttp.Gate{Authenticate: e.Keys.Authenticate},
	})
	require.NoError(tb, e.Server.DeclareJobs(e.Queue))
	accounthttp.Register(e.Server, accounthttp.Deps{
		Accounts: e.Accounts, Settings: e.Settings, Billing: e.Billing,
		Unread: func(context.Context, auth.Caller) (int, error) { return UnreadNotifications, nil },
	})
	e.Server.AddMedia(e.Blobs, account.AvatarFolder, settings.LogoFolder, property.FilesFolder)
}

// unique makes a name that nobody else in the installation has.
func (e *Env) unique(prefix string) string { return fmt.Sprintf("%s%d", prefix, e.people.Add(1)) }
