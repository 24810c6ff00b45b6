package benchtest

import (
	"time"

	"golang.org/x/sys/unix"
)

// processCPU returns the processor time of this process so far.
func processCPU() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
