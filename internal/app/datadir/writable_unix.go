//go:build unix

package datadir

import "golang.org/x/sys/unix"

// writable reports whether this process may make files in a folder.
func writable(path string) error { return unix.Access(path, unix.W_OK|unix.X_OK) }
