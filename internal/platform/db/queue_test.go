package db_test

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// keys is a table with a unique key, and statements on it.
type keys struct {
	*db.DB
	insert, list, add *db.Statement
}

func newKeys(d *db.DB) keys {
	return keys{
		DB: d,
		insert: d.Statement(`INSERT INTO idempotency_keys (scope, idem_key, request_hash, status, content_type, body, created_at)
			VALUES (?, ?, '', 200, '', '', '2030-05-31T12:00:00Z')`),
		add:  d.Statement("UPDATE idempotency_keys SET status = status + ? WHERE scope = ?"),
		list: d.Statement("SELECT idem_key, status FROM idempotency_keys WHERE scope = ? ORDER BY idem_key"),
	}
}

func (k keys) of(ctx context.Context, t *testing.T, scope string) map[string]int {
	t.Helper()
	got := map[string]int{}
	require.NoError(t, k.list.Query(ctx, k.into(got), scope))
	return got
}

func (keys) into(got map[string]int) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var (
			key string
			n   int
		)
		err := rows.Scan(&key, &n)
		got[key] = n
		return err
	}
}

func TestStatement_Queue(t *testing.T) {
	t.Parallel()

	t.Run("what is queued is there for whatever comes next in its transaction, and for others after it", func(t *testing.T) {
		t.Parallel()
		k := newKeys(dbtest.New(t))
		require.NoError(t, k.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, k.insert.Queue(ctx, "a", "1"))
			require.NoError(t, k.insert.Queue(ctx, "a", "2"))
			require.NoError(t, k.add.Queue(ctx, 5, "a"))
			require.Empty(t, k.of(t.Context(), t, "a")) //nolint:contextcheck // outside of the transaction
			require.Equal(t, map[string]int{"1": 205, "2": 205}, k.of(ctx, t, "a"), "a statement sees it")
			require.NoError(t, k.add.Queue(ctx, 1, "a"))
			n, err := k.From(ctx).NewSelect().Table("idempotency_keys").Where("scope = 'a' AND status = 206").Count(ctx)
			require.NoError(t, err)
			require.EqualValues(t, 2, n, "so does a query")
			require.NoError(t, k.add.Queue(ctx, 1, "a"))
			tx, _ := k.Tx(ctx)
			var sum int
			require.NoError(t, tx.QueryRowContext(ctx, "SELECT SUM(status) FROM idempotency_keys WHERE scope = 'a'").Scan(&sum))
			require.Equal(t, 2*207, sum, "and a library")
			return k.add.Queue(ctx, 1, "a")
		}))
		require.Equal(t, map[string]int{"1": 208, "2": 208}, k.of(t.Context(), t, "a"))
	})

	t.Run("it is sent with the commit, in one round trip", func(t *testing.T) {
		t.Parallel()
		d, trips := dbtest.NewCounted(t)
		if d.Engine() == db.SQLite {
			t.Skip("SQLite has no round trips")
		}
		k := newKeys(d)
		write := func(key string) (asked int64) {
			before := trips.Count()
			require.NoError(t, k.InTx(t.Context(), func(ctx context.Context) error {
				k.Raise(ctx, apples, 1)
				return errors.Join(k.insert.Queue(ctx, "a", key), k.insert.Queue(ctx, "b", key), k.add.Queue(ctx, 1, "a"))
			}))
			return trips.Count() - before
		}
		write("prepares the statements")
		require.EqualValues(t, 2, write("1"), "begin, and everything else")
	})

	t.Run("what the database refuses undoes everything, and is told by the commit", func(t *testing.T) {
		t.Parallel()
		outcomes := []db.Outcome{}
		k := newKeys(dbtest.New(t).Observed(db.Observer{Ended: func(o db.Outcome, _ time.Duration) { outcomes = append(outcomes, o) }}, nil))
		err := k.InTx(t.Context(), func(ctx context.Context) error {
			k.AfterCommit(ctx, func() { t.Error("it was not committed") })
			k.Raise(ctx, apples, 1)
			return errors.Join(k.insert.Queue(ctx, "a", "1"), k.insert.Queue(ctx, "a", "1"), k.insert.Queue(ctx, "a", "2"))
		})
		require.True(t, db.IsUnique(err), "%v", err)
		require.Equal(t, []db.Outcome{db.RolledBack}, outcomes)
		require.Empty(t, k.of(t.Context(), t, "a"))
		require.NoError(t, k.InTx(t.Context(), func(ctx context.Context) error { return k.insert.Queue(ctx, "a", "1") }), "the connection works")
		require.Len(t, k.of(t.Context(), t, "a"), 1)
	})

	t.Run("what the database refuses is told by the next statement", func(t *testing.T) {
		t.Parallel()
		k := newKeys(dbtest.New(t))
		require.Error(t, k.InTx(t.Context(), func(ctx context.Context) error {
			if err := errors.Join(k.insert.Queue(ctx, "a", "1"), k.insert.Queue(ctx, "a", "1")); err != nil {
				return err // on SQLite, which has run it
			}
			err := k.list.Query(ctx, func(*sql.Rows) error { return nil }, "a")
			require.True(t, db.IsUnique(err), "%v", err)
			return err
		}))
		require.Empty(t, k.of(t.Context(), t, "a"))
	})

	t.Run("a failure forgets what is queued, and a part that fails alone only its own", func(t *testing.T) {
		t.Parallel()
		k := newKeys(dbtest.New(t))
		require.ErrorIs(t, k.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(k.insert.Queue(ctx, "a", "1"), errBoom)
		}), errBoom)
		ctx, held := k.DeferTx(t.Context(), func(ctx context.Context) error { return k.insert.Queue(ctx, "a", "begin") })
		require.NoError(t, k.InTx(ctx, func(ctx context.Context) error { return k.insert.Queue(ctx, "a", "kept") }))
		require.ErrorIs(t, k.InTx(ctx, func(ctx context.Context) error { return errors.Join(k.insert.Queue(ctx, "a", "lost"), errBoom) }), errBoom)
		require.Error(t, k.InTx(ctx, func(ctx context.Context) error {
			_ = k.insert.Queue(ctx, "a", "lost too")
			require.Contains(t, k.of(ctx, t, "a"), "lost too")
			return errBoom
		}))
		require.NoError(t, k.InTx(ctx, func(ctx context.Context) error { return k.insert.Queue(ctx, "a", "later") }))
		require.NoError(t, held.Commit(ctx, func(ctx context.Context) error { return k.insert.Queue(ctx, "a", "end") }))
		require.Equal(t, map[string]int{"begin": 200, "kept": 200, "later": 200, "end": 200}, k.of(t.Context(), t, "a"))
	})

	t.Run("whoever is gone commits nothing", func(t *testing.T) {
		t.Parallel()
		k := newKeys(dbtest.New(t))
		ctx, cancel := context.WithCancel(t.Context())
		require.ErrorIs(t, k.InTx(ctx, func(ctx context.Context) error {
			err := k.insert.Queue(ctx, "a", "1")
			cancel()
			return err
		}), context.Canceled)
		require.Empty(t, k.of(t.Context(), t, "a"))
	})

	t.Run("outside of a transaction nothing is written", func(t *testing.T) {
		t.Parallel()
		k := newKeys(dbtest.New(t))
		require.Error(t, k.insert.Queue(t.Context(), "a", "1"))
		require.Error(t, k.ReadTx(t.Context(), func(ctx context.Context) error { return k.insert.Queue(ctx, "a", "1") }))
		require.Empty(t, k.of(t.Context(), t, "a"))
	})

	t.Run("a transaction that lost a race at its end is run again", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		if d.Engine() == db.SQLite {
			t.Skip("SQLite has one writer")
		}
		retried := make(chan struct{}, 10)
		k := newKeys(d.Observed(db.Observer{Retried: func() { retried <- struct{}{} }}, nil))
		require.NoError(t, k.InTx(t.Context(), func(ctx context.Context) error {
			return errors.Join(k.insert.Queue(ctx, "a", "1"), k.insert.Queue(ctx, "b", "1"))
		}))
		// Each has locked one row when it queues the other's.
		var locked sync.WaitGroup
		locked.Add(2)
		errs := make(chan error, 2)
		for _, order := range [][2]string{{"a", "b"}, {"b", "a"}} {
			go func() {
				first := true
				errs <- k.InTx(context.WithoutCancel(t.Context()), func(ctx context.Context) error {
					if err := k.add.Exec(ctx, 1, order[0]); err != nil {
						return err
					}
					if first {
						first = false
						locked.Done()
						locked.Wait()
					}
					return k.add.Queue(ctx, 1, order[1])
				})
			}()
		}
		require.NoError(t, errors.Join(<-errs, <-errs))
		require.NotEmpty(t, retried)
		require.Equal(t, map[string]int{"1": 202}, k.of(t.Context(), t, "a"))
		require.Equal(t, map[string]int{"1": 202}, k.of(t.Context(), t, "b"))
	})
}

