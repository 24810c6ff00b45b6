//go:build race

package main

// raceFactor is how much more memory the program takes under the race detector.
const raceFactor = 8
