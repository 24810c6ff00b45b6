package dbtest

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/pressly/goose/v3"
	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
)

// Remigrate takes a database back to an earlier version, runs before on what an
// older program has left, and brings it up to date again.
func Remigrate(tb testing.TB, d *db.DB, version int64, before func()) {
	tb.Helper()
	dialect := map[db.Engine]goose.Dialect{db.SQLite: goose.DialectSQLite3, db.Postgres: goose.DialectPostgres}[d.Engine()]
	migrations, err := goose.NewProvider(dialect, d.SQL(), os.DirFS(migrationsDir(tb, d.Engine())))
	require.NoError(tb, err)
	_, err = migrations.DownTo(tb.Context(), version)
	require.NoError(tb, err)
	if before != nil {
		before()
	}
	_, err = migrations.Up(tb.Context())
	require.NoError(tb, err)
}

// migrationsDir finds the files from the folder of the test, which is below the
// module's.
func migrationsDir(tb testing.TB, e db.Engine) string {
	tb.Helper()
	for dir := "."; ; dir = filepath.Join("..", dir) {
		if found := filepath.Join(dir, "internal/platform/db/migrations", string(e)); exists(found) {
			return found
		}
		require.Less(tb, len(dir), 100, "no migrations above the folder of the test")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
