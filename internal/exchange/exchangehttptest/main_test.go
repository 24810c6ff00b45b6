// Package exchangehttptest tests the interface of partners and that of assistants.
//
// The tests of an area are one program: to link one takes seconds.
package exchangehttptest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
