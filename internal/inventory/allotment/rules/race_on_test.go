//go:build race

package rules

// seeded is small under the race detector: one goroutine makes these worlds.
const seeded = 20
