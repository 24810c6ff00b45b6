package apptest_test

import (
	"testing"

	"allot/internal/app/apptest"
)

// BenchmarkNew is what every test pays before it begins.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		apptest.New(b)
	}
}
