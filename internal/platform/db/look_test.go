package db_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
)

// tree is what a folder holds: the content of each file but the index of the log,
// in which a reader notes its locks.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	held := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		if filepath.Ext(e.Name()) == ".db-shm" {
			content = nil
		}
		held[e.Name()] = string(content)
	}
	return held
}

func TestLookSQLite(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "allot.db")
	_, err := db.LookSQLite(t.Context(), file)
	require.Error(t, err)
	require.Empty(t, tree(t, dir), "it makes no database")

	steps := 0
	d, err := db.OpenSQLite(t.Context(), file)
	require.NoError(t, err)
	applied, err := d.Migrate(db.WithProgress(t.Context(), func(version, newest int64) {
		steps++
		require.LessOrEqual(t, version, newest)
	}))
	require.NoError(t, err)
	require.Equal(t, applied, steps, "every step is told")
	require.Positive(t, steps)

	look := func(when string) {
		t.Helper()
		before := tree(t, dir)
		l, err := db.LookSQLite(t.Context(), file)
		require.NoError(t, err, when)
		current, newest, err := l.SchemaVersion(t.Context())
		require.NoError(t, err, when)
		require.Equal(t, newest, current, when)
		_, err = l.SQL().ExecContext(t.Context(), "CREATE TABLE x (id INTEGER)")
		require.Error(t, err, "it cannot write")
		require.NoError(t, l.Close())
		require.Equal(t, before, tree(t, dir), when)
	}
	look("while a server has it, with what is only in its log")
	require.NoError(t, d.Close())
	look("while nobody has it")
}
