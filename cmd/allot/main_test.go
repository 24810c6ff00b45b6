package main

import (
	"os"
	"testing"
)

// TestMain lets the test binary stand in for the program: started with
// ALLOT_TEST_AS_PROGRAM=1 it is the program, in a process of its own that a
// test can really kill.
func TestMain(m *testing.M) {
	if os.Getenv("ALLOT_TEST_AS_PROGRAM") == "1" {
		main()
		return
	}
	os.Exit(m.Run())
}
