//go:build !race

package rules

// seeded is how many worlds come of a seed, of which rapid draws 100.
const seeded = 1000
