package dbtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
	"allot/internal/testkit/pgtest"
)

// server is the PostgreSQL of this process and its migrated template database.
type server struct {
	url      string
	template string
	strategy string          // of CREATE DATABASE
	cluster  *pgtest.Cluster // kept reachable: the cluster ends with its handle
}

var postgresServer = sync.OnceValues(func() (server, error) {
	ctx := context.Background() //nolint:forbidigo // made once for all tests of the process, so no test's context fits
	s := server{url: os.Getenv("ALLOT_TEST_POSTGRES"), template: "allot_template_" + name()}
	if s.url == "" {
		c, err := pgtest.Start(ctx)
		if err != nil {
			return s, err
		}
		s.url, s.cluster = c.URL, c
	}
	if err := s.exec(ctx, "CREATE DATABASE "+s.template); err != nil {
		return s, err
	}
	d, err := db.OpenPostgres(ctx, s.database(s.template), 0)
	if err != nil {
		return s, err
	}
	// The default since version 15, WAL_LOG, is slower: it writes the copy to the log too.
	var version int
	if err := d.SQL().QueryRowContext(ctx, "SELECT current_setting('server_version_num')::int").Scan(&version); err != nil {
		return s, fmt.Errorf("ask for the version of the server: %w", err)
	}
	if version >= 150000 {
		s.strategy = " STRATEGY FILE_COPY"
	}
	if _, err := d.Migrate(ctx, jobs.Migration(d)); err != nil {
		return s, err
	}
	for _, sql := range pretendLarge {
		if _, err := d.SQL().ExecContext(ctx, sql); err != nil {
			return s, fmt.Errorf("make tables look large: %w", err)
		}
	}
	return s, d.Close()
})

// pretendLarge makes PostgreSQL plan as for large tables: a table that was never
// analyzed counts as ten pages, and few users count as removed.
var pretendLarge = []string{
	`DO $$ DECLARE t regclass; BEGIN
		FOR t IN SELECT oid FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
			EXECUTE format('ALTER TABLE %s SET (autovacuum_enabled = off)', t);
		END LOOP;
	END $$`,
	`INSERT INTO account_users (id, owner_id, email, password_hash, first_name, last_name, account_type, is_manager, language, created_at, updated_at, deleted_at)
		SELECT n, n - n % 5, n::text, '', '', '', 'accommodation', n % 5 = 0, 'en', now(), now(), CASE WHEN n % 50 = 1 THEN now() END
		FROM generate_series(5, 2004) AS n`,
	`ANALYZE account_users`,
	`DELETE FROM account_users`,
}

func postgresCopy(tb testing.TB) string {
	tb.Helper()
	s, err := postgresServer()
	if err != nil {
		unavailable(tb, err)
	}
	database := "allot_test_" + name()
	if err := s.exec(tb.Context(), "CREATE DATABASE "+database+" TEMPLATE "+s.template+s.strategy); err != nil {
		tb.Fatalf("copy PostgreSQL template: %v", err)
	}
	tb.Cleanup(func() {
		// The test's own context has ended by now.
		_ = s.exec(context.WithoutCancel(tb.Context()), "DROP DATABASE IF EXISTS "+database+" WITH (FORCE)")
	})
	return s.database(database)
}

func (s server) exec(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, s.url)
	if err != nil {
		return fmt.Errorf("connect to the test server: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, sql); err != nil {
		return fmt.Errorf("%s: %w", sql, err)
	}
	return nil
}

func (s server) database(name string) string {
	u, err := url.Parse(s.url)
	if err != nil {
		return s.url
	}
	u.Path = "/" + name
	return u.String()
}

func name() string { return strings.ToLower(rand.Text()[:16]) }

// Deadlocks is how many transactions of a database PostgreSQL has ended for another one, which
// were then tried again. SQLite has none.
func Deadlocks(tb testing.TB, d *db.DB) (n int) {
	tb.Helper()
	if d.Engine() == db.Postgres {
		row := d.SQL().QueryRowContext(tb.Context(), "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
		require.NoError(tb, row.Scan(&n))
	}
	return n
}
