package app

import (
	"context"
	"runtime/metrics"
	"time"
)

const (
	// memoryLook is how often we look at the memory that the process has.
	memoryLook = 15 * time.Second
	// memoryWorthwhile is how much more than it had at rest is worth a collection.
	memoryWorthwhile = 64 << 20
)

// giveMemoryBack returns memory to the system that the process took for a while, such as
// for large bodies. The runtime itself would keep it until enough has been allocated for
// the next collection, which in a quiet night is never.
func giveMemoryBack(ctx context.Context, taken func() uint64, free func()) {
	look := time.NewTicker(memoryLook)
	defer look.Stop()
	rest := taken()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
		if now := taken(); now <= rest+memoryWorthwhile {
			rest = min(rest, now)
			continue
		}
		free()
		rest = taken()
	}
}

// memoryTaken returns how much memory the process has of the system.
func memoryTaken() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64() - s[1].Value.Uint64()
}
