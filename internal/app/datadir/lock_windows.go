package datadir

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// The lock is on a byte far behind the process id: Windows keeps others from reading
// what is locked.
const lockedByte = 1 << 20

func lockRange() *windows.Overlapped { return &windows.Overlapped{Offset: lockedByte} }

// tryLock locks the open file, or returns errHeld.
func tryLock(f *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, lockRange())
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errHeld
	}
	return err
}

func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, lockRange())
}
