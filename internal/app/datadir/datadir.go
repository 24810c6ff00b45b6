// Package datadir opens and locks the data folder, where an installation stores
// its database, blobs, mail and key file.
//
// At most one process uses a folder at a time. The lock is the kernel's, so that a
// killed process leaves none behind.
package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// LockFile is the name of the lock file. Every folder that was opened once has it.
const LockFile = "allot.lock"

const (
	nodeFile     = "node.id"
	databaseFile = "allot.db"
	tempFolder   = "tmp"
)

// Dir is an open data folder.
type Dir struct {
	path   string
	root   *os.Root
	lock   *os.File // nil after Look
	nodeID string
}

// Open creates the folder if it is missing and locks it until Close or the end of
// the process. It refuses a locked folder at once with an *InUseError.
func Open(path string) (*Dir, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find data folder %s: %w", path, err)
	}
	if err := os.MkdirAll(abs, 0o700); err != nil {
		return nil, explain("make", abs, err)
	}
	if err := makePrivate(abs); err != nil {
		return nil, explain("make private", abs, err)
	}
	d, err := open(abs)
	if err != nil {
		return nil, err
	}
	if err := d.acquireLock(); err != nil {
		return nil, errors.Join(err, d.root.Close())
	}
	if err := errors.Join(d.loadNodeID(), d.clearTemp()); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// makePrivate denies other users access to a folder that existed before. It leaves
// a shared folder such as /tmp, or one of another owner such as a mounted volume,
// as it is: the files in it are private too.
func makePrivate(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 || info.Mode()&os.ModeSticky != 0 {
		return err
	}
	if err := os.Chmod(path, 0o700); err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// clearTemp removes the temporary files of a killed process. It runs under the
// lock.
func (d *Dir) clearTemp() error {
	if err := d.root.RemoveAll(tempFolder); err != nil {
		return explain("clear "+tempFolder+" of", d.path, err)
	}
	if err := d.root.Mkdir(tempFolder, 0o700); err != nil {
		return explain("write to", d.path, err)
	}
	return nil
}

// Look opens an existing folder without locking it, for tools that read while the
// server runs. The node id may be empty.
func Look(path string) (*Dir, error) {
	abs, _, err := Paths(path)
	if err != nil {
		return nil, err
	}
	d, err := open(abs)
	if err != nil {
		return nil, err
	}
	if d.nodeID, err = d.readNodeID(); err != nil {
		return nil, errors.Join(err, d.root.Close())
	}
	return d, nil
}

func open(abs string) (*Dir, error) {
	root, err := os.OpenRoot(abs)
	if err != nil {
		return nil, explain("open", abs, err)
	}
	return &Dir{path: abs, root: root}, nil
}

// Paths returns the absolute path of a data folder, which need not exist, and that of its
// embedded database.
func Paths(path string) (folder, database string, err error) {
	if folder, err = filepath.Abs(path); err != nil {
		return "", "", fmt.Errorf("find data folder %s: %w", path, err)
	}
	return folder, filepath.Join(folder, databaseFile), nil
}

// Path returns the folder's absolute path.
func (d *Dir) Path() string { return d.path }

// Root returns the folder for file access. Close closes it.
func (d *Dir) Root() *os.Root { return d.root }

// NodeID returns the id of this installation among those that share a database.
// The first Open creates it.
func (d *Dir) NodeID() string { return d.nodeID }

// DatabaseFile returns the path of the embedded database.
func (d *Dir) DatabaseFile() string { return filepath.Join(d.path, databaseFile) }

// TempDir returns the path for temporary files. Open empties it.
func (d *Dir) TempDir() string { return filepath.Join(d.path, tempFolder) }

// Close unlocks the folder.
func (d *Dir) Close() error {
	var err error
	if d.lock != nil {
		// The file stays, because another process may be about to lock it.
		err = errors.Join(d.lock.Truncate(0), unlock(d.lock), d.lock.Close())
	}
	return errors.Join(err, d.root.Close())
}
