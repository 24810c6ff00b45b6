package db_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"allot/internal/platform/db"
	"allot/internal/testkit/dbtest"
)

func TestOpenSQLite_FilesArePrivate(t *testing.T) {
	t.Parallel()
	if dbtest.Engine() != db.SQLite {
		t.Skip("files are SQLite's")
	}
	for name, before := range map[string]func(t *testing.T, file string){
		"new": func(*testing.T, string) {},
		"there already, and open to others": func(t *testing.T, file string) {
			t.Helper()
			for _, suffix := range []string{"", "-wal", "-shm"} {
				require.NoError(t, os.WriteFile(file+suffix, nil, 0o600))
				require.NoError(t, os.Chmod(file+suffix, 0o666))
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "allot.db")
			before(t, file)
			d, err := db.OpenSQLite(t.Context(), file)
			require.NoError(t, err)
			defer func() { require.NoError(t, d.Close()) }()
			require.NoError(t, d.InTx(t.Context(), func(ctx context.Context) error {
				_, err := d.From(ctx).ExecContext(ctx, "CREATE TABLE x (id INTEGER)")
				return err
			}))
			for _, suffix := range []string{"", "-wal", "-shm"} {
				info, err := os.Stat(file + suffix)
				require.NoError(t, err)
				require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), suffix)
			}
		})
	}
}
