// Package inventorytest tests inventory as the rest of the program uses it: rules, services and stores, on both engines.
//
// The tests of an area are one program: to link one takes seconds.
package inventorytest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
