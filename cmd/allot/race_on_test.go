//go:build race

package main

// raceFactor is how much more memory and time the program takes under the race
// detector.
const raceFactor = 8
