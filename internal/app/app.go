// Package app wires the modules into one program. It is the only package that
// imports every module's root, db and http packages, and it holds no rule.
package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"allot/internal/account"
	"allot/internal/allotment"
	"allot/internal/availability"
	"allot/internal/billing"
	"allot/internal/contract"
	"allot/internal/directory"
	"allot/internal/mailing"
	"allot/internal/mapping"
	"allot/internal/notify"
	"allot/internal/override"
	"allot/internal/partnerapi"
	"allot/internal/photo"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/blob"
	"allot/internal/platform/config"
	"allot/internal/platform/datadir"
	"allot/internal/platform/db"
	"allot/internal/platform/httpx"
	"allot/internal/platform/installation"
	"allot/internal/platform/jobs"
	"allot/internal/platform/mailer"
	"allot/internal/platform/outbox"
	"allot/internal/platform/picture"
	"allot/internal/platform/secret"
	"allot/internal/portfolio"
	"allot/internal/property"
	"allot/internal/publication"
	"allot/internal/ratecontract"
	"allot/internal/reference"
	"allot/internal/report"
	"allot/internal/rooming"
	"allot/internal/settings"
	"allot/internal/stopsale"
)

// picturesWaiting is how many uploads wait for memory, with their files on
// disk, before others are sent away. A large picture takes a second or two;
// whoever would wait longer than a minute is better told to come back.
const picturesWaiting = 24

// Version is the version of the product and of its API.
const Version = "0.1.0"

// App is the whole program, built and not yet running.
type App struct {
	Accounts      *account.Service
	Settings      *settings.Service
	Billing       *billing.Service
	Properties    *property.Service
	Photos        *photo.Service
	Publications  *publication.Service
	Contracts     *contract.Service
	Directory     *directory.Service
	RateContracts *ratecontract.Service
	Mappings      *mapping.Service
	Overrides     *override.Service
	Portfolio     *portfolio.Service
	Allotments    *allotment.Service
	StopSales     *stopsale.Service
	Rooming       *rooming.Service
	Availability  *availability.Service
	Reports       *report.Service
	Notify        *notify.Service
	Keys          *partnerapi.Service
	APIStats      *partnerapi.Stats
	Reference     *reference.Service

	cfg          config.Settings
	log          *slog.Logger
	openDir      func(path string) (*datadir.Dir, error)
	dir          *datadir.Dir
	db           *db.DB
	installation *installation.Installation
	jobs         *jobs.Queue
	events       *outbox.Outbox
	audit        *audit.Trail
	secrets      *secret.Box
	blobs        *blob.Folder
	pictures     *picture.Gate
	mail         mailer.Sender
	mailings     *mailing.Service
	kept         *mailer.Folder // nil when mails are really sent
	bans         ban.Guard
	metrics      *prometheus.Registry
	server       *httpx.Server
	linkBase     atomic.Value // string: where links in mails lead
}

// New opens the data folder and the database, brings the schema up to date and
// builds every module, bottom to top. Close it when done.
func New(ctx context.Context, cfg config.Settings, log *slog.Logger) (*App, error) {
	return build(ctx, cfg, log, datadir.Open)
}

// NewBeside is New for a command that only changes the database: on PostgreSQL the
// server may have the data folder meanwhile.
func NewBeside(ctx context.Context, cfg config.Settings, log *slog.Logger) (*App, error) {
	return build(ctx, cfg, log, func(path string) (*datadir.Dir, error) {
		dir, err := datadir.Open(path)
		if cfg.DatabaseURL != "" && errors.Is(err, datadir.ErrInUse) {
			return datadir.Look(path)
		}
		return dir, err
	})
}

func build(ctx context.Context, cfg config.Settings, log *slog.Logger, open func(path string) (*datadir.Dir, error)) (*App, error) {
	a := &App{cfg: cfg, log: log, metrics: prometheus.NewRegistry(), openDir: open}
	a.setLinkBase(cfg.Addr)
	for _, step := range []func(context.Context) error{a.openData, a.openPlatform, a.buildModules, a.buildServer} {
		if err := step(ctx); err != nil {
			return nil, errors.Join(err, a.Close())
		}
	}
	return a, nil
}

func (a *App) now() time.Time { return a.cfg.Now() }

func (a *App) openData(ctx context.Context) (err error) {
	if a.dir, err = a.openDir(a.cfg.DataDir); err != nil {
		return err
	}
	if a.db, err = db.Open(ctx, a.cfg.DatabaseURL, a.dir.DatabaseFile(), db.Connections(a.cfg.DatabaseConnections)); err != nil {
		return err
	}
	n, err := a.db.Migrate(ctx, jobs.Migration(a.db))
	if err != nil {
		return err
	}
	if n > 0 {
		a.log.InfoContext(ctx, "database migrated", "steps", n)
	}
	if a.installation, err = installation.Read(ctx, a.db); err != nil {
		return err
	}
	a.secrets, err = a.installation.LoadKey(ctx, a.dir.Root(), a.cfg.SecretKey)
	return err
}

func (a *App) openPlatform(context.Context) (err error) {
	a.blobs = blob.NewFolder(a.dir.Root(), a.now)
	a.pictures = picture.NewGate(picture.MaxMemory, picturesWaiting)
	if a.cfg.SMTPURL != "" {
		if a.mail, err = mailer.NewSMTP(a.cfg.SMTPURL, a.now); err != nil {
			return err
		}
	} else {
		if a.kept, err = mailer.NewFolder(a.dir.Root(), "Allot <allot@localhost>", a.now); err != nil {
			return err
		}
		a.kept = a.kept.Of(a.installation.Name())
		a.kept.Bound(int64(a.cfg.MailMaxMB) << 20)
		a.mail = a.kept
	}
	a.bans = ban.NewMemory(ban.Options{MaxFailures: a.cfg.LoginMaxFailures, Window: a.cfg.LoginWindow, Ban: a.cfg.LoginBan}, a.now)
	a.audit = audit.New(a.db, a.now)
	a.jobs, err = jobs.New(a.db, jobs.Options{NodeID: a.dir.NodeID(), Now: a.now, Shifted: a.cfg.ClockOffset != 0, Logger: a.log})
	if err != nil {
		return err
	}
	if a.events, err = outbox.New(a.db, a.jobs, a.now, a.log); err != nil {
		return err
	}
	return a.declareJobs()
}

// Close lets go of database and data folder.
func (a *App) Close() error {
	var err error
	if a.db != nil {
		err = a.db.Close()
	}
	if a.dir != nil {
		err = errors.Join(err, a.dir.Close())
	}
	return err
}

// TempDir is where the process should keep its temporary files.
func (a *App) TempDir() string { return a.dir.TempDir() }

// Handler is the program's HTTP side, for tests that need no listener.
func (a *App) Handler() http.Handler { return a.server }

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
