package inventorytest

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/apptest"
	"allot/internal/inventory/allotment/allotmenttest"
	"allot/internal/platform/apperr"
	"allot/internal/platform/civil"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// tortured says how many operations each of the fifty writers does.
func tortured() int {
	if os.Getenv("ALLOT_TORTURE") != "" {
		return 2000
	}
	return 20
}

// Fifty people and systems write to the same few rooms and dates, all that can be
// written of availability. Somebody with a connection of their own looks at what
// is committed all the time: what does not exist is never sold, and the pool is
// what the records say. Nobody hears of anything but refusals, which change
// nothing.
func TestSlow_Torture(t *testing.T) {
	t.Parallel()
	dbtest.Slow(t, db.Postgres) // where writers are really parallel
	ops := tortured()
	const writers = 50
	l := newLoad(t)
	reader := allotmenttest.Reader(t, l.DB)
	begun := time.Now()

	var work sync.WaitGroup
	committed := make(chan bool, 1) // something was, since the reader last looked
	for w := range writers {
		work.Go(func() {
			if err := l.writer(uint64(w)).work(ops, committed); err != nil {
				l.failed.Store(true)
				t.Errorf("writer %d: %v", w, err)
			}
		})
	}
	go func() {
		work.Wait()
		close(committed)
	}()
	looks := 0
	for range committed {
		if err := allotmenttest.Check(t.Context(), reader); err != nil && !l.failed.Swap(true) {
			t.Errorf("look %d: %v", looks, err)
		}
		looks++
	}
	took := time.Since(begun)
	require.False(t, l.failed.Load())
	require.NoError(t, allotmenttest.Check(t.Context(), reader))
	l.holdsEntries(t)
	t.Logf("%d operations in %s, looked at %d times, refused writes with nothing changed: %d\n%s",
		writers*ops, took.Round(time.Millisecond), looks, l.unchanged.Load(), l.tally.table())
	done, refused := l.tally.sums()
	require.Positive(t, refused, "the pools were small enough to be fought over")
	require.Greater(t, done, refused/3, "and large enough for some")
	require.Positive(t, l.unchanged.Load())
	require.Zero(t, dbtest.Deadlocks(t, l.DB), "locks are taken in one order, so that nothing is tried again")
}

// work does operations until there are enough of them or one fails.
func (w *writer) work(ops int, committed chan<- bool) (err error) {
	if w.own, err = w.build(); err != nil {
		return err
	}
	for range ops {
		if w.failed.Load() {
			return nil
		}
		kind := kinds[w.weighted()]
		at := w.house()
		before, err := w.before(at)
		if err != nil {
			return err
		}
		err = kind.do(w, at)
		refusal, refused := errors.AsType[*apperr.Error](err)
		switch {
		case err == nil:
			select {
			case committed <- true:
			default:
			}
		case !refused || !slices.Contains(refusals, refusal.Kind):
			return fmt.Errorf("%s: %w", kind.name, err)
		default:
			if err := w.unharmed(at, before); err != nil {
				return fmt.Errorf("%s, refused with %q: %w", kind.name, refusal.Message, err)
			}
		}
		w.tally.count(kind.name, refusal)
	}
	return nil
}

// refusals are the kinds of answers that a writer may get: 400, 404 and 409.
var refusals = []apperr.Kind{apperr.Invalid, apperr.NotFound, apperr.Conflict}

// before is what is stored of the writer's own house, where nobody else is.
func (w *writer) before(at *house) (string, error) {
	if at != w.own {
		return "", nil
	}
	return w.stored(at)
}

func (w *writer) unharmed(at *house, before string) error {
	after, err := w.before(at)
	if err == nil && after != before {
		err = fmt.Errorf("it was refused and changed\n%s to\n%s", before, after)
	}
	if at == w.own {
		w.unchanged.Add(1)
	}
	return err
}

// ofProperty are the tables with what is stored of a property.
var ofProperty = []string{
	"property_facts", "allotment_properties", "allotment_calendars", "allotment_blocks", "allotment_days", "allotment_pool",
	"allotment_shares", "allotment_loans", "allotment_units", "rooming_ledgers", "rooming_entries",
}

