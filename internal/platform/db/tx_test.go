package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/testkit/audittest"
	"allot/internal/testkit/dbtest"
)

var errBoom = errors.New("boom")

// note is a write that these tests can see: any platform table would do.
func note(ctx context.Context, d *db.DB, action string) error {
	return audit.New(d, time.Now).Record(ctx, audit.Change{OwnerID: 1, UserID: 1, Action: action, ObjectType: "test", ObjectID: 7})
}

func notes(t *testing.T, d *db.DB) []string {
	t.Helper()
	entries, err := audittest.Of(t.Context(), d, 1, "test", 7)
	require.NoError(t, err)
	actions := []string{}
	for _, e := range entries {
		actions = append(actions, e.Action)
	}
	return actions
}

func TestDB_InTx(t *testing.T) {
	t.Parallel()

	t.Run("a write outside a transaction is refused", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		require.Error(t, note(t.Context(), d, "lost"))
		require.Empty(t, notes(t, d))
	})

	t.Run("a committed write is seen by the very next read", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		for range 50 {
			before := len(notes(t, d))
			require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, "a") }))
			require.Len(t, notes(t, d), before+1)
		}
	})

	t.Run("a failure undoes everything, the nested part too, and runs no after-commit work", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		ran := false
		err := d.InTx(t.Context(), func(ctx context.Context) error {
			d.AfterCommit(ctx, func() { ran = true })
			if err := note(ctx, d, "outer"); err != nil {
				return err
			}
			if err := d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "inner") }); err != nil {
				return err
			}
			return errBoom
		})
		require.ErrorIs(t, err, errBoom)
		require.Empty(t, notes(t, d))
		require.False(t, ran)
	})

	t.Run("a panic undoes everything and frees the writer", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		require.Panics(t, func() {
			_ = d.InTx(t.Context(), func(ctx context.Context) error {
				_ = note(ctx, d, "a")
				panic("boom")
			})
		})
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, "b") }))
		require.Equal(t, []string{"b"}, notes(t, d))
	})

	t.Run("work after the commit sees what was committed", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		var seen []string
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			d.AfterCommit(ctx, func() { seen = notes(t, d) }) //nolint:contextcheck // after the commit there is no transaction to carry
			return note(ctx, d, "a")
		}))
		require.Equal(t, []string{"a"}, seen)
	})

	t.Run("work after the commit comes in the order it was asked for", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		var order []string
		add := func(what string) func() { return func() { order = append(order, what) } }
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			d.AfterCommit(ctx, add("one"))
			err := d.InTx(ctx, func(ctx context.Context) error {
				d.AfterCommit(ctx, add("two"))
				return nil
			})
			d.AfterCommit(ctx, add("three"))
			require.Empty(t, order, "nothing is committed yet")
			return err
		}))
		require.Equal(t, []string{"one", "two", "three"}, order)
		d.AfterCommit(t.Context(), add("at once"))
		require.Equal(t, []string{"at once"}, order[3:])
	})

	t.Run("a commit that fails may have happened: stamps are raised, and nothing else is done", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		before := stampsOf(t.Context(), t, d, apples, 1)
		ctx, cancel := context.WithCancel(t.Context())
		err := d.InTx(ctx, func(ctx context.Context) error {
			d.AfterCommit(ctx, func() { t.Error("it was not committed") })
			d.Raise(ctx, apples, 1)
			cancel()
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
		if d.Engine() == db.SQLite { // PostgreSQL has the stamp in the transaction
			require.NotEqual(t, before, stampsOf(t.Context(), t, d, apples, 1))
		}
	})

	t.Run("a deadlock between two transactions reaches neither caller", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
			if err := note(ctx, d, "1"); err != nil {
				return err
			}
			return note(ctx, d, "2")
		}))
		touch := func(ctx context.Context, action string) error {
			_, err := d.From(ctx).NewUpdate().Model((*audit.Entry)(nil)).Set("ip_address = ip_address").Where("action = ?", action).Exec(ctx)
			return err
		}
		var wg sync.WaitGroup
		var met sync.WaitGroup // both hold their first row before either asks for the second
		if d.Engine() == db.Postgres {
			met.Add(2)
		}
		errs := make([]error, 2)
		for i, order := range [][2]string{{"1", "2"}, {"2", "1"}} {
			wg.Go(func() {
				first := true
				errs[i] = d.InTx(t.Context(), func(ctx context.Context) error {
					if err := touch(ctx, order[0]); err != nil {
						return err
					}
					if first && d.Engine() == db.Postgres {
						first = false
						met.Done()
						met.Wait()
					}
					return touch(ctx, order[1])
				})
			})
		}
		wg.Wait()
		require.NoError(t, errors.Join(errs...))
	})
}

