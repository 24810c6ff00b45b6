// Package datadir owns the data folder: the one place on disk where an
// installation keeps its database, blobs, kept mail and key file.
//
// It does not know what lies in those files. Its rule: at most one process
// works on a folder at a time, and the kernel sees to it, so that a killed
// process leaves no lock behind.
package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// LockFile is in every folder that was ever opened.
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
	lock   *os.File // nil if only looked at
	nodeID string
}

// Open makes the folder if it is missing and takes it for this process until
// Close or the process's end. Another Open meanwhile, from whichever process,
// fails at once with an *InUseError.
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
	if err := d.take(); err != nil {
		return nil, errors.Join(err, d.root.Close())
	}
	if err := errors.Join(d.loadNodeID(), d.clearTemp()); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// makePrivate keeps other users of the machine out of a folder that was there
// before. One that is shared on purpose, such as /tmp, or that belongs to somebody
// else, such as a mounted volume, stays as it is: the files in it are private too.
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

// clearTemp takes away what a killed process has left. It runs under the lock,
// so nobody is writing there.
func (d *Dir) clearTemp() error {
	if err := d.root.RemoveAll(tempFolder); err != nil {
		return explain("clear "+tempFolder+" of", d.path, err)
	}
	if err := d.root.Mkdir(tempFolder, 0o700); err != nil {
		return explain("write to", d.path, err)
	}
	return nil
}

// Look opens a folder that exists without taking it, for tools that only read
// while the server runs. Such a Dir has no node id unless the folder has one.
func Look(path string) (*Dir, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find data folder %s: %w", path, err)
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

// Path is the folder's absolute path.
func (d *Dir) Path() string { return d.path }

// Root confines file access to the folder. Close closes it.
func (d *Dir) Root() *os.Root { return d.root }

// NodeID names this installation among those that share a database. It is made
// at the first Open and then stays.
func (d *Dir) NodeID() string { return d.nodeID }

// DatabaseFile is the path of the embedded database.
func (d *Dir) DatabaseFile() string { return filepath.Join(d.path, databaseFile) }

// TempDir is for files that are of no use once the process has ended, however
// it ends: Open finds it empty.
func (d *Dir) TempDir() string { return filepath.Join(d.path, tempFolder) }

// Close gives the folder back.
func (d *Dir) Close() error {
	var err error
	if d.lock != nil {
		// An empty lock file names nobody; the file itself stays, because a
		// process may be about to lock it.
		err = errors.Join(d.lock.Truncate(0), unlock(d.lock), d.lock.Close())
	}
	return errors.Join(err, d.root.Close())
}
