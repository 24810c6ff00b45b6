package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Try reports whether Open would succeed, and whether the folder exists already. It
// makes and changes nothing.
func Try(path string) (exists bool, err error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, fmt.Errorf("find data folder %s: %w", path, err)
	}
	info, err := os.Stat(abs)
	if errors.Is(err, fs.ErrNotExist) {
		return false, tryMake(abs)
	}
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	if err != nil {
		return true, explain("open", abs, err)
	}
	if err := writable(abs); err != nil {
		return true, explain("write to", abs, err)
	}
	return true, tryTake(abs)
}

// tryMake reports whether the folder could be made in the nearest one that exists.
func tryMake(abs string) error {
	above := filepath.Dir(abs)
	for {
		info, err := os.Stat(above)
		switch {
		case errors.Is(err, fs.ErrNotExist) && above != filepath.Dir(above):
			above = filepath.Dir(above)
			continue
		case err == nil && !info.IsDir():
			err = syscall.ENOTDIR
		case err == nil:
			err = writable(above)
		}
		if err != nil {
			return explain("make", abs, err)
		}
		return nil
	}
}

// tryTake returns an *InUseError if another process has the lock.
func tryTake(abs string) error {
	f, err := os.OpenFile(filepath.Join(abs, LockFile), os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nobody ever had it
	}
	if err != nil {
		return explain("write to", abs, err)
	}
	err = tryLock(f)
	if errors.Is(err, errHeld) {
		return errors.Join((&Dir{path: abs}).holder(f), f.Close())
	}
	if err == nil {
		err = unlock(f)
	}
	return errors.Join(err, f.Close())
}
