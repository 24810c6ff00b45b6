//go:build unix

package db

import (
	"errors"
	"syscall"
)

const canPeek = true

// empty reports whether a read of the socket would have to wait.
func empty(socket syscall.Conn) bool {
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	waits := false
	err = raw.Read(func(fd uintptr) bool {
		var first [1]byte
		_, _, err := syscall.Recvfrom(int(fd), first[:], syscall.MSG_PEEK)
		waits = errors.Is(err, syscall.EAGAIN)
		return true
	})
	return err == nil && waits
}
