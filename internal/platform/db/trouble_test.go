package db_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	neturl "net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/audit"
	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
	"allot/internal/testkit/pgtest"
)

func TestTroubleOf(t *testing.T) {
	t.Parallel()
	pg := func(state string) error { return fmt.Errorf("read: %w", &pgconn.PgError{Code: state}) }
	for want, list := range map[db.Trouble][]error{
		db.StorageFull: {
			pg("53100"), fmt.Errorf("write: %w", syscall.ENOSPC), syscall.EDQUOT,
			db.FromLog("ERROR: could not extend file (SQLSTATE 53100)"), db.FromLog("database or disk is full (13)"),
		},
		db.Unavailable: {
			pg("53300"), pg("53200"), pg("57P01"), pg("57P03"), pg("08006"), pg("58030"), driver.ErrBadConn,
			db.FromLog("FATAL: sorry, too many clients already (SQLSTATE 53300)"), db.FromLog("failed to connect to `user=x database=y`: no"),
		},
		db.NoTrouble: {
			nil, pg("23505"), pg("40001"), pg("42P01"), pg("57014"), errors.New("any other"), io.ErrUnexpectedEOF, context.DeadlineExceeded,
			fmt.Errorf("%w: %w", context.Canceled, driver.ErrBadConn), // the caller has gone
			db.FromLog("no such job"),
		},
	} {
		for _, err := range list {
			require.Equal(t, want, db.TroubleOf(err), "%v", err)
		}
	}
}

// A database whose file may not grow refuses writes as long, and takes them again
// afterwards, on the same connection.
func TestTroubleOf_FullDisk(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		t.Skip("the disk of a PostgreSQL server is its own; the codes are those of TestTroubleOf")
	}
	d := opened(t)
	limit := func(pages int) {
		_, err := d.SQL().ExecContext(t.Context(), fmt.Sprintf("PRAGMA max_page_count = %d", pages))
		require.NoError(t, err)
	}
	require.NoError(t, fill(t, d, 1))
	require.NoError(t, d.Storage())
	limit(1) // SQLite makes it what the file has now
	err := fill(t, d, 100)
	require.Equal(t, db.StorageFull, db.TroubleOf(err), "%v", err)
	require.Error(t, d.Storage())
	require.Equal(t, db.StorageFull, db.TroubleOf(d.Storage()), "the log tells it like the error itself")
	limit(1 << 30)
	require.NoError(t, fill(t, d, 100))
}

// fill writes entries of 4 kB.
func fill(t *testing.T, d *db.DB, n int64) error {
	t.Helper()
	trail := audit.New(d, time.Now)
	return d.InTx(t.Context(), func(ctx context.Context) error {
		for i := range n {
			if err := trail.Record(ctx, audit.Change{OwnerID: 1, Action: "x", ObjectType: "x", ObjectID: i, After: make([]byte, 3000)}); err != nil {
				return err
			}
		}
		return nil
	})
}

// A lock that somebody else holds for longer than the driver waits is trouble, not
// a fault.
func TestTroubleOf_LockedFile(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		t.Skip("a file is SQLite's")
	}
	file := filepath.Join(t.TempDir(), "allot.db")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	one, err := db.OpenSQLite(t.Context(), file)
	require.NoError(t, err)
	defer func() { require.NoError(t, one.Close()) }()
	other, err := db.OpenSQLite(t.Context(), file)
	require.NoError(t, err)
	defer func() { require.NoError(t, other.Close()) }()
	_, err = other.SQL().ExecContext(t.Context(), "PRAGMA busy_timeout = 10")
	require.NoError(t, err)
	require.NoError(t, one.InTx(t.Context(), func(context.Context) error {
		err := other.InTx(t.Context(), func(context.Context) error { return nil }) //nolint:contextcheck // another database, outside this transaction
		require.Equal(t, db.Unavailable, db.TroubleOf(err), "%v", err)
		return nil
	}))
}

// cluster is a PostgreSQL server that the test may stop.
func cluster(t *testing.T, settings ...string) *pgtest.Cluster {
	t.Helper()
	if dbtest.Engine() != db.Postgres {
		t.Skip("a server is PostgreSQL's")
	}
	c, err := pgtest.Start(t.Context(), settings...)
	if errors.Is(err, pgtest.ErrNotInstalled) && os.Getenv("CI") != "true" {
		t.Skipf("SKIPPED, NOT TESTED ON POSTGRESQL: %v", err)
	}
	require.NoError(t, err)
	t.Cleanup(c.Stop)
	return c
}

func TestTroubleOf_StoppedServer(t *testing.T) {
	t.Parallel()
	c := cluster(t)
	d, err := db.OpenPostgres(t.Context(), c.URL, 0)
	require.NoError(t, err)
	defer func() { _ = d.Close() }()
	one := func(ctx context.Context) error { return d.From(ctx).NewRaw("SELECT 1").Scan(ctx, new(int)) }
	require.NoError(t, one(t.Context()))

	err = d.InTx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, one(ctx))
		require.NoError(t, c.Down(ctx))
		first, second := one(ctx), one(ctx)
		require.Equal(t, db.Unavailable, db.TroubleOf(first), "%v", first)
		require.Equal(t, db.Unavailable, db.TroubleOf(second), "%v", second)
		return first
	})
	require.Equal(t, db.Unavailable, db.TroubleOf(err), "%v", err)
	for _, err := range []error{one(t.Context()), d.Ping(t.Context()), d.InTx(t.Context(), one), d.ReadTx(t.Context(), one)} {
		require.Equal(t, db.Unavailable, db.TroubleOf(err), "%v", err)
	}
	require.NoError(t, c.Up(t.Context()))
	require.NoError(t, one(t.Context()), "it recovers by itself")
	require.NoError(t, d.InTx(t.Context(), one))
}

func TestTroubleOf_TooManyConnections(t *testing.T) {
	t.Parallel()
	c := cluster(t, "max_connections=8")
	d, err := db.OpenPostgres(t.Context(), c.URL, 0)
	require.NoError(t, err)
	defer func() { _ = d.Close() }()
	others := occupy(t, c.URL)
	require.NotEmpty(t, others)
	one := func(ctx context.Context) error { return d.From(ctx).NewRaw("SELECT 1").Scan(ctx, new(int)) }
	err = d.InTx(t.Context(), func(context.Context) error { // it has the connection of its pool
		return d.InTx(t.Context(), one) //nolint:contextcheck // a transaction of its own
	})
	require.Equal(t, db.Unavailable, db.TroubleOf(err), "%v", err)
	for _, conn := range others {
		require.NoError(t, conn.Close(t.Context()))
	}
	require.NoError(t, d.InTx(t.Context(), one))
}

// occupy takes every connection that the server has left.
func occupy(t *testing.T, url string) (list []*pgx.Conn) {
	t.Helper()
	for {
		conn, err := pgx.Connect(t.Context(), url)
		if err != nil {
			require.ErrorContains(t, err, "53300")
			return list
		}
		list = append(list, conn)
	}
}

// The connections of one program, whatever it does, are bounded by the setting.
func TestOpen_Connections(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("connections are PostgreSQL's")
	}
	url, _ := dbtest.Location(t)
	_, err := db.OpenPostgres(t.Context(), url, 3)
	require.ErrorContains(t, err, "at least 5")
	u, err := neturl.Parse(url)
	require.NoError(t, err)
	query := u.Query()
	query.Set("application_name", "counted")
	u.RawQuery = query.Encode()
	d, err := db.OpenPostgres(t.Context(), u.String(), 7)
	require.NoError(t, err)
	defer func() { _ = d.Close() }()
	comes(t, heard(t, d, "post"))
	slow := func(ctx context.Context) error {
		return d.From(ctx).NewRaw("SELECT 1 FROM pg_sleep(0.05)").Scan(ctx, new(int))
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { assert.NoError(t, slow(t.Context())) })
		all.Go(func() { assert.NoError(t, d.InTx(t.Context(), slow)) })
	}
	all.Wait()
	var n int
	require.NoError(t, d.From(t.Context()).NewRaw("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'counted'").Scan(t.Context(), &n))
	require.Equal(t, 7, n)
}

// Several hosts are given with target_session_attrs, which asks a server whether it takes writes.
func TestOpenPostgres_targetSession(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.Postgres {
		t.Skip("several hosts are PostgreSQL's")
	}
	url, _ := dbtest.Location(t)
	u, err := neturl.Parse(url)
	require.NoError(t, err)
	query := u.Query()
	query.Set("target_session_attrs", "read-write")
	u.RawQuery = query.Encode()
	for name, hosts := range map[string]string{"one host": u.Host, "the first of two is away": "127.0.0.1:1," + u.Host} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := *u
			at.Host = hosts
			d, err := db.OpenPostgres(t.Context(), at.String(), 0)
			require.NoError(t, err)
			defer func() { _ = d.Close() }()
			insert := func(ctx context.Context) error {
				_, err := d.From(ctx).ExecContext(ctx, "INSERT INTO stamps (kind, id, value) VALUES ('x', 1, 1) ON CONFLICT DO NOTHING")
				return err
			}
			require.NoError(t, d.InTx(t.Context(), insert))
			require.ErrorContains(t, insert(t.Context()), "read-only", "outside a transaction nothing is written")
		})
	}
}
