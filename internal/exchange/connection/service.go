package connection

import (
	"context"
	"log/slog"
	"time"

	"allot/internal/content/property"
	"allot/internal/identity/account"
	"allot/internal/identity/auth"
	"allot/internal/identity/notify"
	"allot/internal/identity/plan"
	"allot/internal/inventory/allotment"
	"allot/internal/inventory/availability"
	"allot/internal/platform/audit"
	"allot/internal/platform/ban"
	"allot/internal/platform/jobs"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

// Store is the database of the module; a missing record is apperr.ErrNotFound.
type Store interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	InsertConnection(ctx context.Context, c *Connection) error
	// UpdateConnection stores every column that can change; a user name that is taken
	// is ErrUsernameTaken.
	UpdateConnection(ctx context.Context, c Connection) error
	DeleteConnection(ctx context.Context, owner, id int64) error
	Connection(ctx context.Context, owner, id int64) (Connection, error)
	LockConnection(ctx context.Context, owner, id int64) (Connection, error)
	// ByUsername finds the AlpineBits connection of any account.
	ByUsername(ctx context.Context, username string) (Connection, error)
	// Connections returns a page of those of an account, newest first; only bounds the
	// properties, empty: all.
	Connections(ctx context.Context, owner int64, only []int64, req page.Request) ([]Connection, int, error)
	CountConnections(ctx context.Context, owner int64) (int, error)
	// CountSyncing counts those of an account whose sync began after a time and runs.
	CountSyncing(ctx context.Context, owner int64, after time.Time) (int, error)
	// DueConnections returns connections of all accounts whose next sync is due.
	DueConnections(ctx context.Context, now time.Time, limit int) ([]Connection, error)
	TouchConnection(ctx context.Context, owner, id int64, at time.Time) error

	InsertLog(ctx context.Context, l *SyncLog) error
	UpdateLog(ctx context.Context, l SyncLog) error
	Log(ctx context.Context, owner, id int64) (SyncLog, error)
	Logs(ctx context.Context, owner, connection int64, req page.Request) ([]SyncLog, int, error)
	TrimLogs(ctx context.Context, owner, connection int64, keep int) error
	PurgeLogs(ctx context.Context, before time.Time, limit int) (int, error)

	ImportStore
}

// Deps is what the service works with.
type Deps struct {
	Store        Store
	Accounts     *account.Service
	Plans        *plan.Service
	Properties   *property.Service
	Allotments   *allotment.Service
	Availability *availability.Service
	Notify       *notify.Service
	Jobs         *jobs.Queue
	Audit        *audit.Trail
	Box          *secret.Box
	Bans         ban.Guard
	// Remote calls addresses that customers typed, and none inside our own network.
	Remote Remote
	Now    func() time.Time
	Logger *slog.Logger
	// Ended is told of every sync and every call of a system that has ended; nil: nobody
	// is.
	Ended func(p Provider, e SyncLog)
	// BatchTime is how long a batch of an import may take; 0 is 20 ms.
	BatchTime time.Duration
}

// Service is the module's front.
type Service struct {
	deps  Deps
	store Store
	decoy Connection // what a wrong user name is checked against
}

// New returns the service.
func New(d Deps) *Service {
	s := &Service{deps: d, store: d.Store}
	if d.Box != nil {
		s.seal(&s.decoy, credentials{Username: "decoy", Password: secret.Token()})
	}
	return s
}

// now returns the time in the precision that both databases store.
func (s *Service) now() time.Time { return s.deps.Now().UTC().Truncate(time.Microsecond) }

// asAccount returns a context in which the account itself acts: what other systems write is
// recorded as the account's.
func asAccount(ctx context.Context, owner int64, properties []int64) (context.Context, auth.Caller) {
	who := auth.Caller{OwnerID: owner, AccountType: auth.Accommodation, PropertyIDs: properties}
	return auth.With(ctx, who), who
}
