//go:build linux || darwin || freebsd

package datadir

import (
	"fmt"
	"syscall"
)

// Free returns how many bytes can still be written to the folder's disk.
func (d *Dir) Free() (int64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(d.path, &fs); err != nil {
		return 0, fmt.Errorf("ask for the room on the disk of %s: %w", d.path, err)
	}
	return int64(fs.Bavail) * int64(fs.Bsize), nil //nolint:unconvert // the types differ by system, and no disk has 2^63 bytes
}
