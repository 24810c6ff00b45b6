package backup

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"allot/internal/app/datadir"
	"allot/internal/platform/db"
	"allot/internal/platform/files"
)

const (
	// scratchPrefix is the prefix of a backup's temporary files in the data folder.
	scratchPrefix = ".backup-"
	// scratchAge is the age of temporary files whose backup cannot be running any more.
	scratchAge = 7 * 24 * time.Hour
)

// snapshot is a copy of the database in the data folder.
type snapshot struct {
	root   *os.Root
	name   string
	schema int64
}

func takeSnapshot(ctx context.Context, src Source) (_ *snapshot, err error) {
	root := src.Dir.Root()
	if _, err := root.Stat(databaseName); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("data folder %s has no embedded database: back up PostgreSQL with its own tools", src.Dir.Path())
		}
		return nil, fmt.Errorf("look at the database: %w", err)
	}
	if err := sweep(root, src.Now().Add(-scratchAge)); err != nil {
		return nil, err
	}
	s := &snapshot{root: root, name: scratchPrefix + rand.Text() + ".db"}
	// SQLite fills an empty file, and this one is private.
	if err := root.WriteFile(s.name, nil, 0o600); err != nil {
		return nil, fmt.Errorf("make a file for the snapshot: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.remove())
		}
	}()
	path := filepath.Join(src.Dir.Path(), s.name)
	if err := vacuumInto(ctx, src.Dir, path); err != nil {
		return nil, err
	}
	s.schema, err = schemaVersion(ctx, path)
	return s, err
}

// vacuumInto copies the committed data. It only reads, so that on a database in
// WAL mode writers do not wait.
func vacuumInto(ctx context.Context, dir *datadir.Dir, path string) error {
	d, err := db.OpenSQLite(ctx, dir.DatabaseFile())
	if err != nil {
		return err
	}
	if err := d.CheckVersion(ctx); err != nil {
		return errors.Join(err, d.Close()) // which files belong to it is not known here
	}
	_, err = d.SQL().ExecContext(ctx, "VACUUM INTO ?", path)
	if err := errors.Join(err, d.Close()); err != nil {
		return fmt.Errorf("take a snapshot of the database: %w", err)
	}
	return nil
}

func schemaVersion(ctx context.Context, path string) (int64, error) {
	d, err := db.OpenSQLite(ctx, path)
	if err != nil {
		return 0, err
	}
	current, _, err := d.SchemaVersion(ctx)
	return current, errors.Join(err, d.Close())
}

func (s *snapshot) remove() error {
	var failed error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		failed = errors.Join(failed, files.Remove(s.root, s.name+suffix))
	}
	return failed
}

// sweep removes the temporary files of a killed backup.
func sweep(root *os.Root, before time.Time) error {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return fmt.Errorf("read data folder: %w", err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), scratchPrefix) {
			continue
		}
		info, err := e.Info()
		if err != nil || info.ModTime().After(before) {
			continue
		}
		if err := files.Remove(root, e.Name()); err != nil {
			return fmt.Errorf("remove an old snapshot: %w", err)
		}
	}
	return nil
}
