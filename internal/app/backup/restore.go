package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"allot/internal/app/datadir"
	"allot/internal/platform/db"
)

// Options are the options of Restore.
type Options struct {
	// Force replaces a folder that is not empty. Its content is moved aside.
	Force    bool
	Now      func() time.Time
	Progress func(Progress)
}

// Restored is the result of Restore.
type Restored struct {
	Manifest Manifest
	SetAside string // path of the former content of the folder, if it had any
}

// Restore replaces the data folder target by the content of an archive. It unpacks
// beside the target and checks everything before it changes the target. It refuses
// a folder that a process uses, also with Force.
func Restore(ctx context.Context, r io.Reader, target string, opt Options) (_ Restored, err error) {
	target, occupied, release, err := claim(target, opt.Force)
	if err != nil {
		return Restored{}, err
	}
	defer func() { err = errors.Join(err, release()) }()
	staging, err := os.MkdirTemp(filepath.Dir(target), ".allot-restore-")
	if err != nil {
		return Restored{}, fmt.Errorf("make a folder beside %s: %w", target, err)
	}
	moved := false
	defer func() {
		if !moved {
			err = errors.Join(err, os.RemoveAll(staging))
		}
	}()
	m, err := unpack(ctx, r, staging, opt)
	if err != nil {
		return Restored{}, err
	}
	if err := checkDatabase(ctx, filepath.Join(staging, databaseName), m); err != nil {
		return Restored{}, err
	}
	aside := ""
	if occupied {
		aside = fmt.Sprintf("%s.before-%s", target, opt.Now().UTC().Format("20060102T150405.000Z"))
	}
	if aside, err = moveIn(staging, target, aside); err != nil {
		return Restored{}, err
	}
	moved = true
	return Restored{Manifest: m, SetAside: aside}, syncParent(target)
}

// claim refuses a target that is in use or, without force, not empty, and locks it
// until release.
func claim(path string, force bool) (target string, occupied bool, release func() error, err error) {
	release = func() error { return nil }
	if target, err = resolve(path); err != nil {
		return "", false, nil, err
	}
	entries, err := os.ReadDir(target)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(entries) == 0:
		return target, false, release, nil
	case errors.Is(err, syscall.ENOTDIR):
		return "", false, nil, fmt.Errorf("%s is a file: give the path of a folder", target)
	case err != nil:
		return "", false, nil, fmt.Errorf("read data folder: %w", err)
	}
	if _, err := os.Lstat(filepath.Join(target, datadir.LockFile)); err == nil || force {
		d, err := datadir.Open(target)
		if err != nil {
			return "", false, nil, err
		}
		release = d.Close
	}
	if !force {
		return "", false, nil, errors.Join(fmt.Errorf("%s: %w", target, ErrNotEmpty), release())
	}
	return target, true, release, nil
}

// resolve follows links, so that the folder is replaced and not the link to it.
func resolve(path string) (string, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("find data folder %s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(abs), 0o700); err != nil {
		return "", fmt.Errorf("make the folder around %s: %w", abs, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return abs, nil
	}
	if err != nil {
		return "", fmt.Errorf("find data folder %s: %w", path, err)
	}
	return real, nil
}

// checkDatabase refuses a database that fails SQLite's integrity check, or that is
// newer than this program.
func checkDatabase(ctx context.Context, path string, m Manifest) (err error) {
	d, err := db.OpenSQLite(ctx, path)
	if err != nil {
		return damaged(ctx, err)
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	var verdict string
	if err := d.SQL().QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return damaged(ctx, fmt.Errorf("check the database: %w", err))
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: the database is not sound: %s", ErrDamaged, verdict)
	}
	current, newest, err := d.SchemaVersion(ctx)
	if err != nil {
		return damaged(ctx, err)
	}
	if current > newest {
		return fmt.Errorf("%w (its schema is version %d, this program knows up to %d)", ErrNewer, current, newest)
	}
	if current != m.SchemaVersion {
		return fmt.Errorf("%w: its schema is version %d, not %d", ErrDamaged, current, m.SchemaVersion)
	}
	return nil
}

// damaged returns err as ErrDamaged, unless ctx has ended.
func damaged(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}
