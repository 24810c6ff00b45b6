//go:build unix

package db

import (
	"errors"
	"syscall"
)

const canPeek = true

// empty reports whether a read of the socket would have to wait. It does not take the lock of its readers: after
// a slow write pgx leaves a read behind, which waits with that lock until the server says something again.
func empty(socket syscall.Conn) bool {
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	waits := false
	err = raw.Control(func(fd uintptr) {
		var first [1]byte
		_, _, err := syscall.Recvfrom(int(fd), first[:], syscall.MSG_PEEK)
		waits = errors.Is(err, syscall.EAGAIN)
	})
	return err == nil && waits
}
