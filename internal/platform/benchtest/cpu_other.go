//go:build !linux

package benchtest

import "time"

// Elsewhere the time of a single thread is not told, so no processor time is
// reported.
func processCPU() time.Duration { return 0 }

func threadCPU() time.Duration { return 0 }
