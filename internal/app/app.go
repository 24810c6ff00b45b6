// Package app wires the modules into one program. It is the only package that
// imports every module's root, db and http packages, and it holds no rule.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"allot/internal/app/build"
	"allot/internal/app/config"
	"allot/internal/app/datadir"
	"allot/internal/app/installation"
	"allot/internal/billing/subscription"
	"allot/internal/content/photo"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/content/reference"
	"allot/internal/exchange/alpinebits"
	"allot/internal/exchange/bulkexport"
	"allot/internal/exchange/connection"
	"allot/internal/exchange/partnerapi"
	"allot/internal/exchange/webhook"
	"allot/internal/exchange/widget"
	"allot/internal/identity/account"
	"allot/internal/identity/mailing"
	"allot/internal/identity/notify"
	"allot/internal/identity/passwd"
	"allot/internal/identity/plan"
	"allot/internal/identity/settings"
	"allot/internal/insight/live"
	"allot/internal/insight/report"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/availability"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/stopsale"
	"allot/internal/invoicing/einvoice"
	"allot/internal/invoicing/invoice"
	"allot/internal/invoicing/profile"
	"allot/internal/partners/contract"
	"allot/internal/partners/mapping"
	"allot/internal/partners/marketplace"
	"allot/internal/partners/override"
	"allot/internal/partners/portfolio"
	"allot/internal/partners/ratecontract"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/blob"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbound"
	"allot/internal/platform/outbox"
	"allot/internal/platform/picture"
	"allot/internal/platform/ratelimit"
	"allot/internal/platform/redisx"
	"allot/internal/platform/secret"
	"allot/internal/platform/tracing"
)

// The bounds of pictures that are worked on: the memory of all, and how many uploads of one
// account wait for it, with their files on disk, before others of it are sent away. A large
// picture takes a second or two; whoever would wait longer than half a minute is better told
// to come back.
const (
	picturesMemory  = 160_000_000
	picturesWaiting = 24
)

// App is the whole program, built and not yet running.
type App struct {
	Accounts      *account.Service
	Settings      *settings.Service
	Plans         *plan.Service
	Subscriptions *subscription.Service
	Properties    *property.Service
	Photos        *photo.Service
	Publications  *publication.Service
	Contracts     *contract.Service
	Marketplace   *marketplace.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Overrides     *override.Service
	Portfolio     *portfolio.Service
	Allotments    *allotment.Service
	StopSales     *stopsale.Service
	Rooming       *rooming.Service
	Availability  *availability.Service
	Invoices      *invoice.Service
	Profiles      *profile.Service
	EInvoices     *einvoice.Service
	Reports       *report.Service
	Live          *live.Service
	Notify        *notify.Service
	Mailings      *mailing.Service
	Keys          *partnerapi.Service
	APIStats      *partnerapi.Stats
	Widgets       *widget.Service
	Webhooks      *webhook.Service
	Connections   *connection.Service
	AlpineBits    *alpinebits.Service
	Exports       *bulkexport.Service
	Reference     *reference.Service

	DB       *db.DB
	Queue    *jobs.Queue
	Events   *outbox.Outbox
	Audit    *audit.Trail
	Blobs    blob.Storage
	KeptMail *mailer.Folder // nil when mails are really sent
	// Server is the HTTP side. It is built when it is first asked for: a command
	// that only changes the database needs none.
	Server func() *httpx.Server

	cfg          config.Settings
	log          *slog.Logger
	parts        Parts
	movable      bool // a test moves the clock
	dir          *datadir.Dir
	installation *installation.Installation
	secrets      *secret.Box
	pictures     *picture.Gate
	mail         mailer.Sender
	outbound     *outbound.Guard // for addresses that customers typed
	bans         countingGuard
	redis        *redisx.Client    // may be nil
	counter      ratelimit.Counter // of all nodes; nil: each counts by itself
	metrics      *prometheus.Registry
	counters     *counters
	tracer       *tracing.Tracer // nil: nothing is traced
	linkBase     atomic.Value    // string: where links in mails lead
}

