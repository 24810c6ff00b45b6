package db_test

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

// seen keeps the queries that were asked.
type seen struct {
	mu      sync.Mutex
	queries []string
}

func (s *seen) BeforeQuery(ctx context.Context, e *bun.QueryEvent) context.Context {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queries = append(s.queries, e.Query)
	return ctx
}

func (*seen) AfterQuery(context.Context, *bun.QueryEvent) {}

func TestStatement(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	insert := d.Statement("INSERT INTO outbox_events (kind, owner_id, payload, request_id, created_at) VALUES (?, ?, ?, ?, '2030-05-31T12:00:00Z')")
	count := d.Statement("SELECT COUNT(*) FROM outbox_events WHERE owner_id = ? AND created_at > '2000-01-01'")
	stored := func(ctx context.Context) (n int) {
		require.NoError(t, count.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, 7))
		return n
	}
	for i := range 5 { // parsed once it was used
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			if err := insert.Exec(ctx, "kind", 7, `it's "so" ? {}`, "r"); err != nil {
				return err
			}
			require.Equal(t, i+1, stored(ctx), "in the transaction")
			return nil
		}))
		require.Equal(t, i+1, stored(t.Context()), "after it")
		require.NoError(t, d.ReadTx(t.Context(), func(ctx context.Context) error {
			require.Equal(t, i+1, stored(ctx), "in a transaction for reading")
			return nil
		}))
	}
	failed := errors.New("no")
	require.ErrorIs(t, d.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, insert.Exec(ctx, "kind", 7, "x", "r"))
		return failed
	}), failed)
	require.Equal(t, 5, stored(t.Context()))
	require.Error(t, insert.Exec(t.Context(), "kind", 7, "x", "r"), "nothing is written outside a transaction")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Error(t, d.InTx(ctx, func(ctx context.Context) error { return insert.Exec(ctx, "kind", 7, "x", "r") }))
	require.Equal(t, 5, stored(t.Context()))
}

// What the transaction that uses it first uses again and again, it parses for itself.
func TestStatement_usedAgain(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	insert := d.Statement("INSERT INTO outbox_events (kind, owner_id, payload, request_id, created_at) VALUES (?, ?, ?, ?, '2030-05-31T12:00:00Z')")
	count := d.Statement("SELECT COUNT(*) FROM outbox_events WHERE owner_id = ?")
	wrong := d.Statement("SELECT nothing FROM outbox_events WHERE owner_id = ?")
	for range 2 {
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			for range 3 {
				for owner := range 3 {
					require.NoError(t, insert.Exec(ctx, "kind", owner, "{}", "r"))
				}
			}
			return nil
		}))
	}
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		for owner := range 4 {
			var n int
			require.NoError(t, count.Query(ctx, func(rows *sql.Rows) error { return rows.Scan(&n) }, owner))
			require.Equal(t, []int{6, 6, 6, 0}[owner], n)
		}
		return nil
	}))
	require.Error(t, d.InTx(t.Context(), func(ctx context.Context) error {
		require.ErrorContains(t, wrong.Query(ctx, nil, 1), "nothing")
		return wrong.Query(ctx, nil, 1)
	}))
}

func TestStatement_Scan(t *testing.T) {
	t.Parallel()
	byAction := func(from bun.IDB) *bun.SelectQuery {
		return from.NewSelect().Model((*audit.Entry)(nil)).Where("owner_id = ? AND action = ?", db.Arg, db.Arg)
	}

	t.Run("finds the row of its arguments, over and over", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		s := d.Statement(d.Text(byAction))
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			if err := note(ctx, d, "it's"); err != nil {
				return err
			}
			return note(ctx, d, "what?")
		}))
		for range 3 {
			for _, action := range []string{"what?", "it's"} {
				var e audit.Entry
				require.NoError(t, s.Scan(t.Context(), &e, 1, action))
				require.Equal(t, action, e.Action)
				require.Equal(t, "7", e.ObjectID)
			}
		}
		var e audit.Entry
		require.ErrorIs(t, s.Scan(t.Context(), &e, 2, "it's"), sql.ErrNoRows)
		require.ErrorIs(t, s.Scan(t.Context(), &e, 1, "x' OR 'x' = 'x"), sql.ErrNoRows)
		require.Error(t, s.Scan(t.Context(), &e, 1), "an argument is missing")
	})

	t.Run("sees what its own transaction has written, and nobody else does", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		s := d.Statement(d.Text(byAction))
		outside := t.Context()
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, note(ctx, d, "a"))
			var e audit.Entry
			require.ErrorIs(t, s.Scan(outside, &e, 1, "a"), sql.ErrNoRows)
			return s.Scan(ctx, &e, 1, "a")
		}))
	})

	t.Run("is seen by whoever watches, with its arguments", func(t *testing.T) {
		t.Parallel()
		w := &seen{}
		d := dbtest.New(t).Watched(w)
		var e audit.Entry
		require.ErrorIs(t, d.Statement(d.Text(byAction)).Scan(t.Context(), &e, 1, "it's"), sql.ErrNoRows)
		require.Len(t, w.queries, 1)
		require.Contains(t, w.queries[0], "owner_id = 1 AND action = 'it''s'")
	})

	t.Run("a database that is gone is an error", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		s := d.Statement(d.Text(byAction))
		require.NoError(t, d.Close())
		var e audit.Entry
		err := s.Scan(t.Context(), &e, 1, "a")
		require.Error(t, err)
		require.NotErrorIs(t, err, sql.ErrNoRows)
	})
}

// PostgreSQL must keep nothing of texts that never come again.
func TestOpenPostgres_preparesNothingButStatements(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("only PostgreSQL prepares on the server")
	}
	d := dbtest.New(t)
	s := d.Statement(d.Text(func(from bun.IDB) *bun.SelectQuery {
		return from.NewSelect().Model((*audit.Entry)(nil)).Where("owner_id = ?", db.Arg)
	}))
	require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
		var kept int
		count := func() int {
			require.NoError(t, d.From(ctx).NewRaw("SELECT COUNT(*) FROM pg_prepared_statements").Scan(ctx, &kept))
			return kept
		}
		before := count()
		for i := range 5 {
			var e audit.Entry
			require.ErrorIs(t, d.From(ctx).NewSelect().Model(&e).Where("owner_id = ?", i).Scan(ctx), sql.ErrNoRows)
		}
		require.Equal(t, before, count())
		for i := range 5 {
			var e audit.Entry
			require.ErrorIs(t, s.Scan(ctx, &e, i), sql.ErrNoRows)
		}
		require.Equal(t, before+1, count())
		return nil
	}))
}
