package db

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"
	"time"

	"allot/internal/platform/stamp"
	"allot/internal/platform/tracing"
)

// Outcome is how a transaction ended.
type Outcome string

// The outcomes.
const (
	Committed  Outcome = "committed"
	RolledBack Outcome = "rolled_back" // because of a refusal, or an error on the way
	Failed     Outcome = "failed"      // the commit itself
)

// Observer is told of transactions that write. A func that is nil is not called.
type Observer struct {
	// Ended gets how a transaction ended and how long it took, with the time that it
	// waited for a connection.
	Ended func(o Outcome, took time.Duration)
	// Retried is called when a transaction that lost a race is run again.
	Retried func()
	// ListenFailed is called when what other nodes tell cannot be heard any more: it is found later then.
	ListenFailed func(err error)
}

// Observed returns the same database with an observer of its transactions. With a
// tracer they, and all statements, are parts of the trace that they belong to.
func (d *DB) Observed(by Observer, t *tracing.Tracer) *DB {
	w := *d
	if t != nil {
		w = *d.Watched(t.Statements(map[Engine]string{SQLite: "sqlite", Postgres: "postgresql"}[d.engine]))
	}
	w.observer, w.tracer = by, t
	if f := d.topics.notifier; f != nil {
		f.mu.Lock()
		f.failed = by.ListenFailed
		f.mu.Unlock()
	}
	return &w
}

// Pools returns the pools of connections by name, for metrics.
func (d *DB) Pools() map[string]*sql.DB {
	return map[string]*sql.DB{"reader": d.reader.DB, "writer": d.writer.DB}
}

// begun starts the measurement of a transaction.
func (t *txState) begun() { t.since = time.Now() } //nolint:forbidigo // how long it takes, not when

// ended lets the next transaction begin and tells the observer of the end of this one, once.
func (t *txState) ended(o Outcome) {
	if t.since.IsZero() {
		return
	}
	if t.leave != nil {
		t.leave()
	}
	if t.db.observer.Ended != nil {
		t.db.observer.Ended(o, time.Since(t.since))
	}
	t.since = time.Time{}
	t.span.EndAs(string(o))
}

// caches are those whose entries depend on stamps of this database.
type caches struct {
	mu   sync.Mutex
	list []stamp.Measured
}

// AddCache lists a cache among those of the database. stamp.NewCache calls it.
func (d *DB) AddCache(c stamp.Measured) {
	d.caches.mu.Lock()
	defer d.caches.mu.Unlock()
	d.caches.list = append(d.caches.list, c)
}

// Caches returns the caches, for metrics.
func (d *DB) Caches() []stamp.Measured {
	d.caches.mu.Lock()
	defer d.caches.mu.Unlock()
	return slices.Clone(d.caches.list)
}

// Size returns how many bytes the database takes, without the log of SQLite.
func (d *DB) Size(ctx context.Context) (bytes int64, err error) {
	query := "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
	if d.engine == Postgres {
		query = "SELECT pg_database_size(current_database())"
	}
	if err := d.reader.DB.QueryRowContext(ctx, query).Scan(&bytes); err != nil {
		return 0, fmt.Errorf("ask for the size of the database: %w", err)
	}
	return bytes, nil
}
