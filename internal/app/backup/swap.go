package backup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// moveIn replaces target by staging. If aside is not empty it moves the content of
// target there, or to another path if that fails, and returns the path.
func moveIn(staging, target, aside string) (string, error) {
	var err error
	if aside == "" {
		err = syscall.Rename(staging, target) // unlike that of os, it takes the place of an empty folder
	} else {
		aside, err = swap(staging, target, aside)
	}
	if errors.Is(err, syscall.EBUSY) || errors.Is(err, syscall.EXDEV) {
		return "", fmt.Errorf("put the restored folder in place: %s is a mount point, which cannot be replaced: "+
			"restore into a folder inside it and use that as data folder: %w", target, err)
	}
	if err != nil {
		return "", fmt.Errorf("put the restored folder in place: %w", err)
	}
	return aside, nil
}

func swap(staging, target, aside string) (string, error) {
	err := exchange(staging, target)
	if err == nil {
		if err := os.Rename(staging, aside); err != nil {
			return staging, nil //nolint:nilerr // the restore is done; the old content has a less telling name
		}
		return aside, nil
	}
	if !errors.Is(err, errors.ErrUnsupported) {
		return "", err
	}
	// Between these two renames there is no target.
	if err := os.Rename(target, aside); err != nil {
		return "", err
	}
	if err := os.Rename(staging, target); err != nil {
		return "", errors.Join(err, os.Rename(aside, target))
	}
	return aside, nil
}

// syncParent makes a rename lasting, where the system needs to be told.
func syncParent(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(filepath.Dir(path))
	if err != nil {
		return fmt.Errorf("make the restore lasting: %w", err)
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("make the restore lasting: %w", err)
	}
	return nil
}
