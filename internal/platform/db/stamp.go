package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"allot/internal/platform/stamp"
)

var _ stamp.Source = (*DB)(nil)

// Raise gives records a new stamp when the transaction of ctx commits. Every write
// to data that is cached or identified by its stamp must call it. Stamps are
// written last and in one order, so that transactions do not deadlock on them.
func (d *DB) Raise(ctx context.Context, kind stamp.Kind, ids ...int64) {
	t := current(ctx)
	if t == nil {
		panic("raised a stamp outside a transaction") // like writing there
	}
	for _, id := range ids {
		if id != 0 { // none, such as the operator of a list without one
			t.raised = append(t.raised, stamp.Key{Kind: kind, ID: id})
		}
	}
}

// Stamps reads the stamps of some keys as the last committed write left them. On
// SQLite they are in memory. On PostgreSQL it is one query, shared with others who ask at
// the same time, and none for what the request of ctx has read before (Request).
func (d *DB) Stamps(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error) {
	if d.commits != nil {
		return d.commits.stamps(keys), nil
	}
	m, _ := ctx.Value(memoKey{}).(*memo)
	if t := current(ctx); t != nil {
		st, err := d.readStamps(ctx, keys)
		if err == nil && m != nil && t.reads {
			m.need(keys)
			m.add(st)
		}
		return st, err
	}
	if m == nil {
		return d.shared.stamps(ctx, keys)
	}
	if missing := m.need(keys); len(missing) > 0 {
		st, err := d.shared.stamps(ctx, missing)
		if err != nil {
			return st, err
		}
		m.add(st)
	}
	return m.read(keys), nil
}

// Current reports whether the stamps are still the same.
func (d *DB) Current(ctx context.Context, st stamp.Stamps) (bool, error) {
	if d.commits != nil {
		return d.commits.current(st), nil
	}
	now, err := d.Stamps(ctx, st.Keys)
	return err == nil && slices.Equal(now.Values, st.Values), err
}

// InTransaction reports whether ctx carries a transaction.
func (d *DB) InTransaction(ctx context.Context) bool { return current(ctx) != nil }

// Writing reports whether ctx carries a transaction that may write.
func (d *DB) Writing(ctx context.Context) bool {
	t := current(ctx)
	return t != nil && !t.reads
}

// Newest returns the highest stamp that can be read together with data from now on.
// On PostgreSQL stamps are read in the same transaction as the data.
func (d *DB) Newest() int64 {
	if d.commits == nil {
		return math.MaxInt64
	}
	return d.commits.newest()
}

// The number of a transaction is its id. One that no transaction has had yet is of
// another cluster, and long ago. What the reader cannot see yet has the number of
// the oldest transaction under way or a later one.
const (
	readStamps = `SELECT k.kind, k.id, coalesce(CASE WHEN s.value < pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN s.value END, 0),
  pg_snapshot_xmin(pg_current_snapshot())::text::bigint
FROM unnest(?::text[], ?::bigint[]) AS k (kind, id) LEFT JOIN stamps AS s ON s.kind = k.kind AND s.id = k.id`
	writeStamps = `INSERT INTO stamps (kind, id, value)
SELECT k.kind, k.id, pg_current_xact_id()::text::bigint FROM unnest(?::text[], ?::bigint[]) AS k (kind, id)
ON CONFLICT (kind, id) DO UPDATE SET value = EXCLUDED.value`
)

// readStamps queries PostgreSQL, in the transaction of ctx if it has one.
func (d *DB) readStamps(ctx context.Context, keys []stamp.Key) (stamp.Stamps, error) {
	if len(keys) == 0 {
		return stamp.Stamps{}, nil
	}
	st := stamp.Stamps{Keys: keys, Values: make([]int64, 0, len(keys))}
	found := make(map[stamp.Key]int64, len(keys))
	kinds, ids := columns(keys)
	err := d.stampReader.Query(ctx, func(rows *sql.Rows) error {
		var (
			k stamp.Key
			n int64
		)
		if err := rows.Scan(&k.Kind, &k.ID, &n, &st.Clock); err != nil {
			return err
		}
		found[k] = n
		return nil
	}, kinds, ids)
	if err != nil {
		return st, fmt.Errorf("read %d stamps: %w", len(keys), err)
	}
	for _, k := range keys {
		st.Values = append(st.Values, found[k])
	}
	return st, nil
}

func columns(keys []stamp.Key) (kinds []string, ids []int64) {
	kinds, ids = make([]string, len(keys)), make([]int64, len(keys))
	for i, k := range keys {
		kinds[i], ids[i] = string(k.Kind), k.ID
	}
	return kinds, ids
}

func (d *DB) declareStamps() {
	if d.engine == Postgres {
		d.stampReader, d.stampWriter = d.Statement(readStamps), d.Statement(writeStamps)
		d.shared = &sharedStamps{read: d.readStamps}
	}
}

// writeStamps queues the last statement of a transaction that has raised any.
func (t *txState) writeStamps(ctx context.Context) error {
	if len(t.raised) == 0 || t.db.commits != nil {
		return nil
	}
	slices.SortFunc(t.raised, func(a, b stamp.Key) int {
		return cmp.Or(cmp.Compare(a.ID, b.ID), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	t.raised = slices.Compact(t.raised)
	kinds, ids := columns(t.raised)
	if err := t.db.stampWriter.Queue(context.WithValue(ctx, txKey{}, t), kinds, ids); err != nil {
		return fmt.Errorf("raise %d stamps: %w", len(t.raised), err)
	}
	return nil
}

// showStamps makes the raised stamps visible to readers. It is also called when the
// commit failed, because it may have happened all the same.
func (t *txState) showStamps(ctx context.Context) {
	if len(t.raised) == 0 {
		return
	}
	if t.db.commits != nil {
		t.db.commits.raise(t.raised)
	}
	if m, _ := ctx.Value(memoKey{}).(*memo); m != nil {
		m.forget()
	}
}

// maxRaised bounds the stamps in memory; above it they are cleared.
const maxRaised = 200_000

// commits numbers the transactions of SQLite, where one process owns the data, and
// has the stamps that they raised. They need not outlive the process: nothing made
// under them does, and numbers handed out name the epoch.
type commits struct {
	mu     sync.RWMutex
	last   int64
	rest   int64 // the stamp of everything that is not in raised
	raised map[stamp.Key]int64
}

func (c *commits) current(st stamp.Stamps) bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	for i, k := range st.Keys {
		if c.of(k) != st.Values[i] {
			return false
		}
	}
	return true
}

// of returns the stamp of a key. The caller holds the lock.
func (c *commits) of(k stamp.Key) int64 {
	if n, found := c.raised[k]; found {
		return n
	}
	return c.rest
}

func (c *commits) stamps(keys []stamp.Key) stamp.Stamps {
	st := stamp.Stamps{Keys: keys, Values: make([]int64, len(keys))}
	c.mu.RLock()
	defer c.mu.RUnlock()
	st.Clock = c.last + 1
	for i, k := range keys {
		st.Values[i] = c.of(k)
	}
	return st
}

func (c *commits) newest() int64 {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.last
}

// raise gives keys the number of the next transaction.
func (c *commits) raise(keys []stamp.Key) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	if len(c.raised)+len(keys) > maxRaised {
		clear(c.raised)
		c.rest = c.last
	}
	for _, k := range keys {
		c.raised[k] = c.last
	}
}