// Parts are what a program is built of that its settings do not tell. What is zero
// is built as for the binary; tests bring what they move, watch or let fail.
type Parts struct {
	// Now is the clock.
	Now func() time.Time
	// DB is a database that is open and migrated. It stays open.
	DB *db.DB
	// Tracer sends traces; nil: as the environment says.
	Tracer *tracing.Tracer
	// Passwords says what a password hash costs.
	Passwords passwd.Options
	// Change is called with a pointer to the Deps of each module before the module
	// is made of them.
	Change func(deps any)

	openDir func(path string) (*datadir.Dir, error)
}

// with lets whoever builds the program change what a module is made of.
func with[D any](a *App, deps D) D {
	if a.parts.Change != nil {
		a.parts.Change(&deps)
	}
	return deps
}

// New opens the data folder and the database, brings the schema up to date and
// builds every module, bottom to top. Close it when done.
func New(ctx context.Context, cfg config.Settings, log *slog.Logger) (*App, error) {
	return NewOf(ctx, cfg, log, Parts{})
}

// NewBeside is New for a command that only changes the database: on PostgreSQL the
// server may have the data folder meanwhile.
func NewBeside(ctx context.Context, cfg config.Settings, log *slog.Logger) (*App, error) {
	return NewOf(ctx, cfg, log, Parts{openDir: func(path string) (*datadir.Dir, error) {
		dir, err := datadir.Open(path)
		if cfg.DatabaseURL != "" && errors.Is(err, datadir.ErrInUse) {
			return datadir.Look(path)
		}
		return dir, err
	}})
}

// NewOf is New with some parts of the caller's.
func NewOf(ctx context.Context, cfg config.Settings, log *slog.Logger, parts Parts) (*App, error) {
	movable := parts.Now != nil
	if parts.Now == nil {
		parts.Now = cfg.Now
	}
	if parts.openDir == nil {
		parts.openDir = datadir.Open
	}
	a := &App{cfg: cfg, log: log, parts: parts, movable: movable, DB: parts.DB, metrics: prometheus.NewRegistry(), tracer: parts.Tracer}
	a.counters = newCounters(a.metrics)
	a.Server = sync.OnceValue(a.buildServer)
	a.setLinkBase(Addresses{API: cfg.Addr, TLS: cfg.ServesTLS()})
	for _, step := range []func(context.Context) error{a.openData, a.openPlatform, a.buildModules, a.declare} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, a.Close()) //nolint:contextcheck // what ends it must not end its end
		}
	}
	return a, nil
}

func (a *App) now() time.Time { return a.parts.Now() }

// clockOffset is how far now is ahead of the machine's clock where no test moves it.
func (a *App) clockOffset() time.Duration {
	if a.movable {
		return 0
	}
	return a.cfg.ClockOffset
}

func (a *App) openData(ctx context.Context) (err error) {
	if a.dir, err = a.parts.openDir(a.cfg.DataDir); err != nil {
		return err
	}
	if a.tracer == nil {
		a.tracer, err = tracing.New(ctx, tracing.Options{Getenv: os.Getenv, Version: build.Version, Logger: a.log})
		if err != nil {
			return err
		}
	}
	if a.DB == nil {
		if err := a.openDatabase(ctx); err != nil {
			return err
		}
	}
	a.DB = a.DB.Observed(a.counters.observer(a.log), a.tracer)
	if a.installation, err = installation.Read(ctx, a.DB); err != nil {
		return err
	}
	a.secrets, err = a.installation.LoadKey(ctx, a.dir.Root(), a.cfg.SecretKey)
	return err
}

func (a *App) openDatabase(ctx context.Context) (err error) {
	if a.DB, err = db.Open(ctx, a.cfg.DatabaseURL, a.dir.DatabaseFile(), a.cfg.DatabaseConnections); err != nil {
		return err
	}
	n, err := a.DB.Migrate(ctx, jobs.Migration(a.DB))
	if n > 0 {
		a.log.InfoContext(ctx, "database migrated", "steps", n)
	}
	return err
}

