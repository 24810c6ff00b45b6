// Package identitytest tests identity as the rest of the program uses it: rules, services and stores, on both engines.
//
// The tests of an area are one program: to link one takes seconds.
package identitytest

import (
	"testing"

	"allot/internal/app/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }
