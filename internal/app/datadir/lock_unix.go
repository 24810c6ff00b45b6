//go:build unix && !solaris && !aix

package datadir

import (
	"errors"
	"os"
	"syscall"
)

// tryLock takes an advisory lock on the open file, or returns errHeld.
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

// unlock releases the lock. Closing the file is not enough while a child process
// is being started, which has the file open until it runs its program.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
