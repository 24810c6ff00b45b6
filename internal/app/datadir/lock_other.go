//go:build (!unix && !windows) || solaris || aix

package datadir

import (
	"errors"
	"os"
)

// tryLock refuses to work unprotected.
func tryLock(*os.File) error {
	return errors.New("this operating system is not supported: use Linux, macOS or Windows")
}

func unlock(*os.File) error { return nil }
