package db_test

import (
	"os"
	"testing"
	"time"
)

// TestMain runs these tests on a machine that does not live in UTC.
func TestMain(m *testing.M) {
	athens, err := time.LoadLocation("Europe/Athens")
	if err != nil {
		panic(err)
	}
	time.Local = athens
	os.Exit(m.Run())
}
