package partnerapi

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"allot/internal/platform/civil"
	"allot/internal/platform/jobs"
	"allot/internal/platform/page"
	"allot/internal/platform/secret"
)

// StatsStore is what Stats asks of its database.
type StatsStore interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error

	// Begin notes that a process writes a batch; false if it is written already.
	Begin(ctx context.Context, writer string, number int64, on civil.Date) (first bool, err error)
	// AddRows adds to what was counted before. Rows come in order.
	AddRows(ctx context.Context, rows []Row) error
	AddTotals(ctx context.Context, totals []Total) error

	// Rows is a page of an account's rows: the newest day first, then by key and
	// endpoint.
	Rows(ctx context.Context, owner int64, f Filter, req page.Request) ([]Row, int, error)
	// DayRows are all of a day.
	DayRows(ctx context.Context, owner int64, f Filter, day civil.Date) ([]Row, error)
	// Days are the totals of each day with calls, in order.
	Days(ctx context.Context, owner int64, season civil.Range) ([]Row, error)
	// Keys and Endpoints are the totals of a season, in order.
	Keys(ctx context.Context, owner int64, season civil.Range) ([]Row, error)
	Endpoints(ctx context.Context, owner int64, season civil.Range) ([]Row, error)

	InsertLabel(ctx context.Context, owner int64, l Label, on civil.Date) error
	Labels(ctx context.Context, owner int64, keys []int64) ([]Label, error)

	// Purge forgets at most so many records of each kind from before a day, and
	// tells the most it found of one kind.
	Purge(ctx context.Context, before civil.Date, most int) (int, error)
}

// StatsDeps is what Stats works with.
type StatsDeps struct {
	Store  StatsStore
	Keys   *Service
	Now    func() time.Time
	Logger *slog.Logger
}

// Stats counts the calls with keys and reports them.
type Stats struct {
	StatsDeps
	store   StatsStore
	waiting *waiting
	full    chan struct{} // many rows wait

	writer  string     // names this process to the database
	writing sync.Mutex // one at a time, and whoever reads waits for it
	last    int64      // number of a batch
	batches []batch    // taken from what waits, and not known to be written
}

// NewStats makes a Stats.
func NewStats(d StatsDeps) *Stats {
	return &Stats{StatsDeps: d, store: d.Store, waiting: newWaiting(), full: make(chan struct{}, 1), writer: secret.Token()}
}

// JobHandlers declares the module's jobs.
func (s *Stats) JobHandlers() []jobs.Declaration {
	return []jobs.Declaration{jobs.Handle(s.cleanNightly, jobs.Handling{}), jobs.Every(24*time.Hour, cleanArgs{})}
}

// today is the day that calls are counted on, in UTC as everywhere where an
// account lies in many time zones.
func (s *Stats) today() civil.Date { return civil.Of(s.Now().UTC()) }
