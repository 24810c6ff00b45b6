package benchtest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Clients calls fn n times from concurrent clients, each call with its own number.
// Processor time is that of the whole process.
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

// Took returns how long fn takes, and how much processor time of the process.
func Took(fn func()) (wall, cpu time.Duration) {
	start, before := clock(), processCPU()
	fn()
	return clock().Sub(start), processCPU() - before
}
