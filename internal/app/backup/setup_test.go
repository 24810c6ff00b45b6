package backup_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"allot/internal/app/backup"
	"allot/internal/app/datadir"
	"allot/internal/platform/audit"
	"allot/internal/platform/blob"
	"allot/internal/platform/db"
	"allot/internal/platform/jobs"
)

// server is an installation that runs: it holds its folder and its database.
type server struct {
	dir   *datadir.Dir
	db    *db.DB
	blobs *blob.Folder
}

func startServer(tb testing.TB, path string) *server {
	tb.Helper()
	dir, err := datadir.Open(path)
	require.NoError(tb, err)
	d, err := db.OpenSQLite(tb.Context(), dir.DatabaseFile())
	require.NoError(tb, err)
	_, err = d.Migrate(tb.Context(), jobs.Migration(d))
	require.NoError(tb, err)
	return &server{dir, d, blob.NewFolder(dir.Root(), time.Now)}
}

func (s *server) stop(tb testing.TB) {
	tb.Helper()
	require.NoError(tb, s.db.Close())
	require.NoError(tb, s.dir.Close())
}

// running starts a server that has a little of everything.
func running(tb testing.TB) *server {
	tb.Helper()
	s := startServer(tb, filepath.Join(tb.TempDir(), "data"))
	tb.Cleanup(func() { s.stop(tb) })
	require.NoError(tb, s.record(tb.Context(), "first", 1))
	require.NoError(tb, s.put(tb.Context(), 1))
	require.NoError(tb, s.put(tb.Context(), 2))
	require.NoError(tb, s.blobs.Delete(tb.Context(), key(2)))
	root := s.dir.Root()
	require.NoError(tb, root.WriteFile("secret.key", []byte("a key\n"), 0o600))
	require.NoError(tb, root.Mkdir("mail", 0o700))
	require.NoError(tb, root.WriteFile("mail/invoice-12.eml", []byte("Subject: hello\r\n"), 0o600))
	require.NoError(tb, root.WriteFile("mail/.new-half", []byte("x"), 0o600))
	return s
}

// record writes a row; put writes the blob that row n would refer to.
func (s *server) record(ctx context.Context, action string, n int64) error {
	return s.db.InTx(ctx, func(ctx context.Context) error {
		return audit.New(s.db, time.Now).Record(ctx, audit.Change{OwnerID: 1, UserID: 1, Action: action, ObjectType: "photo", ObjectID: n})
	})
}

func (s *server) put(ctx context.Context, n int64) error {
	_, err := s.blobs.Put(ctx, key(n), strings.NewReader(content(n)))
	return err
}

func key(n int64) string { return fmt.Sprintf("photos/%d/%d.jpg", n%10, n) }

func content(n int64) string { return strings.Repeat(fmt.Sprintf("photo %d ", n), 200) }

func (s *server) rows(tb testing.TB) []audit.Entry {
	tb.Helper()
	var rows []audit.Entry
	require.NoError(tb, s.db.From(tb.Context()).NewSelect().Model(&rows).Order("id").Scan(tb.Context()))
	return rows
}

func source(d *datadir.Dir) backup.Source {
	return backup.Source{Dir: d, Version: "1.2.3", Now: time.Now}
}

// create backs up the way the command does: beside the server.
func create(tb testing.TB, s *server) []byte {
	tb.Helper()
	look, err := datadir.Look(s.dir.Path())
	require.NoError(tb, err)
	defer func() { require.NoError(tb, look.Close()) }()
	var out bytes.Buffer
	require.NoError(tb, backup.Create(tb.Context(), source(look), &out, nil))
	return out.Bytes()
}

func restore(tb testing.TB, r io.Reader, target string, force bool) (backup.Restored, error) {
	tb.Helper()
	return backup.Restore(tb.Context(), r, target, backup.Options{Force: force, Now: time.Now})
}

// tree reads every file below a folder but the lock and the node's id.
func tree(tb testing.TB, path string) map[string]string {
	tb.Helper()
	files := map[string]string{}
	require.NoError(tb, filepath.WalkDir(path, func(name string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		short, _ := filepath.Rel(path, name)
		if short == "allot.lock" || short == "node.id" {
			return nil
		}
		text, err := os.ReadFile(name)
		files[filepath.ToSlash(short)] = string(text)
		return err
	}))
	return files
}

func names(tb testing.TB, dir string) []string {
	tb.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(tb, err)
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}
