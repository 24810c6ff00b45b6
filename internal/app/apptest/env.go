// Package apptest gives tests of any module the whole program, on a database and a
// data folder of its own, and makes hotels, operators and what they have in it.
//
// It is the program that the binary runs, built by app. What tests need to be
// otherwise: time stands still until the test moves it, a password hash costs
// little, every place is in UTC, so that tests know what day it is there, and every
// page that letters lead to is there, as once there is a dashboard.
package apptest

import (
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/app"
	"allot/internal/app/config"
	"allot/internal/content/facts"
	"allot/internal/content/photo"
	"allot/internal/content/photo/photodb"
	"allot/internal/content/property"
	"allot/internal/content/publication"
	"allot/internal/content/publication/publicationdb"
	"allot/internal/identity/account"
	"allot/internal/identity/account/accountdb"
	"allot/internal/identity/notify"
	"allot/internal/identity/notify/notifydb"
	"allot/internal/identity/passwd"
	"allot/internal/identity/settings"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/allotment/allotmentdb"
	"allot/internal/inventory/rooming"
	"allot/internal/inventory/rooming/roomingdb"
	"allot/internal/inventory/stopsale"
	"allot/internal/inventory/stopsale/stopsaledb"
	"allot/internal/partners/contract"
	"allot/internal/partners/contract/contractdb"
	"allot/internal/partners/mapping"
	"allot/internal/partners/mapping/mappingdb"
	"allot/internal/partners/marketplace"
	"allot/internal/partners/marketplace/marketplacedb"
	"allot/internal/partners/ratecontract"
	"allot/internal/partners/ratecontract/ratecontractdb"
	"allot/internal/platform/ban"
	"allot/internal/platform/db"
	"allot/internal/platform/secret"
	"allot/internal/testkit/clocktest"
	"allot/internal/testkit/dbtest"
)

// BaseURL is the public address of the installation under test.
const BaseURL = "https://allot.example"

// Env is the program under test. Its queue and outbox rest until Start.
type Env struct {
	*app.App

	Clock     *clocktest.Clock
	Catalogue *facts.Catalogue
	// DataDir is the folder that blobs and mail lie in.
	DataDir string
	Hasher  *passwd.Hasher
	Bans    *ban.Memory

	// The stores that the services work on.
	AccountStore     *accountdb.Store
	NotifyStore      *notifydb.Store
	PhotoStore       *photodb.Store
	PublicationStore *publicationdb.Store
	ContractStore    *contractdb.Store
	DirectoryStore   *marketplacedb.Store
	RateStore        *ratecontractdb.Store
	MappingStore     *mappingdb.Store
	StopStore        *stopsaledb.Store
	AllotmentStore   *allotmentdb.Store
	RoomingStore     *roomingdb.Store

	deps   []any // of every module, as pointers
	logs   *logs
	logged slog.Handler // of the test; may be nil
	people atomic.Int64
	staff  func() *Who
	rooms  atomic.Int64
}

// Option changes what the program is built of.
type Option func(*parts)

type parts struct {
	settings config.Settings
	changes  []func(deps any)
	watch    bun.QueryHook
	logged   slog.Handler
}

// Settings changes the settings of the program.
func Settings(change func(*config.Settings)) Option {
	return func(p *parts) { change(&p.settings) }
}

// With changes the Deps of a module before the module is made of them.
func With[D any](change func(*D)) Option {
	return func(p *parts) {
		p.changes = append(p.changes, func(deps any) {
			if d, ok := deps.(*D); ok {
				change(d)
			}
		})
	}
}

// Watched shows every statement of the program to a hook.
func Watched(by bun.QueryHook) Option { return func(p *parts) { p.watch = by } }

// ConfirmEmails has everybody who enters an address prove it.
func ConfirmEmails(s *config.Settings) { s.ConfirmEmail = "on" }

// Main runs the tests of a package. They wait for databases and for each other more than they
// work: more of them run at once than there are processors.
func Main(m *testing.M) {
	_ = flag.Set("test.parallel", "6") // what the command line says is read later and holds
	m.Run()
}

// New builds the program. A test during which an error is logged fails, unless it
// expects one.
func New(tb testing.TB, options ...Option) *Env {
	tb.Helper()
	return build(tb, node{id: "a", clock: clocktest.New(), db: dbtest.New(tb)}, options)
}

// NewCounted is New with a count of the round trips to PostgreSQL.
func NewCounted(tb testing.TB, options ...Option) (*Env, *dbtest.Trips) {
	tb.Helper()
	d, trips := dbtest.NewCounted(tb)
	return build(tb, node{id: "a", clock: clocktest.New(), db: d}, options), trips
}

