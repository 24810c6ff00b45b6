package backup

import (
	"errors"

	"golang.org/x/sys/unix"
)

// exchange swaps two folders in one step, if the file system supports it.
func exchange(a, b string) error {
	err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
	if errors.Is(err, unix.EINVAL) { // this file system cannot
		return errors.ErrUnsupported
	}
	return err
}