// stored writes out every row of a property.
func (l *load) stored(h *house) (string, error) {
	var lines []string
	for _, table := range ofProperty {
		rows, err := l.reader.QueryContext(l.ctx, fmt.Sprintf("SELECT * FROM %s WHERE property_id = %d", table, h.property))
		if err != nil {
			return "", err
		}
		texts, err := written(rows)
		if err != nil {
			return "", err
		}
		slices.Sort(texts)
		lines = append(lines, table)
		lines = append(lines, texts...)
	}
	return strings.Join(lines, "\n"), nil
}

func written(rows *sql.Rows) (list []string, err error) {
	defer func() { err = errors.Join(err, rows.Close()) }()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values := make([]any, len(columns))
	into := make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		list = append(list, fmt.Sprint(values...))
	}
	return list, rows.Err()
}

// holdsEntries holds what calendars say that rooming entries take against the
// entries.
func (l *load) holdsEntries(t *testing.T) {
	t.Helper()
	type night struct {
		calendar, room int64
		date           civil.Date
	}
	var entries []struct {
		CalendarID, RoomID int64
		Arrival, Departure civil.Date
		Units              int
	}
	require.NoError(t, l.DB.From(t.Context()).NewRaw("SELECT calendar_id, room_id, arrival, departure, units FROM rooming_entries "+
		"WHERE status = 'confirmed' AND calendar_id IS NOT NULL").Scan(t.Context(), &entries))
	want := map[night]int{}
	for _, e := range entries {
		for date := e.Arrival; date < e.Departure; date++ {
			want[night{e.CalendarID, e.RoomID, date}] += e.Units
		}
	}
	var days []struct {
		CalendarID, RoomID int64
		Date               civil.Date
		Rooming            int
	}
	require.NoError(t, l.DB.From(t.Context()).NewRaw("SELECT calendar_id, room_id, date, rooming FROM allotment_days WHERE rooming > 0").Scan(t.Context(), &days))
	got := map[night]int{}
	for _, d := range days {
		got[night{d.CalendarID, d.RoomID, d.Date}] = d.Rooming
	}
	require.Equal(t, want, got, "what is held is what is confirmed")
}

// tally counts what became of operations.
type tally struct {
	mu      sync.Mutex
	done    map[string]int
	refused map[string]map[string]int // by kind and code
}

func (c *tally) count(kind string, refusal *apperr.Error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if refusal == nil {
		c.done[kind]++
		return
	}
	if c.refused[kind] == nil {
		c.refused[kind] = map[string]int{}
	}
	c.refused[kind][refusal.Code]++
}

func (c *tally) sums() (done, refused int) {
	for _, n := range c.done {
		done += n
	}
	for _, codes := range c.refused {
		for _, n := range codes {
			refused += n
		}
	}
	return done, refused
}

func (c *tally) table() string {
	var b strings.Builder
	for _, k := range kinds {
		fmt.Fprintf(&b, "%-16s %6d done", k.name, c.done[k.name])
		for _, code := range slices.Sorted(maps.Keys(c.refused[k.name])) {
			fmt.Fprintf(&b, ", %d %s", c.refused[k.name][code], code)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func newLoad(t *testing.T) *load {
	t.Helper()
	l := &load{Env: apptest.New(t), tally: tally{done: map[string]int{}, refused: map[string]map[string]int{}}}
	l.hotel, l.operator = l.Pair(t)
	l.Accepted(t, l.hotel, l.operator)
	l.reader = allotmenttest.Reader(t, l.DB)
	l.ctx, l.operatorCtx = l.hotel.Context(t), l.operator.Context(t)
	for range 2 {
		l.shared = append(l.shared, l.mustBuild(t))
	}
	l.lodge.Store(l.mustBuild(t))
	return l
}

func (l *load) mustBuild(t *testing.T) *house {
	t.Helper()
	h, err := l.build()
	require.NoError(t, err)
	return h
}

func (l *load) writer(n uint64) *writer {
	return &writer{load: l, rnd: rand.New(rand.NewPCG(5, n))}
}
