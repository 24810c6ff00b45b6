//go:build unix && !solaris && !aix

package datadir

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes an advisory lock on the open file, which ends with it.
func tryLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errHeld
		}
		return err
	}
}

// unlock ends the lock at once. Closing the file alone would not, if a child
// process is just being started: it has the file too until it runs its program.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
