//go:build !linux

package benchtest

import "time"

// Elsewhere no processor time is reported.
func processCPU() time.Duration { return 0 }