func TestDB_Hold(t *testing.T) {
	t.Parallel()

	t.Run("keeps the change back until the answer is stored with it", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		ctx, hold := d.DeferTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, "key") })
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "change") }))
		n, err := d.From(ctx).NewSelect().Model((*audit.Entry)(nil)).Count(ctx)
		require.NoError(t, err)
		require.EqualValues(t, 2, n, "the request reads its own writes")
		require.Empty(t, notes(t, d), "nobody else does yet")
		require.NoError(t, hold.Commit(ctx, func(ctx context.Context) error { return note(ctx, d, "answer") }))
		require.Equal(t, []string{"key", "change", "answer"}, notes(t, d))
	})

	t.Run("a later transaction of the request fails alone", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		ctx, hold := d.DeferTx(t.Context(), func(context.Context) error { return nil })
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "a") }))
		require.ErrorIs(t, d.InTx(ctx, func(ctx context.Context) error {
			_ = note(ctx, d, "b")
			return errBoom
		}), errBoom)
		require.NoError(t, hold.Commit(ctx, func(context.Context) error { return nil }))
		require.Equal(t, []string{"a"}, notes(t, d))
	})

	t.Run("rolls back whole", func(t *testing.T) {
		t.Parallel()
		d := dbtest.New(t)
		ctx, hold := d.DeferTx(t.Context(), func(context.Context) error { return nil })
		require.NoError(t, d.InTx(ctx, func(ctx context.Context) error { return note(ctx, d, "a") }))
		hold.Rollback()
		require.Empty(t, notes(t, d))
		require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error { return note(ctx, d, "b") }), "the writer is free again")
	})
}

func TestErrors(t *testing.T) {
	t.Parallel()
	d := dbtest.New(t)
	insert := func() error {
		return d.InTx(t.Context(), func(ctx context.Context) error {
			_, err := d.From(ctx).ExecContext(ctx, `INSERT INTO idempotency_keys (scope, idem_key, request_hash, status, content_type, body, created_at)
				VALUES ('s', 'k', '', 0, '', '', ?)`, time.Now())
			return err
		})
	}
	require.NoError(t, insert())
	err := insert()
	require.True(t, db.IsUnique(err), "%v", err)
	require.False(t, db.IsUnique(err, "account_users_email"))
	require.False(t, db.IsForeignKey(err))

	err = d.InTx(t.Context(), func(ctx context.Context) error {
		_, err := d.From(ctx).ExecContext(ctx, `INSERT INTO account_password_resets (user_id, token_hash, created_at, expires_at) VALUES (99, 'x', ?, ?)`, time.Now(), time.Now())
		return err
	})
	require.True(t, db.IsForeignKey(err), "%v", err)

	err = d.From(t.Context()).NewSelect().Model((*audit.Entry)(nil)).ColumnExpr("id").Where("id = 5").Scan(t.Context(), new(int64))
	require.True(t, db.IsNoRows(err), "%v", err)
}

func TestDB_Migrate(t *testing.T) {
	t.Parallel()
	url, file := dbtest.Location(t)
	d, err := db.Open(t.Context(), url, file, 0)
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Close()) }()
	n, err := d.Migrate(t.Context())
	require.NoError(t, err)
	require.Zero(t, n, "a second start migrates nothing")
	current, newest, err := d.SchemaVersion(t.Context())
	require.NoError(t, err)
	require.Equal(t, newest, current)
}

func TestOpen_TellsNoPassword(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"postgres://u:hun#ter2@127.0.0.1:1/x", "postgres://u:hun?ter2@127.0.0.1:1/x", "postgres://u:%zzhunter2@127.0.0.1:1/x",
		"postgres://u:hunter2@127.0.0.1:nan/x", "postgres://u:hunter2@127.0.0.1:1/x?sslmode=hunter2", "postgres://u:hunter2@127.0.0.1:1/x?connect_timeout=1",
		"mysql://u:hunter2@x",
	} {
		_, err := db.Open(t.Context(), url, "", 0)
		require.Error(t, err)
		require.NotContains(t, err.Error(), "ter2", url)
	}
}
