package benchtest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Clients calls fn n times, from some clients at once, each call with a number
// of its own. Processor time is that of the whole process.
func Clients(b *testing.B, clients, n int, fn func(i int) error) Result {
	b.Helper()
	var (
		next atomic.Int64
		all  sync.WaitGroup
	)
	start, before := clock(), processCPU()
	for range clients {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := fn(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return Result{PerSecond: float64(n) / clock().Sub(start).Seconds(), CPUPerRequest: (processCPU() - before) / time.Duration(n)}
}

// Took is how long fn takes, and how much of the process's processor time.
func Took(fn func()) (wall, cpu time.Duration) {
	start, before := clock(), processCPU()
	fn()
	return clock().Sub(start), processCPU() - before
}