func TestDB_Read(t *testing.T) {
	t.Parallel()
	d, trips := dbtest.NewCounted(t)
	k := newKeys(d)
	times := d.Statement("SELECT created_at, scope = 'b', body IS NULL FROM idempotency_keys WHERE scope = ?")
	require.NoError(t, k.InTx(t.Context(), func(ctx context.Context) error {
		return errors.Join(k.insert.Queue(ctx, "a", "1"), k.insert.Queue(ctx, "a", "2"), k.insert.Queue(ctx, "b", "3"))
	}))

	type result struct {
		a, none, b map[string]int
		at         time.Time
		isB        bool
		isNull     bool
	}
	read := func(ctx context.Context) (got result, err error) {
		got.a, got.none, got.b = map[string]int{}, map[string]int{}, map[string]int{}
		var r db.Reads
		r.Add(k.list, k.into(got.a), "a")
		r.Add(k.list, k.into(got.none), "none")
		r.Add(times, func(rows *sql.Rows) error { return rows.Scan(&got.at, &got.isB, &got.isNull) }, "b")
		r.Add(k.list, k.into(got.b), "b")
		return got, k.Read(ctx, &r)
	}
	want := result{map[string]int{"1": 200, "2": 200}, map[string]int{}, map[string]int{"3": 200}, time.Date(2030, 5, 31, 12, 0, 0, 0, time.UTC), true, false}

	got, err := read(t.Context())
	require.NoError(t, err)
	require.Equal(t, want, got, "outside of a transaction")
	require.NoError(t, k.InTx(t.Context(), func(ctx context.Context) error {
		got, err := read(ctx)
		require.Equal(t, want, got)
		return errors.Join(err, k.add.Queue(ctx, 0, "a"))
	}))
	require.ErrorIs(t, k.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, k.insert.Queue(ctx, "b", "4"))
		got, err := read(ctx)
		require.Equal(t, map[string]int{"3": 200, "4": 200}, got.b, "after what is queued")
		return errors.Join(err, errBoom)
	}), errBoom)
	if d.Engine() == db.Postgres {
		before := trips.Count()
		_, err = read(t.Context())
		require.NoError(t, err)
		require.EqualValues(t, 1, trips.Count()-before)
	}

	t.Run("an error of one is the error of all, and the connection works on", func(t *testing.T) {
		t.Parallel()
		wrong := d.Statement("SELECT 1 / (status - 200), idem_key FROM idempotency_keys WHERE scope = ?")
		if d.Engine() == db.SQLite { // where a division by zero is NULL
			wrong = d.Statement("SELECT json_extract(idem_key || '{', '$'), idem_key FROM idempotency_keys WHERE scope = ?")
		}
		for i := range 2 {
			var r db.Reads
			r.Add([]*db.Statement{k.list, wrong}[i], func(*sql.Rows) error { return nil }, "a")
			r.Add([]*db.Statement{wrong, k.list}[i], func(*sql.Rows) error { return nil }, "a")
			require.Error(t, k.Read(t.Context(), &r))
			require.Len(t, k.of(t.Context(), t, "a"), 2)
		}
		stop := errors.New("enough")
		var r db.Reads
		r.Add(k.list, func(*sql.Rows) error { return stop }, "a")
		r.Add(k.list, func(*sql.Rows) error { return nil }, "a")
		require.ErrorIs(t, k.Read(t.Context(), &r), stop)
		require.Len(t, k.of(t.Context(), t, "a"), 2)
	})
}
