// Package exchangetest tests exchange as the rest of the program uses it: rules, services and stores, on both engines.
//
// The tests of an area are one program: to link one takes seconds.
package exchangetest

import (
	"flag"
	"os"
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) {
	checks := "20"
	if os.Getenv("ALLOT_TEST_SLOW") == "all" {
		checks = "200"
	}
	_ = flag.Set("rapid.checks", checks) // what the command line says is read later and holds
	apptest.Main(m)
}
