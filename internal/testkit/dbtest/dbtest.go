// Package dbtest creates a migrated database for each test. ALLOT_TEST_ENGINE
// chooses the engine: sqlite (the default) or postgres.
//
// For PostgreSQL, ALLOT_TEST_POSTGRES names a server; without it a private
// cluster is started. With CI=true a missing server is a failure, never a skip.
//
// Statements that a module runs in a test are also explained: a statement whose
// cost grows with the number of accounts fails the test, see Scans.
package dbtest

import (
	"errors"
	"os"
	"testing"

	"allot/internal/platform/db"
	"allot/internal/testkit/pgtest"
)

// Engine returns the engine that this run tests.
func Engine() db.Engine {
	if os.Getenv("ALLOT_TEST_ENGINE") == string(db.Postgres) {
		return db.Postgres
	}
	return db.SQLite
}

// New opens an empty, migrated database that only this test sees.
func New(tb testing.TB) *db.DB {
	tb.Helper()
	url, file := Location(tb)
	d, err := db.Open(tb.Context(), url, file, 0)
	if err != nil {
		tb.Fatalf("open test database: %v", err)
	}
	tb.Cleanup(func() { _ = d.Close() })
	if _, measured := tb.(*testing.B); measured {
		return d
	}
	return watched(tb, d)
}

// Beside opens the database of d once more, as another node of the same installation does. On
// SQLite, where one process has the file, it returns d.
func Beside(tb testing.TB, d *db.DB) *db.DB {
	tb.Helper()
	if d.Engine() != db.Postgres {
		return d
	}
	s, err := postgresServer()
	if err != nil {
		unavailable(tb, err)
	}
	var database string
	if err := d.SQL().QueryRowContext(tb.Context(), "SELECT current_database()").Scan(&database); err != nil {
		tb.Fatalf("ask for the name of the test database: %v", err)
	}
	other, err := db.Open(tb.Context(), s.database(database), "", 0)
	if err != nil {
		tb.Fatalf("open test database again: %v", err)
	}
	tb.Cleanup(func() { _ = other.Close() })
	return watched(tb, other)
}

// Location creates an empty, migrated database and returns its PostgreSQL URL or
// SQLite file, for tests that start the whole program.
func Location(tb testing.TB) (url, sqliteFile string) {
	tb.Helper()
	if Engine() == db.Postgres {
		return postgresCopy(tb), ""
	}
	return "", sqliteCopy(tb)
}

// unavailable skips a test without a server; in CI it fails the test.
func unavailable(tb testing.TB, err error) {
	tb.Helper()
	if errors.Is(err, pgtest.ErrNotInstalled) && os.Getenv("CI") != "true" {
		tb.Skipf("SKIPPED, NOT TESTED ON POSTGRESQL: %v", err)
	}
	tb.Fatalf("PostgreSQL for tests: %v", err)
}