// Beside builds another node of the installation: the program once more, on the same PostgreSQL
// database and clock. On SQLite an installation has one node, and Beside returns e.
func (e *Env) Beside(tb testing.TB, options ...Option) *Env {
	tb.Helper()
	if e.DB.Engine() != db.Postgres {
		return e
	}
	return build(tb, node{id: "b", clock: e.Clock, db: dbtest.Beside(tb, e.DB)}, options)
}

// As sends the requests of a user of another node to this one.
func (e *Env) As(w *Who) *Who {
	here := *w
	here.env = e
	return &here
}

// node is what distinguishes a program from others of its installation, and what they share.
type node struct {
	id    string // one letter
	clock *clocktest.Clock
	db    *db.DB
}

func build(tb testing.TB, n node, options []Option) *Env {
	tb.Helper()
	e := &Env{Clock: n.clock, Catalogue: facts.Load(), DataDir: tb.TempDir(), logs: &logs{}}
	tb.Cleanup(func() { e.logs.check(tb) })
	e.staff = sync.OnceValue(func() *Who { return e.Admin(tb) })
	// With an id and a key of its own, the folder is not synced to the disk for them.
	require.NoError(tb, os.WriteFile(filepath.Join(e.DataDir, "node.id"), []byte(strings.Repeat(n.id, 26)+"\n"), 0o600))
	p := parts{
		settings: config.Settings{DataDir: e.DataDir, BaseURL: BaseURL, TrustedProxies: []string{proxy}, SecretKey: strings.Repeat("00", secret.KeySize)},
		changes:  []func(any){e.note},
	}
	for _, o := range options {
		o(&p)
	}
	if p.settings.Payments == "" && p.settings.StripeSecretKey == "" {
		p.settings.Payments = config.PaymentsSandbox // as in the demo
	}
	e.logged = p.logged
	d := n.db
	if p.watch != nil {
		d = d.Watched(p.watch)
	}
	var err error
	e.App, err = app.NewOf(tb.Context(), p.settings, e.Log(), app.Parts{
		Now: e.Clock.Now, DB: d, Passwords: passwd.Options{Memory: 8, Iterations: 1, Slots: 4},
		Change: func(deps any) {
			for _, c := range p.changes {
				c(deps)
			}
			e.deps = append(e.deps, deps)
		},
	})
	require.NoError(tb, err)
	tb.Cleanup(func() { _ = e.Close() })
	return e
}

// Deps are what a module was made of, for tests that make another service of it.
func Deps[D any](e *Env) D {
	for _, deps := range e.deps {
		if d, ok := deps.(*D); ok {
			return *d
		}
	}
	panic(fmt.Sprintf("no module is made of %T", *new(D)))
}

// note keeps what tests look at, and makes otherwise what the package says.
func (e *Env) note(deps any) {
	switch d := deps.(type) {
	case *account.Deps:
		e.AccountStore, e.Hasher, e.Bans = d.Store.(*accountdb.Store), d.Hasher, d.Bans.(*ban.Memory)
		d.Serves = func(string) bool { return true }
	case *settings.Deps:
		d.ZoneOf = func(settings.Company) (string, error) { return "UTC", nil }
	case *notify.Deps:
		d.Serves = func(string) bool { return true }
		e.NotifyStore = d.Store.(*notifydb.Store)
	case *property.Deps:
		d.ZoneOf = func(property.Property) (string, error) { return "UTC", nil }
	case *photo.Deps:
		e.PhotoStore = d.Store.(*photodb.Store)
	case *publication.Deps:
		e.PublicationStore = d.Store.(*publicationdb.Store)
	case *contract.Deps:
		e.ContractStore = d.Store.(*contractdb.Store)
	case *marketplace.Deps:
		e.DirectoryStore = d.Store.(*marketplacedb.Store)
	case *ratecontract.Deps:
		e.RateStore = d.Store.(*ratecontractdb.Store)
	case *mapping.Deps:
		e.MappingStore = d.Store.(*mappingdb.Store)
	case *stopsale.Deps:
		e.StopStore = d.Store.(*stopsaledb.Store)
	case *allotment.Deps:
		e.AllotmentStore = d.Store.(*allotmentdb.Store)
	case *rooming.Deps:
		e.RoomingStore = d.Store.(*roomingdb.Store)
	}
}

// Staff is a member of the platform's staff, always the same.
func (e *Env) Staff() *Who { return e.staff() }

// unique makes a name that nobody else in the installation has.
func (e *Env) unique(prefix string) string { return fmt.Sprintf("%s%d", prefix, e.people.Add(1)) }
