package main

import (
	"fmt"
	"syscall"
)

// mountMemory puts a disk of so many bytes in the place of a folder.
func mountMemory(path string, size int) (unmount func(), err error) {
	err = syscall.Mount("tmpfs", path, "tmpfs", 0, fmt.Sprintf("size=%d", size))
	return func() { _ = syscall.Unmount(path, syscall.MNT_DETACH) }, err
}