func (a *App) openPlatform(context.Context) (err error) {
	if err := a.openBlobs(); err != nil {
		return err
	}
	a.pictures = picture.NewGate(picturesMemory, picturesWaiting)
	a.outbound = outbound.NewGuard(with(a, outbound.Policy{Allow: a.cfg.OutboundNetworks()}))
	if a.cfg.SMTPURL != "" {
		server, err := mailer.NewSMTP(a.cfg.SMTPURL, a.now)
		if err != nil {
			return err
		}
		a.mail = observedMail{server, a, mailSent}
	} else {
		if a.KeptMail, err = mailer.NewFolder(a.dir.Root(), "Allot <allot@localhost>", a.now); err != nil {
			return err
		}
		a.KeptMail = a.KeptMail.Of(a.installation.Name())
		a.KeptMail.Bound(int64(a.cfg.MailMaxMB) << 20)
		a.mail = observedMail{a.KeptMail, a, mailKept}
	}
	if err := a.openCounters(); err != nil {
		return err
	}
	a.Audit = audit.New(a.DB, a.now)
	a.Audit.Observe(a.counters.wrote)
	a.Queue, err = jobs.New(a.DB, jobs.Options{
		NodeID: a.dir.NodeID(), Now: a.now, Offset: a.clockOffset(), Movable: a.movable, Logger: a.log, Suspended: a.anySuspended, Ran: a.counters.ran, Tracer: a.tracer,
	})
	if err != nil {
		return err
	}
	a.Events, err = outbox.New(a.DB, a.Queue, a.now, a.log)
	return err
}

// openBlobs makes the store of uploaded files. It need not answer yet: until it does,
// the program is not ready, and what needs no file works.
func (a *App) openBlobs() (err error) {
	if a.cfg.BlobURL == "" {
		a.Blobs = blob.NewFolder(a.dir.Root(), a.now)
		return nil
	}
	a.Blobs, err = blob.NewS3(a.cfg.Bucket())
	if err != nil {
		return fmt.Errorf("ALLOT_BLOB_URL: %w", err)
	}
	return nil
}

// countingGuard is a Guard that knows how many addresses it shuts out.
type countingGuard interface {
	ban.Guard
	Count() int
}

// openCounters makes what counts failed log-ins and requests.
func (a *App) openCounters() (err error) {
	opt := ban.Options{
		MaxFailures: a.cfg.LoginMaxFailures, Window: a.cfg.LoginWindow, Ban: a.cfg.LoginBan, OnFailure: a.counters.logins.WithLabelValues(loginFailed).Inc,
	}
	if a.cfg.RedisURL == "" {
		a.bans = ban.NewMemory(opt, a.now)
		return nil
	}
	if a.redis, err = redisx.New(a.cfg.RedisURL, a.installation.Name(), a.log); err != nil {
		return fmt.Errorf("ALLOT_REDIS_URL: %w", err)
	}
	a.counter, a.bans = a.redis, redisx.NewBans(a.redis, opt, a.now)
	return nil
}

// sendTraces is how long the end of the program waits for the collector of traces.
const sendTraces = 5 * time.Second

// shutTracer sends the last traces. That they cannot be sent is no failure of the
// program: it is logged.
func (a *App) shutTracer(ctx context.Context) {
	if a.parts.Tracer != nil { // it is the caller's
		return
	}
	if err := a.tracer.Shutdown(ctx); err != nil {
		a.log.WarnContext(ctx, "traces not sent", "error", err)
	}
}

// Close sends the last traces and lets go of database and data folder.
func (a *App) Close() error {
	last, cancel := context.WithTimeout(context.Background(), sendTraces) // whatever the program ends for
	defer cancel()
	a.shutTracer(last)
	var err error
	if a.DB != nil && a.parts.DB == nil {
		err = a.DB.Close()
	}
	if a.redis != nil {
		err = errors.Join(err, a.redis.Close())
	}
	if a.dir != nil {
		err = errors.Join(err, a.dir.Close())
	}
	return err
}

// TempDir is where the process should keep its temporary files.
func (a *App) TempDir() string { return a.dir.TempDir() }

// ensureAdmin makes the admin that the settings name, if it is not there yet.
func (a *App) ensureAdmin(ctx context.Context, email, password string) error {
	_, err := a.Accounts.CreateAdmin(ctx, email, password)
	if errors.Is(err, account.ErrEmailTaken) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("make the first admin: %w", err)
	}
	a.log.InfoContext(ctx, "first admin made", "email", email)
	return nil
}
