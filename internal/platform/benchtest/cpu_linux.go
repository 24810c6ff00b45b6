package benchtest

import (
	"time"

	"golang.org/x/sys/unix"
)

func processCPU() time.Duration { return usage(unix.RUSAGE_SELF) }

func threadCPU() time.Duration { return usage(unix.RUSAGE_THREAD) }

func usage(who int) time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
